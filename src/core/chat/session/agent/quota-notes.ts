// What is recorded of the plan's quota while an agent works.
import type { AnswerTurn } from '../../conversation/answer.ts';
import {
  type QuotaReading,
  type QuotaShare,
  quotaShareAfter,
  quotaShareFrom,
} from '../../conversation/runs/quota-share.ts';
import type { RunRecord } from '../../conversation/runs/run-state.ts';

type QuotaRecord = Extract<RunRecord, { readonly kind: 'quotaRead' }>;

/** While one run goes on, or goes on again. */
export class QuotaNotes {
  readonly #reading: () => QuotaReading | null;
  #hasBegun = false;

  /** @param reading of the tightest window, as it was read last; null where unknown */
  constructor(reading: () => QuotaReading | null) {
    this.#reading = reading;
  }

  /** What is to be recorded behind this record; null for nothing. @param answer as the record has left it */
  after({ kind }: RunRecord, { run, source }: AnswerTurn): QuotaRecord | null {
    const reading = this.#reading();
    const known = run?.quota ?? null;
    if (reading === null) return null;
    if (kind === 'answerBegan' && !this.#hasBegun) {
      this.#hasBegun = true;
      return quotaNews(known, quotaShareFrom(known, reading));
    }
    if (kind !== 'answerEnded' || known === null || source?.payer !== 'plan') return null;
    return quotaNews(known, quotaShareAfter(known, reading));
  }
}

/** Null where nothing was read since. */
export function quotaNews(known: QuotaShare | null, share: QuotaShare): QuotaRecord | null {
  const isNews = known === null || share.last.readAt > known.last.readAt;
  return isNews ? { kind: 'quotaRead', share } : null;
}
