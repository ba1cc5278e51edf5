// Which records each thing makes that a person can do with a conversation, and what is asked by it. Nothing but a
// removal takes a turn out of every branch.
import type { Attachment } from '../attachments/attachment.ts';
import { holdNothing } from '../messages/blocks.ts';
import { noUsage } from '../messages/stream/stream-event.ts';
import { type AnswerTurn, canContinue, createAnswer } from './answer.ts';
import type { Turn } from './conversation.ts';
import type { ConversationTree } from './tree.ts';
import type { HistoryRecord } from './records.ts';

/** What makes a record one of its own. */
export interface Stamp {
  /** A fresh id. */
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A question that is to be recorded, then answered. */
export interface Asked {
  readonly records: readonly HistoryRecord[];
  /** What is new: the prompt, where there is one, and the answer. */
  readonly turns: readonly Turn[];
  readonly answer: AnswerTurn;
  /** The turn that this comes behind in its branch. */
  readonly after: string | null;
}

export function sentPrompt(
  tree: ConversationTree,
  text: string,
  attachments: readonly Attachment[],
  stamp: Stamp,
): Asked {
  return promptBehind(tree.head, text, attachments, stamp);
}

/** The same where nobody is asked, as if the answer had been stopped at once. */
export function leftUnsent(asked: Asked): Asked {
  const { id, startedAt } = asked.answer;
  const answer: AnswerTurn = { ...asked.answer, progress: { kind: 'stopped' }, endedAt: startedAt };
  const turns = asked.turns.map((turn) => (turn.id === id ? answer : turn));
  return { ...asked, turns, answer, records: [...asked.records, { kind: 'stopped', id, usage: noUsage }] };
}

/**
 * A branch of its own beside the prompt in its old wording; null where there is no such prompt.
 *
 * @param attachments in place of those that the prompt has
 */
export function editedPrompt(
  tree: ConversationTree,
  promptId: string,
  text: string,
  stamp: Stamp,
  attachments?: readonly Attachment[],
): Asked | null {
  const before = tree.turn(promptId);
  return before?.kind === 'prompt'
    ? promptBehind(tree.parentOf(promptId), text, attachments ?? before.attachments ?? [], stamp)
    : null;
}

/** An answer that holds nothing gives its place up. */
export function retriedAnswer(tree: ConversationTree, { id, blocks }: AnswerTurn, stamp: Stamp): Asked {
  return answerTo(tree.parentOf(id), holdNothing(blocks) ? id : null, createAnswer(stamp.newId(), stamp.now()));
}

/** A run goes on where it is. */
export function continuedRun(tree: ConversationTree, before: AnswerTurn): Asked | null {
  if (!canContinue(before)) return null;
  const answer: AnswerTurn = { ...before, source: null, progress: { kind: 'waiting' }, endedAt: null };
  return { records: [], turns: [answer], answer, after: tree.parentOf(before.id) };
}

/**
 * The answer with more behind it, in its place, or beside it where something was asked after it; null where it cannot
 * go on.
 */
export function continuedAnswer(tree: ConversationTree, before: AnswerTurn, stamp: Stamp): Asked | null {
  if (!canContinue(before)) return null;
  const { id, blocks } = before;
  return answerTo(tree.parentOf(id), id, { ...createAnswer(stamp.newId(), stamp.now()), blocks });
}

/** The version before or after this turn's is shown; null where there is none. */
export function chosenBranch(tree: ConversationTree, turnId: string, step: 1 | -1): HistoryRecord | null {
  const head = tree.headBeside(turnId, step);
  return head === null ? null : { kind: 'chosen', head };
}

/** A prompt goes with all its answers, or comes back with them. */
export function removedPrompt(tree: ConversationTree, promptId: string, removed: boolean): readonly HistoryRecord[] {
  if (tree.turn(promptId)?.kind !== 'prompt') return [];
  return [promptId, ...tree.answersTo(promptId)].map((id) => ({ kind: 'removed', id, removed }));
}

function promptBehind(parent: string | null, text: string, attachments: readonly Attachment[], stamp: Stamp): Asked {
  const prompt = {
    kind: 'prompt' as const,
    id: stamp.newId(),
    text,
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  };
  const asked = answerTo(prompt.id, null, createAnswer(stamp.newId(), stamp.now()));
  return { ...asked, records: [{ ...prompt, parent }, ...asked.records], turns: [prompt, asked.answer], after: parent };
}

function answerTo(parent: string | null, replaces: string | null, answer: AnswerTurn): Asked {
  const { id, blocks } = answer;
  return {
    records: [{ kind: 'answer', id, parent, replaces, blocks: [...blocks] }],
    turns: [answer],
    answer,
    after: parent,
  };
}
