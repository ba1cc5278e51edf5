// The summaries that models made of a conversation's beginning, and which of them is sent in its place. One belongs to
// the turns that it was made of: it stands only in a branch that begins with exactly these, as they were then.
import { sourceOf } from './answer.ts';
import type { ConversationSummary, Turn } from './conversation.ts';
import type { HistoryRecord } from './records.ts';
import { type Beginnings, isBranchBeginning } from './references.ts';

export interface SeenSummary {
  readonly summary: ConversationSummary;
  /** Whether it is sent; one that is not can be again. */
  readonly isUsed: boolean;
  /** How many prompts are among its turns. */
  readonly prompts: number;
}

export type SummaryRecord = Extract<HistoryRecord, { kind: 'summaryMade' | 'summaryUsed' }>;

/** How many a conversation has at most, so that looking through all of them for each turn is still fast. */
export const mostSummaries = 200;

export class SummaryLog {
  /** By their ids, in the order in which they were made. */
  readonly #made = new Map<string, ConversationSummary>();
  readonly #unused = new Set<string>();

  /** Records of other things change nothing. */
  take(record: HistoryRecord): void {
    if (record.kind === 'summaryUsed') {
      if (record.used) this.#unused.delete(record.id);
      else this.#unused.add(record.id);
    }
    if (record.kind !== 'summaryMade' || this.#made.has(record.id)) return;
    if (this.#made.size >= mostSummaries) this.#dropOldest();
    const { id, covers, steps, leftOut, text } = record;
    this.#made.set(id, { id, covers, steps, leftOut, text, source: sourceOf(record) });
  }

  /** Of those that are not used, where there are any. */
  #dropOldest(): void {
    const ids = [...this.#made.keys()];
    const oldest = ids.find((id) => this.#unused.has(id)) ?? ids[0];
    if (oldest !== undefined) this.#made.delete(oldest);
  }

  /** What is sent in the place of these turns' beginning; null where they go whole. */
  usedIn(turns: readonly Turn[]): ConversationSummary | null {
    return this.#longestIn(turns, ({ id }) => !this.#unused.has(id));
  }

  /** The one that is sent, and the one beyond it that a person took out, each by the last turn that it is of. */
  seenIn(turns: readonly Turn[]): ReadonlyMap<string, SeenSummary> {
    const used = this.usedIn(turns);
    const unused = this.#longestIn(turns, ({ id }) => this.#unused.has(id));
    const isBeyond = unused !== null && unused.covers.length > (used?.covers.length ?? 0);
    const promptsIn = ({ covers }: ConversationSummary): number =>
      turns.slice(0, covers.length).filter(({ kind }) => kind === 'prompt').length;
    const seen: readonly SeenSummary[] = [
      ...(used === null ? [] : [{ summary: used, isUsed: true, prompts: promptsIn(used) }]),
      ...(isBeyond ? [{ summary: unused, isUsed: false, prompts: promptsIn(unused) }] : []),
    ];
    return new Map(seen.map((each) => [each.summary.covers.at(-1) ?? '', each]));
  }

  /** Whether this is the last turn of any, in whichever branch. */
  hasEnd(turnId: string): boolean {
    return [...this.#made.values()].some(({ covers }) => covers.at(-1) === turnId);
  }

  /** Of those that are of the beginning of a branch as it can be seen: what was removed is in no other. */
  records(begun: Beginnings): SummaryRecord[] {
    const kept = [...this.#made.values()].filter(({ covers }) => isBranchBeginning(covers, begun));
    return kept.flatMap((summary) => [
      madeRecord(summary),
      ...(this.#unused.has(summary.id) ? [unusedRecord(summary.id)] : []),
    ]);
  }

  /** The newest of those that cover the most. */
  #longestIn(turns: readonly Turn[], isWanted: (summary: ConversationSummary) => boolean): ConversationSummary | null {
    const newestFirst = [...this.#made.values()].reverse();
    return newestFirst.reduce<ConversationSummary | null>((longest, summary) => {
      const isLonger = summary.covers.length > (longest?.covers.length ?? 0);
      return isLonger && isWanted(summary) && isOf(summary, turns) ? summary : longest;
    }, null);
  }
}

export function unusedRecord(id: string): SummaryRecord {
  return { kind: 'summaryUsed', id, used: false };
}

export function madeRecord({ source, covers, ...summary }: ConversationSummary): SummaryRecord {
  return { kind: 'summaryMade', ...summary, covers: [...covers], ...source };
}

function isOf({ covers, steps }: ConversationSummary, turns: readonly Turn[]): boolean {
  // It is shown behind an answer: what nobody could read or take out does not stand.
  if (turns[covers.length - 1]?.kind !== 'answer') return false;
  if (!covers.every((id, index) => turns[index]?.id === id)) return false;
  return stepsIn(turns.slice(0, covers.length)) === steps;
}

export function stepsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + (turn.kind === 'answer' ? (turn.run?.steps.length ?? 0) : 0), 0);
}
