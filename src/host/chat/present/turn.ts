// A turn of the conversation as the page shows it, with its words.
import { l10n } from 'vscode';
import { type Attachment, attachmentTokens } from '../../../core/chat/attachments/attachment.ts';
import { type AnswerTurn, canContinue } from '../../../core/chat/conversation/answer.ts';
import type { PromptTurn, Turn } from '../../../core/chat/conversation/conversation.ts';
import { type AnswerBlock, type BlockEvent, textOf } from '../../../core/chat/messages/blocks.ts';
import type { SeenSummary } from '../../../core/chat/conversation/summaries.ts';
import type { BranchPlace } from '../../../core/chat/conversation/tree.ts';
import type {
  AnswerTurn as AnswerView,
  AttachmentView,
  Progress,
  Source,
  Turn as TurnView,
  UsageView,
} from '../../../protocol/chat.ts';
import type { AnswerSource } from '../../../core/chat/providers/fallback-chain.ts';
import type { Usage } from '../../../core/chat/messages/stream/stream-event.ts';
import { endingOf } from '../../../core/chat/session/answer-ending.ts';
import type { ServiceProfile } from '../../../core/service/profile/profile.ts';
import { leftOutTexts } from './context-usage.ts';
import { runView } from './run.ts';
import { summaryUnderWay, summaryView } from './summary.ts';
import { type Circumstances, endingNotice, failureNotice, fallbackNotice, waitingNotice } from './failure.ts';

export interface Viewer {
  readonly profile: ServiceProfile | null;
  readonly circumstances: Omit<Circumstances, 'payer' | 'canContinue' | 'isRun'>;
  /** What the accounts are called, inert, where several are signed in; else none. */
  readonly accountNames: () => ReadonlyMap<string, string>;
  /** What the API key has spent today, as a sentence. */
  readonly spending: string;
  readonly branchOf: (id: string) => BranchPlace;
  /** Whether files can be restored to before a prompt. */
  readonly canRestore: (promptId: string) => boolean;
  /** What takes the place of the turns up to an answer; null where nothing does, or can again. */
  readonly summaryBehind: (answerId: string) => SeenSummary | 'underWay' | null;
  /** When an answer is asked for again by itself, in milliseconds since the epoch; null where it is not. */
  readonly dueAtOf: (id: string) => number | null;
}

export function turnView(turn: Turn, viewer: Viewer): TurnView {
  return turn.kind === 'prompt'
    ? { ...promptView(turn, viewer), ...branchView(turn, viewer) }
    : answerView(turn, viewer);
}

function promptView({ kind, id, text, attachments }: PromptTurn, { canRestore }: Viewer): TurnView {
  return {
    ...{ kind, id, text },
    ...(attachments === undefined ? {} : { attachments: attachments.map(attachmentView) }),
    ...(canRestore(id) ? { restorable: true } : {}),
  };
}

export function attachmentView(attachment: Attachment): AttachmentView {
  const { id, kind, label } = attachment;
  const size = attachmentTokens(attachment);
  if (kind !== 'image') return { id, kind, label, size, isCut: attachment.isCut };
  return { id, kind, label, size, isCut: false, image: { size: attachment.size, thumbnail: attachment.thumbnail } };
}

function branchView({ id }: Turn, { branchOf }: Viewer): { readonly branch?: BranchPlace } {
  const branch = branchOf(id);
  return branch.count > 1 ? { branch } : {};
}

export function answerView(turn: AnswerTurn, viewer: Viewer): AnswerView {
  const paidByKey = turn.source?.payer === 'apiKey';
  return {
    kind: 'answer',
    id: turn.id,
    blocks: turn.blocks.map(shownBlock),
    source: turn.source === null ? null : sourceView(turn.source, viewer),
    notice:
      paidByKey && turn.planRefusal !== null && gaveAnything(turn)
        ? fallbackNotice(turn.planRefusal, viewer.circumstances.usedUp, viewer.spending, turn.run !== undefined)
        : null,
    progress: progressView(turn, viewer),
    usage: usageView(turn.usage),
    ...runView(turn),
    ...(turn.leftOut === undefined ? {} : { leftOut: leftOutTexts(turn.leftOut) }),
    seconds: turn.endedAt === null ? null : secondsBetween(turn.startedAt, turn.endedAt),
    ...branchView(turn, viewer),
    ...summaryBehind(turn, viewer),
  };
}

function summaryBehind({ id }: AnswerTurn, viewer: Viewer): Pick<AnswerView, 'summary'> {
  const seen = viewer.summaryBehind(id);
  if (seen === null) return {};
  if (seen === 'underWay') return { summary: summaryUnderWay() };
  const { payer, provider, model, account } = sourceView(seen.summary.source, viewer);
  const byPlan = account === undefined ? l10n.t('Paid by your plan') : l10n.t('Paid by the plan of {0}', account);
  const paid = payer === 'plan' ? byPlan : l10n.t('Paid by your API key');
  return {
    summary: summaryView(
      seen,
      [paid, provider, model].filter((fact) => fact !== ''),
    ),
  };
}

/** Whoever was asked and gave nothing was not paid either: then only the failure is shown. */
function gaveAnything({ progress, blocks }: AnswerTurn): boolean {
  return progress.kind !== 'failed' || blocks.length > 0;
}

/** A page draws neither signatures nor what tools are given, so they are not sent. */
function shownBlock(block: AnswerBlock): AnswerBlock {
  switch (block.kind) {
    case 'text':
      return block;
    case 'thinking':
      return { ...block, signature: '' };
    case 'redactedThinking':
      return { ...block, data: '' };
    case 'toolUse':
      return { ...block, input: { kind: 'arriving', json: '' } };
  }
}

/** The event as a message to the page; null where there is nothing for it to see. */
export function shownEvent(event: BlockEvent): BlockEvent | null {
  switch (event.kind) {
    case 'textAdded':
    case 'thinkingAdded':
      return event;
    case 'blockStarted':
      return event.block.kind === 'redactedThinking' ? { ...event, block: { ...event.block, data: '' } } : event;
    case 'signatureAdded':
    case 'toolInputAdded':
    case 'blockEnded':
      return null;
  }
}

export function sourceView({ payer, model, account }: AnswerSource, { profile, accountNames }: Viewer): Source {
  const known = profile?.models.find(({ id }) => id === model);
  const name = account === undefined ? undefined : accountNames().get(account);
  const whose = name === undefined ? {} : { account: name };
  return { payer, provider: profile?.name ?? '', model: known?.name ?? model, ...whose };
}

export function progressView(answer: AnswerTurn, { circumstances, dueAtOf }: Viewer): Progress {
  const { progress, source, planRefusal } = answer;
  const dueAt = dueAtOf(answer.id);
  if (dueAt !== null) return { kind: 'failed', notice: waitingNotice(dueAt) };
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
    case 'stopped':
    case 'interrupted':
      return { kind: progress.kind };
    case 'done': {
      const ending = endingOf(answer);
      const notice = ending === null ? null : endingNotice(ending, textOf(answer.blocks).trim() !== '');
      if (notice !== null) return { kind: 'unanswered', notice };
      return { kind: ending === 'truncated' ? 'truncated' : 'done' };
    }
    case 'failed': {
      const payer = source?.payer ?? (planRefusal === null ? null : 'plan');
      return {
        kind: 'failed',
        notice: failureNotice(progress.failure, {
          ...circumstances,
          payer,
          canContinue: canContinue(answer),
          isRun: answer.run !== undefined && answer.blocks.length > 0,
        }),
      };
    }
  }
}

/** Both in milliseconds since the epoch; a clock that was set back meanwhile makes no answer end before it began. */
export function secondsBetween(startedAt: number, endedAt: number): number {
  return Math.max(0, endedAt - startedAt) / 1000;
}

/** Null until the service has named both figures: half a count would read as a whole one. */
export function usageView({ inputTokens, outputTokens }: Usage): UsageView | null {
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}
