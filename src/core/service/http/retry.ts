// How long to wait before a request is sent again. Reads are retried here; whether another request may be is decided
// where it is sent.
import pRetry from 'p-retry';
import type { Clock } from '../../ports.ts';
import { failureOf, type RetryPolicy, retryPolicyOf } from '../failure/errors.ts';

export interface RetryRule {
  /** How often a failed read is sent again. */
  readonly retries: number;
  /** Milliseconds before the first retry; doubled each time, and stretched by up to as much again. */
  readonly firstPause: number;
  /** A Retry-After further away than this many milliseconds is left to the caller, which shows the time. */
  readonly longestPause: number;
}

/** For reads, and for messages that were refused unread. */
export const retryRule: RetryRule = { retries: 2, firstPause: 400, longestPause: 5000 };

/**
 * Runs `read`, again where its failure allows it. Rejects with the last failure; a Retry-After is honoured. A stop ends
 * a pause at once, and it is then for `read` to say that it was stopped.
 */
export async function retryRead<T>(
  read: () => Promise<T>,
  clock: Clock,
  signals: readonly (AbortSignal | null)[],
  rule: RetryRule = retryRule,
): Promise<T> {
  return pRetry(read, {
    retries: rule.retries,
    // The pauses are made here, by the port's clock, since a Retry-After may stand in for the backoff.
    minTimeout: 0,
    shouldRetry: async ({ error, retriesConsumed }) => {
      const failure = failureOf(error);
      const milliseconds =
        failure === null ? null : pauseBefore(retryPolicyOf(failure), retriesConsumed, clock.now(), rule);
      if (milliseconds === null) return false;
      await pause(clock, milliseconds, signals);
      return true;
    },
  });
}

/**
 * Milliseconds to wait before another try, or null where none is worth it: a time too far off is the person's to wait
 * for.
 */
export function pauseBefore(policy: RetryPolicy, retriesConsumed: number, now: number, rule: RetryRule): number | null {
  switch (policy.kind) {
    case 'never':
      return null;
    case 'now':
      return Math.min(rule.firstPause * 2 ** retriesConsumed * (1 + Math.random()), rule.longestPause);
    case 'at': {
      const wait = Math.max(0, policy.time - now);
      return wait <= rule.longestPause ? wait : null;
    }
  }
}

/** Resolves after the time, or as soon as one of the signals aborts. */
export function pause(clock: Clock, milliseconds: number, signals: readonly (AbortSignal | null)[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      for (const signal of signals) signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    for (const signal of signals) signal?.addEventListener('abort', end);
    if (signals.some((signal) => signal?.aborted === true)) end();
  });
}
