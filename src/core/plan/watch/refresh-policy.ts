// When the service may be asked about a plan: the occasions, the least time between two requests, the back-off. All
// windows of one account share one record of what was asked, so the limits hold for all of them together: at most two
// requests per five focused minutes, and two per answer; for an account that no window uses, two per focused half hour.
import { type Failure, retryPolicyOf } from '../../service/failure/errors.ts';

export type Occasion =
  /** The window started, came back to the front, or has been there for a while. */
  | 'timer'
  | 'viewOpened'
  /** The account is signed in and not in use: its figures are a hint of where else something is left. */
  | 'notInUse'
  | 'answerEnded'
  /** An answer has ended that is one of many: more follow by themselves. */
  | 'stepEnded'
  /** A prompt was answered with 429: the figures are known to be wrong. */
  | 'limitHit'
  /** Somebody asked for it. */
  | 'person';

/** What was asked of the service for one account, by any window. Times are milliseconds since the epoch. */
export interface Asked {
  /** When the last check began; null where there was none. */
  readonly at: number | null;
  /** When the last check began that no answer and no person caused. */
  readonly timedAt: number | null;
  /** When the whole check was last made, the subscription included. */
  readonly wholeAt: number | null;
  /** When the balance was last asked for. */
  readonly balanceAt: number | null;
  /** How many checks have failed since one succeeded. */
  readonly failures: number;
  /** Not before this instant, as failures and Retry-After demand. */
  readonly notBefore: number;
  /** The part of `notBefore` that the service itself demands: it binds people too. */
  readonly notBeforeService: number;
}

export const nothingAsked: Asked = {
  at: null,
  timedAt: null,
  wholeAt: null,
  balanceAt: null,
  failures: 0,
  notBefore: 0,
  notBeforeService: 0,
};

const minute = 60_000;
const pollMilliseconds = 5 * minute;
const notInUseMilliseconds = 30 * minute;
/** Two answers that end one after the other are one occasion. */
const answerMilliseconds = 10_000;
/** A run of many answers is asked about while it goes on, not after each of them. */
const stepMilliseconds = minute;
/** Somebody who presses twice means once. */
const pressMilliseconds = 2000;
/**
 * In between, a plan that is known is not looked for again: only its figures are read, which is one request, not two.
 */
const wholeMilliseconds = 30 * minute;
const balanceMilliseconds = 15 * minute;
/** Pauses after failures: the first, doubled each time up to the longest. */
const patience = { first: 10 * minute, longest: 60 * minute };
/** What never reached the service does not burden it. */
const unreachedPatience = { first: minute, longest: pollMilliseconds };

/** The instant from which this occasion may ask the service. */
export function earliestAsk(asked: Asked, occasion: Occasion, now: number): number {
  const { at, timedAt, failures, notBefore, notBeforeService } = withoutFuture(asked, now);
  switch (occasion) {
    case 'timer':
      return failures > 0 ? notBefore : after(at, pollMilliseconds);
    case 'notInUse':
      return Math.max(after(at, notInUseMilliseconds), notBefore);
    case 'viewOpened':
      return failures > 0 ? notBefore : after(timedAt, pollMilliseconds);
    case 'answerEnded':
      return Math.max(after(at, answerMilliseconds), notBefore);
    case 'stepEnded':
      return Math.max(after(at, stepMilliseconds), notBefore);
    case 'limitHit':
    case 'person':
      return Math.max(after(at, pressMilliseconds), notBeforeService);
  }
}

/** How much is asked: everything from the subscription on, or only the figures of the plan that is known. */
export function scopeOf(asked: Asked, occasion: Occasion, now: number): 'whole' | 'figures' {
  const { wholeAt, failures } = withoutFuture(asked, now);
  const isRecent = now < after(wholeAt, wholeMilliseconds);
  return isRecent && failures === 0 && occasion !== 'person' && occasion !== 'limitHit' ? 'figures' : 'whole';
}

/** Whether the balance may be asked for as well, where somebody looks at it. */
export function mayAskBalance(asked: Asked, now: number): boolean {
  const { balanceAt, notBefore } = withoutFuture(asked, now);
  return now >= Math.max(after(balanceAt, balanceMilliseconds), notBefore);
}

/** What was asked, after a check: `failure` null where it succeeded. */
export function askedAfter(
  asked: Asked,
  occasion: Occasion,
  scope: 'whole' | 'figures',
  failure: Failure | null,
  begun: number,
  ended: number,
): Asked {
  const isTimed = occasion === 'timer' || occasion === 'viewOpened' || occasion === 'notInUse';
  const next = {
    ...asked,
    at: begun,
    timedAt: isTimed ? begun : asked.timedAt,
    wholeAt: scope === 'whole' ? begun : asked.wholeAt,
  };
  if (failure === null) return { ...next, failures: 0, notBefore: 0, notBeforeService: 0 };
  const failures = asked.failures + 1;
  const { first, longest } =
    failure.kind === 'offline' || failure.kind === 'hostUnreachable' ? unreachedPatience : patience;
  const pause = Math.min(longest, first * 2 ** Math.min(10, asked.failures));
  const retry = retryPolicyOf(failure);
  const notBeforeService = retry.kind === 'at' ? retry.time : 0;
  return { ...next, failures, notBefore: Math.max(ended + pause, notBeforeService), notBeforeService };
}

function after(time: number | null, pause: number): number {
  return time === null ? 0 : time + pause;
}

/** A clock that was ahead has written times that are still to come; waiting for them could take for ever. */
function withoutFuture(asked: Asked, now: number): Asked {
  const isAhead = asked.at !== null && asked.at > now + minute;
  return isAhead ? { ...nothingAsked, failures: asked.failures } : asked;
}
