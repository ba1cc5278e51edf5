// How much of what the service counted came from answers that were given here, and how much from elsewhere. The
// service's figure always stands: what was counted here only divides it.
import { type CountedAnswer, tokensIn } from '../counted-answer.ts';

/** What the service counted between two readings: after `from`, up to and with `until`. */
export interface Stretch {
  /** Milliseconds since the epoch, as `until`; null where nobody knows when the count began. */
  readonly from: number | null;
  readonly until: number;
  /** At least 0, in the growth's unit. */
  readonly amount: number;
  /** Whether the count began anew, so that nothing from before is in it. */
  readonly isFirst: boolean;
}

/** What the service counted over a time, oldest first. Where readings have gaps, stretches do not adjoin. */
export interface CountedGrowth {
  /** Tokens, or percent of a limit that the service gives no amounts for. */
  readonly unit: 'tokens' | 'percent';
  /** To how much the service rounds, in the unit; 0 where it does not. */
  readonly resolution: number;
  readonly stretches: readonly Stretch[];
}

export interface AnswerPart {
  readonly answer: CountedAnswer;
  /** In the growth's unit. */
  readonly amount: number;
}

/** All amounts are in the growth's unit; `here` and `elsewhere` add up to `counted`, the parts to `here`. */
export interface Attribution {
  readonly counted: number;
  /** Of percent it is the most that it can be: what a token takes of a limit is not known. */
  readonly here: number;
  readonly elsewhere: number;
  /** Within which `here` lies, as far as can be told. */
  readonly low: number;
  readonly high: number;
  readonly parts: readonly AnswerPart[];
  /** Tokens of answers at times that no reading covers. */
  readonly unreadTokens: number;
}

/** The service's figures follow an answer with a delay. In milliseconds. */
const settles = 60_000;

interface Share {
  readonly given: number;
  readonly parts: readonly AnswerPart[];
}

/** @param answers that the plan paid for in this time, in any order. */
export function attribute(growth: CountedGrowth, answers: readonly CountedAnswer[]): Attribution {
  const sorted = [...answers].sort((one, other) => one.at - other.at);
  const own = answersOf(growth.stretches, sorted);
  const shares = growth.unit === 'tokens' ? tokenShares(growth.stretches, own) : percentShares(growth, own);
  const here = sum(shares.map(({ given }) => given));
  const elsewhere = sum(growth.stretches.map(({ amount }, index) => amount - (shares[index]?.given ?? 0)));
  const counted = here + elsewhere;
  const covered = new Set(own.flat());
  const unread = sorted.filter((answer) => !covered.has(answer));
  return {
    counted,
    here,
    elsewhere,
    ...rangeOf(growth, own, here, counted),
    parts: joined(shares.flatMap(({ parts }) => parts)),
    unreadTokens: sum(unread.map(tokensIn)),
  };
}

/** The answers of each stretch. Both lists are in the order of time. */
function answersOf(stretches: readonly Stretch[], answers: readonly CountedAnswer[]): CountedAnswer[][] {
  let next = 0;
  return stretches.map(({ from, until }) => {
    const own: CountedAnswer[] = [];
    for (let answer = answers[next]; answer !== undefined && answer.at <= until; answer = answers[++next])
      if (from !== null && answer.at > from) own.push(answer);
    return own;
  });
}

/** Answers take what they cost of their stretch; what the service counts later, of the next one. */
function tokenShares(stretches: readonly Stretch[], own: readonly (readonly CountedAnswer[])[]): Share[] {
  let late: AnswerPart[] = [];
  return stretches.map(({ amount, isFirst }, index) => {
    const fresh = (own[index] ?? []).map((answer) => ({ answer, amount: tokensIn(answer) }));
    const wanting = isFirst ? fresh : [...late, ...fresh];
    const wanted = sum(wanting.map((part) => part.amount));
    const given = Math.min(amount, wanted);
    const parts = divided(given, wanting);
    late = fresh.map(({ answer, amount: cost }) => ({
      answer,
      amount: cost - (wanted === 0 ? 0 : (cost / wanted) * given),
    }));
    return { given, parts };
  });
}

/**
 * What grew while answers were given may all be theirs. While none was, only what rounding held back, or what settled
 * late, can be.
 */
function percentShares({ stretches, resolution }: CountedGrowth, own: readonly (readonly CountedAnswer[])[]): Share[] {
  let before: readonly CountedAnswer[] = [];
  let heldBack = 0;
  return stretches.map(({ from, amount, isFirst }, index) => {
    if (isFirst) {
      before = [];
      heldBack = 0;
    }
    const fresh = own[index] ?? [];
    const settling = from === null ? [] : before.filter(({ at }) => at > from - settles);
    const isAtWork = fresh.length > 0 || settling.length > 0;
    if (fresh.length > 0) before = fresh;
    const given = isAtWork ? amount : Math.min(amount, heldBack);
    heldBack = isAtWork ? resolution : heldBack - given;
    const weighed = before.map((answer) => ({ answer, amount: tokensIn(answer) }));
    return { given, parts: divided(given, weighed) };
  });
}

/** Divides an amount in proportion to the parts, which are not all 0 where there is something to divide. */
function divided(amount: number, parts: readonly AnswerPart[]): AnswerPart[] {
  const all = sum(parts.map((part) => part.amount));
  return parts.map(({ answer, amount: part }) => ({ answer, amount: all === 0 ? 0 : (part / all) * amount }));
}

function joined(parts: readonly AnswerPart[]): AnswerPart[] {
  const amounts = new Map<CountedAnswer, number>();
  for (const { answer, amount } of parts) amounts.set(answer, (amounts.get(answer) ?? 0) + amount);
  return [...amounts].map(([answer, amount]) => ({ answer, amount }));
}

/** Services differ in whether what was read from the cache counts, and in when an answer counts. */
function rangeOf(
  { unit, stretches }: CountedGrowth,
  own: readonly (readonly CountedAnswer[])[],
  here: number,
  counted: number,
): Pick<Attribution, 'low' | 'high'> {
  if (unit === 'percent') return { low: 0, high: here };
  const least = own.map((answers, index) =>
    Math.min(stretches[index]?.amount ?? 0, sum(answers.map(({ input, output }) => input + output))),
  );
  const most = Math.min(counted, sum(own.flat().map(tokensIn)));
  return { low: Math.min(here, sum(least)), high: Math.max(here, most) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
