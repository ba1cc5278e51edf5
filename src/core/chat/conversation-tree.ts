// Knows a conversation as a tree that its records build: every prompt that was edited and every answer that was asked anew
// starts a branch, and the old one stays. It does not know where records come from; it is the one place that applies them.
import { type AnswerTurn, type Conversation, createAnswer, type PromptTurn, type Turn } from './conversation.ts';
import { titleFrom } from './conversation-title.ts';
import type { ExportedRecord, HistoryRecord } from './history-record.ts';

interface Node {
  turn: Turn;
  readonly parent: string | null;
  readonly children: string[];
  removed: boolean;
  /** Another answer has taken its text over, or it never had any. */
  superseded: boolean;
}

/** Which of several branches a turn begins, counted from 0. */
export interface BranchPlace {
  readonly index: number;
  readonly count: number;
}

export class ConversationTree {
  readonly id: string;
  readonly #nodes = new Map<string, Node>();
  readonly #roots: string[] = [];
  #head: string | null = null;
  #givenTitle: string | null = null;
  #firstPrompt: string | null = null;
  #pinned = false;
  #deletedAt: number | null = null;
  #changedAt = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** Applies a record. One that names a turn nobody has seen changes nothing. */
  take(record: HistoryRecord, at: number): void {
    // Looking after a conversation is not taking part in it: the list keeps its order.
    if (!housekeeping.has(record.kind)) this.#changedAt = Math.max(this.#changedAt, at);
    switch (record.kind) {
      case 'prompt':
        this.#firstPrompt ??= record.text;
        // Asking on in another window takes back a deletion: what is asked is never lost.
        this.#deletedAt = null;
        this.#add(promptOf(record), record.parent);
        return;
      case 'answer': {
        const { id, text, thinking } = record;
        this.#add({ ...createAnswer(id, at), text, thinking, progress: { kind: 'interrupted' }, endedAt: at }, record.parent);
        const replaced = record.replaces === null ? undefined : this.#nodes.get(record.replaces);
        if (replaced !== undefined) replaced.superseded = true;
        return;
      }
      case 'chosen':
        if (this.#nodes.has(record.head)) this.#head = record.head;
        return;
      case 'removed': {
        const node = this.#nodes.get(record.id);
        if (node !== undefined) node.removed = record.removed;
        return;
      }
      case 'titled':
        this.#givenTitle = record.title;
        return;
      case 'pinned':
        this.#pinned = record.pinned;
        return;
      case 'deleted':
        this.#deletedAt = record.deleted ? at : null;
        return;
      default:
        this.#change(record, at);
    }
  }

  #change(record: Exclude<HistoryRecord, { kind: StructuralKind }>, at: number): void {
    const node = this.#nodes.get(record.id);
    if (node?.turn.kind === 'answer') node.turn = answerAfter(node.turn, record, at);
  }

  /** Puts an answer that has ended in this window in its place. */
  settle(answer: AnswerTurn): void {
    const node = this.#nodes.get(answer.id);
    if (node !== undefined) node.turn = answer;
  }

  #add(turn: Turn, parent: string | null): void {
    if (this.#nodes.has(turn.id)) return;
    this.#nodes.set(turn.id, { turn, parent, children: [], removed: false, superseded: false });
    (this.#nodes.get(parent ?? '')?.children ?? this.#roots).push(turn.id);
    this.#head = turn.id;
  }

  /** The turn that the next prompt follows; null in an empty conversation. */
  get head(): string | null {
    return this.#head;
  }

  get title(): string {
    return this.#givenTitle ?? titleFrom(this.#firstPrompt ?? '');
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  /** Milliseconds since the epoch; null while it is not deleted. */
  get deletedAt(): number | null {
    return this.#deletedAt;
  }

  /** When something was last asked or answered, in milliseconds since the epoch. */
  get changedAt(): number {
    return this.#changedAt;
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  turn(id: string): Turn | null {
    return this.#nodes.get(id)?.turn ?? null;
  }

  parentOf(id: string): string | null {
    return this.#nodes.get(id)?.parent ?? null;
  }

  /** The ids of every answer that a prompt was given. */
  answersTo(promptId: string): readonly string[] {
    const children = this.#nodes.get(promptId)?.children ?? [];
    return children.filter((id) => this.#nodes.get(id)?.turn.kind === 'answer');
  }

  /** The branch that is shown, without what was removed. */
  shown(): Conversation {
    const turns: Turn[] = [];
    for (let id = this.#head; id !== null; id = this.parentOf(id)) {
      const node = this.#nodes.get(id);
      if (node === undefined) break;
      if (!node.removed) turns.push(node.turn);
    }
    return { turns: turns.reverse() };
  }

  /** Every turn of every branch that is not removed, in the order of arrival. */
  allTurns(): Turn[] {
    return [...this.#nodes.values()].filter(({ removed }) => !removed).map(({ turn }) => turn);
  }

  branchOf(id: string): BranchPlace {
    const branches = this.#branches(id);
    return { index: branches.indexOf(id), count: branches.length };
  }

  /** The last turn of the branch beside `id`'s: the one to choose; null where there is none. */
  headBeside(id: string, step: 1 | -1): string | null {
    const branches = this.#branches(id);
    let head = branches[branches.indexOf(id) + step] ?? null;
    if (head === null) return null;
    for (let next = this.#lastChild(head); next !== null; next = this.#lastChild(head)) head = next;
    return head;
  }

  #branches(id: string): string[] {
    const node = this.#nodes.get(id);
    const siblings = this.#nodes.get(node?.parent ?? '')?.children ?? this.#roots;
    return siblings.filter((other) => {
      const beside = this.#nodes.get(other);
      return other === id || (beside !== undefined && isReachable(beside) && beside.turn.kind === node?.turn.kind);
    });
  }

  #lastChild(id: string): string | null {
    return this.#nodes.get(id)?.children.findLast((child) => this.#nodes.get(child)?.superseded === false) ?? null;
  }

  /** The fewest records that make this conversation anew, all branches included. */
  records(): ExportedRecord[] {
    const records: ExportedRecord[] = [];
    for (const node of this.#nodes.values()) {
      // What it held is in the answer that took its place.
      if (node.superseded && node.children.length === 0) continue;
      const at = node.turn.kind === 'answer' ? node.turn.startedAt : this.#changedAt;
      records.push(...recordsOf(node.turn, node.parent, at));
      if (node.removed) records.push({ at, kind: 'removed', id: node.turn.id, removed: true });
    }
    const at = this.#changedAt;
    if (this.#head !== null) records.push({ at, kind: 'chosen', head: this.#head });
    if (this.#givenTitle !== null) records.push({ at, kind: 'titled', title: this.#givenTitle });
    return records;
  }
}

type StructuralKind = 'prompt' | 'answer' | 'chosen' | 'removed' | 'titled' | 'pinned' | 'deleted';
const housekeeping: ReadonlySet<HistoryRecord['kind']> = new Set(['chosen', 'removed', 'titled', 'pinned', 'deleted']);

function isReachable({ removed, superseded }: Node): boolean {
  return !removed && !superseded;
}

function answerAfter(answer: AnswerTurn, record: Exclude<HistoryRecord, { kind: StructuralKind }>, at: number): AnswerTurn {
  switch (record.kind) {
    case 'source':
      return { ...answer, source: { payer: record.payer, model: record.model } };
    case 'planRefused':
      return { ...answer, planRefusal: record.failure, source: null };
    case 'leftOut':
      return { ...answer, leftOut: { turns: record.turns, images: record.images } };
    case 'text':
      return { ...answer, text: answer.text + record.text, endedAt: at };
    case 'thinking':
      return { ...answer, thinking: answer.thinking + record.text, endedAt: at };
    case 'done':
      return { ...answer, progress: { kind: 'done', stopReason: record.stopReason }, usage: record.usage, endedAt: at };
    case 'failed':
      return { ...answer, progress: { kind: 'failed', failure: record.failure }, usage: record.usage, endedAt: at };
    case 'stopped':
      return { ...answer, progress: { kind: 'stopped' }, usage: record.usage, endedAt: at };
  }
}

function promptOf({ id, text, attachments }: HistoryRecord & { kind: 'prompt' }): PromptTurn {
  return { kind: 'prompt', id, text, ...(attachments === undefined ? {} : { attachments }) };
}

function recordsOf(turn: Turn, parent: string | null, at: number): ExportedRecord[] {
  const { id, text } = turn;
  if (turn.kind === 'prompt') {
    const { attachments } = turn;
    return [{ at, kind: 'prompt', id, parent, text, ...(attachments === undefined ? {} : { attachments: [...attachments] }) }];
  }
  const { thinking, planRefusal, source, leftOut } = turn;
  const end = endRecord(turn);
  return [
    { at, kind: 'answer', id, parent, replaces: null, text, thinking },
    ...(leftOut === undefined ? [] : [{ at, kind: 'leftOut' as const, id, ...leftOut }]),
    ...(planRefusal === null ? [] : [{ at, kind: 'planRefused' as const, id, failure: planRefusal }]),
    ...(source === null ? [] : [{ at, kind: 'source' as const, id, ...source }]),
    ...(end === null ? [] : [{ at: turn.endedAt ?? at, ...end }]),
  ];
}

/** The record that ends an answer; null for one that has not ended, or was interrupted. */
export function endRecord({ id, progress, usage }: AnswerTurn): HistoryRecord | null {
  switch (progress.kind) {
    case 'done':
      return { kind: 'done', id, stopReason: progress.stopReason, usage };
    case 'failed':
      return { kind: 'failed', id, failure: progress.failure, usage };
    case 'stopped':
      return { kind: 'stopped', id, usage };
    case 'waiting':
    case 'streaming':
    case 'interrupted':
      return null;
  }
}
