// A summary of the turns of a conversation, asked for by the rules of every other answer.
import type { Failure } from '../../../service/failure/errors.ts';
import type { Model } from '../../../service/profile/profile.ts';
import { type AnswerTurn, createAnswer } from '../../conversation/answer.ts';
import type { Conversation, ConversationSummary } from '../../conversation/conversation.ts';
import { stepsIn } from '../../conversation/summaries.ts';
import { textOf } from '../../messages/blocks.ts';
import type { Tool } from '../../messages/message.ts';
import { askedToCompact, compactionRequest } from '../../prompt/compaction.ts';
import type { ReadImageFile } from '../../prompt/message-images.ts';
import { type AnswerPreferences, createRequest } from '../../prompt/preferences.ts';
import { requestMessages } from '../../prompt/request-messages.ts';
import type { Route } from '../../providers/fallback-chain.ts';
import { endingOf } from '../answer-ending.ts';
import type { AnswerRun } from '../answer-run.ts';

export type CompactionEnd =
  | { readonly kind: 'made'; readonly summary: ConversationSummary }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' }
  /** The model gave none, or not the whole of one. */
  | { readonly kind: 'noSummary' };

export interface CompactionOrder {
  /** The turns, see `turnsToCompact`, with the summary that is sent in the place of the first ones so far. */
  readonly covered: Conversation;
  /** What the person wants to be kept; may be empty. */
  readonly wish: string;
  readonly route: Route;
  /** Undefined where none is offered. */
  readonly model: Model | undefined;
  readonly preferences: AnswerPreferences;
  /** Those that the requests before this one offered, since the prompt cache holds them; none may be called. */
  readonly tools: readonly Tool[];
  readonly read: ReadImageFile;
  /** See `AnswerRequest`. */
  readonly account?: string | null;
}

/** @param run one that was begun for this alone; the id of its answer becomes the summary's. */
export async function compact(order: CompactionOrder, run: AnswerRun): Promise<CompactionEnd> {
  const { covered, wish, route, model, preferences, tools, read, account } = order;
  const { id } = run.answer;
  const asked = askedToCompact(covered, compactionRequest(wish), id);
  const { messages, leftOut } = await requestMessages(asked, createAnswer(id, 0), model, preferences, read);
  const request = model === undefined ? null : createRequest(model, preferences, messages, tools);
  await run.run({ route, request, leftOut: null, ...(account === undefined ? {} : { account }) }, () => undefined);
  return endOf(run.answer, covered, leftOut?.turns ?? 0);
}

function endOf(answer: AnswerTurn, { turns, summary: before }: Conversation, leftOut: number): CompactionEnd {
  const { id, blocks, source, progress } = answer;
  if (progress.kind === 'failed') return { kind: 'failed', failure: progress.failure };
  if (progress.kind === 'stopped') return { kind: 'stopped' };
  // Words before a call are not what was asked for.
  const isCalling = blocks.some(({ kind }) => kind === 'toolUse');
  if (endingOf(answer) !== 'whole' || isCalling || source === null) return { kind: 'noSummary' };
  const covers = turns.map((turn) => turn.id);
  const missing = leftOut + (before?.leftOut ?? 0);
  const summary = { id, covers, steps: stepsIn(turns), leftOut: missing, text: textOf(blocks).trim(), source };
  return { kind: 'made', summary };
}
