// The summaries that models made of a conversation's beginning, and which of them is sent in its place. One belongs to
// the turns that it was made of: it stands only in a branch that begins with exactly these, as they were then.
import type { ConversationSummary, Turn } from './conversation.ts';
import type { HistoryRecord } from './records.ts';

export interface SeenSummary {
  readonly summary: ConversationSummary;
  /** Whether it is sent; one that is not can be again. */
  readonly isUsed: boolean;
}

export type SummaryRecord = Extract<HistoryRecord, { kind: 'summaryMade' | 'summaryUsed' }>;

export class SummaryLog {
  /** In the order in which they were made. */
  readonly #made: ConversationSummary[] = [];
  readonly #unused = new Set<string>();

  /** Records of other things change nothing. */
  take(record: HistoryRecord): void {
    if (record.kind === 'summaryUsed') {
      if (record.used) this.#unused.delete(record.id);
      else this.#unused.add(record.id);
    }
    if (record.kind !== 'summaryMade' || this.#made.some(({ id }) => id === record.id)) return;
    const { id, covers, steps, leftOut, text, payer, model } = record;
    this.#made.push({ id, covers, steps, leftOut, text, source: { payer, model } });
  }

  /** What is sent in the place of these turns' beginning; null where they go whole. */
  standingIn(turns: readonly Turn[]): ConversationSummary | null {
    return this.#longestIn(turns, ({ id }) => !this.#unused.has(id));
  }

  /** The one that is sent, and those beyond it that a person took out. */
  seenIn(turns: readonly Turn[]): readonly SeenSummary[] {
    const standing = this.standingIn(turns);
    const unused = this.#longestIn(turns, ({ id }) => this.#unused.has(id));
    const isBeyond = unused !== null && unused.covers.length > (standing?.covers.length ?? 0);
    return [
      ...(standing === null ? [] : [{ summary: standing, isUsed: true }]),
      ...(isBeyond ? [{ summary: unused, isUsed: false }] : []),
    ];
  }

  /** The last turn of each. */
  get ends(): ReadonlySet<string> {
    return new Set(this.#made.flatMap(({ covers }) => covers.slice(-1)));
  }

  /** Of those whose every turn can be seen: what was removed is in no other. */
  records(isVisible: (id: string) => boolean): SummaryRecord[] {
    const kept = this.#made.filter(({ covers }) => covers.every(isVisible));
    return kept.flatMap((summary): SummaryRecord[] => {
      const { id } = summary;
      return [
        madeRecord(summary),
        ...(this.#unused.has(id) ? [{ kind: 'summaryUsed' as const, id, used: false }] : []),
      ];
    });
  }

  /** The newest of those that cover the most. */
  #longestIn(turns: readonly Turn[], isWanted: (summary: ConversationSummary) => boolean): ConversationSummary | null {
    return this.#made.reduce<ConversationSummary | null>((longest, summary) => {
      const isLonger = summary.covers.length >= (longest?.covers.length ?? 0);
      return isLonger && isWanted(summary) && isOf(summary, turns) ? summary : longest;
    }, null);
  }
}

export function madeRecord({ source, covers, ...summary }: ConversationSummary): SummaryRecord {
  return { kind: 'summaryMade', ...summary, covers: [...covers], ...source };
}

function isOf({ covers, steps }: ConversationSummary, turns: readonly Turn[]): boolean {
  if (!covers.every((id, index) => turns[index]?.id === id)) return false;
  return stepsIn(turns.slice(0, covers.length)) === steps;
}

export function stepsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + (turn.kind === 'answer' ? (turn.run?.steps.length ?? 0) : 0), 0);
}
