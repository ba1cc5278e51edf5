// A conversation as a tree that its records build: every prompt that was edited and every answer that was asked anew
// starts a branch, and the old one stays. This is the one place that applies records.
import { type AnswerTurn, createAnswer } from './answer.ts';
import { type Conversation, textOfTurn, type Turn } from './conversation.ts';
import { FileLog } from './files/file-log.ts';
import { beginningsIn } from './references.ts';
import { titleFrom } from './title.ts';
import { SummaryLog } from './summaries.ts';
import { TurnNodes } from './turn-nodes.ts';
import { type AnswerRecord, answerAfter, promptOf, recordsOf } from './turn-records.ts';
import type { ExportedRecord } from './conversation-export.ts';
import type { HistoryRecord } from './records.ts';

/** Which of several branches a turn begins, counted from 0. */
export interface BranchPlace {
  readonly index: number;
  readonly count: number;
}

export class ConversationTree {
  readonly id: string;
  /** The files that were changed in it. */
  readonly files = new FileLog();
  /** What models made of its beginning, in whichever branch. */
  readonly summaries = new SummaryLog();
  readonly #nodes = new TurnNodes();
  /** The turn that came or was chosen last. */
  #head: string | null = null;
  #givenTitle: string | null = null;
  #pinned = false;
  #deletedAt: number | null = null;
  #removedAt = 0;
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
        // Asking on in another window takes back a deletion: what is asked is never lost.
        this.#deletedAt = null;
        this.#add(promptOf(record), record.parent, at);
        return;
      case 'answer': {
        const { id, blocks, replaces } = record;
        const answer = { ...createAnswer(id, at), blocks, progress: { kind: 'interrupted' }, endedAt: at } as const;
        this.#add(answer, record.parent, at);
        if (replaces !== null) this.#nodes.get(replaces)?.successors.push(id);
        return;
      }
      case 'chosen':
        if (this.#nodes.get(record.head) !== undefined) this.#head = record.head;
        return;
      case 'removed': {
        const node = this.#nodes.get(record.id);
        if (node !== undefined) node.removed = record.removed;
        this.#removedAt = at;
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
      case 'fileChangeBegan':
      case 'fileChangeEnded':
      case 'fileChangesKept':
        this.files.take(record);
        return;
      case 'summaryMade':
      case 'summaryUsed':
        this.summaries.take(record);
        return;
      default:
        this.#change(record, at);
    }
  }

  /** Applies what an answer that runs says of files and summaries: its turn is put in its place by `settle`. */
  takeBeside(record: HistoryRecord): void {
    this.files.take(record);
    this.summaries.take(record);
  }

  #change(record: AnswerRecord, at: number): void {
    const node = this.#nodes.get(record.id);
    if (node?.turn.kind === 'answer') node.turn = answerAfter(node.turn, record, at);
  }

  /** Puts an answer that has ended in this window in its place. */
  settle(answer: AnswerTurn): void {
    const node = this.#nodes.get(answer.id);
    if (node !== undefined) node.turn = answer;
  }

  #add(turn: Turn, parent: string | null, at: number): void {
    if (this.#nodes.add(turn, parent, at)) this.#head = turn.id;
  }

  /**
   * The turn that the next prompt follows; null in an empty conversation. A branch is always shown to its end: where
   * something follows the turn that was chosen, or is in its place, that is the end.
   */
  get head(): string | null {
    const head = this.#head;
    const node = this.#nodes.get(head ?? '');
    if (head === null || node === undefined) return null;
    const seen = this.#nodes.isVisible(node) ? head : this.#nodes.visibleBefore(head);
    const end = this.#nodes.endOf(seen);
    return end === seen ? head : end;
  }

  /** The one that a person gave, or after the first prompt that is not removed. */
  get title(): string {
    const first = this.#firstVisible('prompt');
    return this.#givenTitle ?? titleFrom(first === null ? '' : textOfTurn(first));
  }

  #firstVisible(kind: Turn['kind'] | null): Turn | null {
    for (const node of this.#nodes.all()) {
      if ((kind === null || node.turn.kind === kind) && this.#nodes.isVisible(node)) return node.turn;
    }
    return null;
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  /** Milliseconds since the epoch; null while it is not deleted. One whose every turn was removed is deleted, too. */
  get deletedAt(): number | null {
    if (this.#deletedAt !== null) return this.#deletedAt;
    return this.isEmpty || this.#firstVisible(null) !== null ? null : this.#removedAt;
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
    for (let id = this.head; id !== null; id = this.parentOf(id)) {
      const node = this.#nodes.get(id);
      if (node === undefined) break;
      if (this.#nodes.isVisible(node)) turns.push(node.turn);
    }
    const summary = this.summaries.usedIn(turns.reverse());
    return { turns, ...(summary === null ? {} : { summary }) };
  }

  /** Every turn of every branch that can be seen, in the order of arrival. */
  allTurns(): Turn[] {
    return Array.from(this.#nodes.all())
      .filter((node) => this.#nodes.isVisible(node))
      .map(({ turn }) => turn);
  }

  branchOf(id: string): BranchPlace {
    const branches = this.#branches(id);
    return { index: Math.max(0, branches.indexOf(id)), count: branches.length };
  }

  /** The last turn of the branch beside `id`'s: the one to choose; null where there is none. */
  headBeside(id: string, step: 1 | -1): string | null {
    const branches = this.#branches(id);
    const place = branches.indexOf(id);
    const beside = place === -1 ? undefined : branches[place + step];
    return beside === undefined ? null : this.#nodes.endOf(beside);
  }

  #branches(id: string): string[] {
    return this.#nodes.visibleBehind(this.#nodes.visibleBefore(id));
  }

  /** The fewest records that make what can be seen of this conversation anew, all branches included. */
  records(): ExportedRecord[] {
    const records: ExportedRecord[] = [];
    // Those before it in its branch that can be seen, by the ids of all turns.
    const before = new Map<string, string | null>();
    for (const node of this.#nodes.all()) {
      const { turn } = node;
      const parent = before.get(node.parent ?? '') ?? null;
      const isVisible = this.#nodes.isVisible(node);
      before.set(turn.id, isVisible ? turn.id : parent);
      if (isVisible) for (const record of recordsOf(turn, parent, node.at)) records.push(record);
    }
    const at = this.#changedAt;
    const summaries = this.summaries.records(beginningsIn(records));
    records.push(...summaries.map((record) => ({ at, ...record })));
    const shown = before.get(this.head ?? '') ?? null;
    if (shown !== null) records.push({ at, kind: 'chosen', head: shown });
    if (this.#givenTitle !== null) records.push({ at, kind: 'titled', title: this.#givenTitle });
    return records;
  }
}

const housekeeping: ReadonlySet<HistoryRecord['kind']> = new Set([
  ...(['chosen', 'removed', 'titled', 'pinned', 'deleted'] as const),
  ...(['fileChangeBegan', 'fileChangeEnded', 'fileChangesKept', 'summaryMade', 'summaryUsed'] as const),
]);
