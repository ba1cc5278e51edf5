// How far a run may go before a person is asked whether it goes on. Going on allows the same once more.
import {
  type QuotaReading,
  type QuotaShare,
  quotaShareAfter,
  quotaShareFrom,
} from '../../conversation/runs/quota-share.ts';
import type { Usage } from '../../messages/stream/stream-event.ts';

export const limitKinds = ['steps', 'tokens', 'quota'] as const;
export type LimitKind = (typeof limitKinds)[number];

export interface RunLimits {
  /** Answers. */
  readonly steps: number;
  /** Tokens, read and written, those from the cache included. */
  readonly tokens: number;
  /** Percent of the quota window that is the tightest. */
  readonly quota: number;
}

export class RunBudget {
  readonly #limits: RunLimits;
  readonly #quota: () => QuotaReading | null;
  readonly #allowed: Record<LimitKind, number>;
  #share: QuotaShare | null = null;
  #steps = 0;
  #tokens = 0;

  /** @param quota of the tightest window, as it was read last; null where unknown */
  constructor(limits: RunLimits, quota: () => QuotaReading | null) {
    this.#limits = limits;
    this.#allowed = { ...limits };
    this.#quota = quota;
    this.#takenOfQuota();
  }

  count({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): void {
    this.#steps += 1;
    this.#tokens += (inputTokens ?? 0) + (outputTokens ?? 0) + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  }

  /** The first limit that is reached; null where none is. */
  reached(): LimitKind | null {
    return limitKinds.find((kind) => this.#used(kind) >= this.#allowed[kind]) ?? null;
  }

  goOn(kind: LimitKind): void {
    this.#allowed[kind] = this.#used(kind) + this.#limits[kind];
  }

  #used(kind: LimitKind): number {
    switch (kind) {
      case 'steps':
        return this.#steps;
      case 'tokens':
        return this.#tokens;
      case 'quota':
        return this.#takenOfQuota();
    }
  }

  /** Percent, since the budget began. */
  #takenOfQuota(): number {
    const reading = this.#quota();
    if (reading !== null)
      this.#share = this.#share === null ? quotaShareFrom(null, reading) : quotaShareAfter(this.#share, reading);
    return this.#share?.taken ?? 0;
  }
}
