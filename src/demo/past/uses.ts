// What the demo's subscriber might have used of the plan: answers that were given here, and what another machine took.
import type { AnswerOrigin, CountedAnswer } from '../../core/usage/counted-answer.ts';
import { demoModels, planTokens } from '../accounts/models.ts';
import { varied, workedTimes } from './working-hours.ts';

interface PastAnswer {
  readonly model: string;
  readonly origin: AnswerOrigin;
  /** The id of the conversation that it is in; null for what was in none. */
  readonly conversation: string | null;
  readonly isInWorkspace: boolean;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export interface PastUse {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** As the demo counts them. */
  readonly tokens: number;
  /** Null where another machine asked. */
  readonly answer: PastAnswer | null;
}

/** The answers that were given here, as the windows of the person count them. */
export function pastAnswers(
  uses: readonly PastUse[],
  { service, account, workspace }: Pick<CountedAnswer, 'service' | 'account' | 'workspace'>,
): CountedAnswer[] {
  return uses.flatMap(({ at, answer }): CountedAnswer[] => {
    if (answer === null) return [];
    const { isInWorkspace, ...counted } = answer;
    return [{ at, service, account, payer: 'plan', workspace: isInWorkspace ? workspace : null, ...counted }];
  });
}

/** An answer of a conversation that is kept. */
export interface PastTurn {
  readonly conversation: string;
  /** About when, in milliseconds since the epoch. */
  readonly at: number;
  readonly input: number;
  readonly output: number;
}

const [large, small] = demoModels;
/** Less is no answer. */
const fewestTokens = 400;

/**
 * All that a time took of the plan, oldest first.
 *
 * @param tokens how much, as the demo counts
 * @param turns answers that were among it
 * @param kept the answers of all conversations, oldest first
 */
export function usesIn(
  from: number,
  until: number,
  tokens: number,
  turns: readonly PastTurn[],
  kept: readonly PastTurn[],
): PastUse[] {
  const uses: Omit<PastUse, 'at'>[] = [];
  let left = Math.round(tokens);
  for (const turn of turns) {
    const use = useOfTurn(turn);
    if (use.tokens > left) break;
    uses.push(use);
    left -= use.tokens;
  }
  while (left > 0) {
    const use = usualUse(from / 60_000 + uses.length * 7);
    // What is left over at the end, somebody else has used.
    const isWhole = left >= use.tokens + fewestTokens;
    uses.push(isWhole ? use : { tokens: left, answer: null });
    left -= isWhole ? use.tokens : left;
  }
  const times = workedTimes(from, until, uses.length);
  return uses.map((use, place) => inConversation({ ...use, at: times[place] ?? from }, kept));
}

/** What was asked in the panel belongs to one of the conversations that were begun last by then. */
function inConversation(use: PastUse, kept: readonly PastTurn[]): PastUse {
  const { at, answer } = use;
  if (answer?.conversation !== null || !['ask', 'agent'].includes(answer.origin)) return use;
  const begun = [...new Set(kept.filter((turn) => turn.at <= at).map(({ conversation }) => conversation))];
  const conversation = (varied(at / 60_000) < 0.7 ? begun.at(-1) : begun.at(-2)) ?? begun.at(-1) ?? null;
  return { ...use, answer: { ...answer, conversation } };
}

function useOfTurn({ conversation, input, output }: PastTurn): Omit<PastUse, 'at'> {
  const model = large?.id ?? '';
  const answer: PastAnswer = { model, origin: 'ask', conversation, isInWorkspace: true, input, output, cached: 0 };
  return { tokens: planTokens(model, input + output), answer };
}

function usualUse(seed: number): Omit<PastUse, 'at'> {
  const [which, kind, ...sizes] = Array.from({ length: 5 }, (_, place) => varied(seed + place * 1.37));
  const model = ((which ?? 0) < 0.7 ? large : small)?.id ?? '';
  const [newly = 0, long = 0, again = 0] = sizes;
  const counts = {
    input: Math.round(500 + 2500 * newly ** 2),
    output: Math.round(250 + 1300 * long),
    cached: again < 0.3 ? 0 : Math.round(7000 * again),
  };
  const tokens = planTokens(model, counts.input + counts.output + counts.cached);
  if ((kind ?? 0) < 0.1) return { tokens, answer: null };
  const origin = originFor(kind ?? 0);
  return { tokens, answer: { model, origin, conversation: null, isInWorkspace: newly < 0.8, ...counts } };
}

function originFor(share: number): AnswerOrigin {
  if (share < 0.5) return 'agent';
  if (share < 0.85) return 'ask';
  return share < 0.95 ? 'vscodeChat' : 'commitMessage';
}
