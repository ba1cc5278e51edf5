// What came from here, by what it was for.
import { type CountedAnswer, tokensIn } from '../counted-answer.ts';
import { attribute, type Attribution, type AnswerPart, type CountedGrowth } from './attribution.ts';

/** By what answers are told apart. */
export const aspects = ['model', 'conversation', 'workspace', 'origin'] as const;
export type Aspect = (typeof aspects)[number];

export interface BreakdownRow {
  /** As it is in the counted answers; null for what was in no conversation or workspace. */
  readonly name: string | null;
  readonly answers: number;
  /** As the answers themselves named them. */
  readonly tokens: number;
  /** Of what the service counted, in the growth's unit. */
  readonly amount: number;
}

export interface Breakdown extends Omit<Attribution, 'parts'> {
  readonly unit: CountedGrowth['unit'];
  readonly resolution: number;
  /** The largest first; the amounts of each list add up to `here`. */
  readonly rows: Readonly<Record<Aspect, readonly BreakdownRow[]>>;
}

/** @param answers that the plan paid for in this time, in any order. */
export function breakdownOf(growth: CountedGrowth, answers: readonly CountedAnswer[]): Breakdown {
  const { parts, ...attribution } = attribute(growth, answers);
  const rows = {
    model: rowsBy(parts, ({ model }) => model),
    conversation: rowsBy(parts, ({ conversation }) => conversation),
    workspace: rowsBy(parts, ({ workspace }) => workspace),
    origin: rowsBy(parts, ({ origin }) => origin),
  };
  return { ...attribution, unit: growth.unit, resolution: growth.resolution, rows };
}

function rowsBy(parts: readonly AnswerPart[], nameOf: (answer: CountedAnswer) => string | null): BreakdownRow[] {
  const rows = new Map<string | null, BreakdownRow>();
  for (const { answer, amount } of parts) {
    const name = nameOf(answer);
    const before = rows.get(name) ?? { name, answers: 0, tokens: 0, amount: 0 };
    rows.set(name, {
      name,
      answers: before.answers + 1,
      tokens: before.tokens + tokensIn(answer),
      amount: before.amount + amount,
    });
  }
  return [...rows.values()].sort((one, other) => other.amount - one.amount || other.tokens - one.tokens);
}
