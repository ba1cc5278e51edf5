// What a check adds to the record of an account.
import type { Failure } from '../../service/failure/errors.ts';
import type { Checked } from '../check/plan-check.ts';
import { sampleOf, withSample } from '../forecast/samples.ts';
import type { PlanFigures } from '../plan-state.ts';
import type { PlanRecord } from './plan-record.ts';

/** Why a check found nothing new; null where it did. A plan that cannot be asked for at all has not failed. */
export function failureIn(finding: Checked): Failure | null {
  return finding.kind === 'stale' || finding.kind === 'unknown' ? finding.failure : null;
}

/**
 * @param begun when the check began: figures from before are those of an earlier one
 * @param earlier what was read before the first reading of the account
 */
export async function samplesAfter(
  samples: PlanRecord['samples'],
  finding: Checked,
  begun: number,
  earlier: (figures: PlanFigures) => Promise<PlanRecord['samples']>,
): Promise<PlanRecord['samples']> {
  const figures = finding.kind === 'known' ? finding.figures : null;
  if (figures === null || figures.windows.length === 0 || figures.readAt < begun) return samples;
  return withSample(samples.length > 0 ? samples : await earlier(figures), sampleOf(figures));
}
