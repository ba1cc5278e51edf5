// Knows what the API key has spent on the person's own day and when their cap is reached, purely; not where the count is
// kept nor what is done at the cap. The count is of tokens, since nothing on the wire names a price.
import type { AnswerTurn } from './conversation.ts';
import type { Usage } from './stream-event.ts';

export interface DaySpending {
  /** The local day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly tokens: number;
}

/** The count that all windows of a person add to. */
export interface KeySpending {
  /** Tokens spent since midnight, as the person's clock has it. */
  readonly today: number;
  /** Never throws: the count holds in this window also where it could not be kept. */
  add(tokens: number): void;
  /** Resolves when what was added is kept, or cannot be. Never rejects. */
  settled(): Promise<void>;
  /** Counts from nothing again, once what is being kept is; what is kept is deleted. Never rejects. */
  forget(): Promise<void>;
}

/** The day on which `time` falls where the person is. */
export function localDay(time: number): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Reads what was stored; null for anything else. Checked by hand, since it is read before any schema is loaded. */
export function parseDaySpending(stored: unknown): DaySpending | null {
  if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('tokens' in stored)) return null;
  const { day, tokens } = stored;
  return typeof day === 'string' && typeof tokens === 'number' && tokens >= 0 ? { day, tokens } : null;
}

/** Tokens spent on the day of `now`; a record of another day counts for nothing. */
export function spentOnDay(record: DaySpending | null, now: number): number {
  return record?.day === localDay(now) ? record.tokens : 0;
}

export function withSpending(record: DaySpending | null, tokens: number, now: number): DaySpending {
  return { day: localDay(now), tokens: spentOnDay(record, now) + tokens };
}

/** A cap of 0 is none. */
export function isCapReached(spent: number, cap: number): boolean {
  return cap > 0 && spent >= cap;
}

const charactersPerToken = 4;

/**
 * What an answer cost. The service names its last figure at the end only, so an answer that did not come to its end is
 * counted by its length where that says more: a count that guards money must not be too small.
 */
export function tokensSpent(usage: Usage, isWhole: boolean, receivedCharacters: number): number {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const estimated = isWhole && outputTokens !== null ? 0 : Math.ceil(receivedCharacters / charactersPerToken);
  return (inputTokens ?? 0) + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) + Math.max(outputTokens ?? 0, estimated);
}

/** What an answer has cost the API key since it began: what it held by then was counted when it was received. */
export function tokensSpentByKey(begun: AnswerTurn, { source, usage, progress, text, thinking }: AnswerTurn): number {
  if (source?.payer !== 'apiKey') return 0;
  const received = text.length + thinking.length - begun.text.length - begun.thinking.length;
  return tokensSpent(usage, progress.kind === 'done', received);
}
