// The past of a quota window as curves that begin at each reset.
import type { TrackPoint } from './samples.ts';

export interface CurvePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly usedPercent: number;
}

export interface UsageCurves {
  /** One curve for each cycle, oldest first. */
  readonly curves: readonly (readonly CurvePoint[])[];
  /** When the window was reset, as far as it was announced or seen. */
  readonly resets: readonly number[];
}

/** @param span from reset to reset in milliseconds; null where unknown, by {@link spanOf} */
export function usageCurvesOf(track: readonly TrackPoint[], span: number | null): UsageCurves {
  let curve: CurvePoint[] = [];
  const curves = [curve];
  const resets: number[] = [];
  for (const [index, { at, usedPercent, resetsAt, isFresh }] of track.entries()) {
    const before = track[index - 1];
    if (isFresh && before !== undefined) {
      const announced = before.resetsAt ?? at;
      const reset = announced > before.at && announced <= at ? announced : at;
      resets.push(reset);
      // Nobody saw what was used up to the reset, so the old curve ends with what was seen last.
      curve.push({ at: reset, usedPercent: before.usedPercent });
      // A pool may stay closed for a while and begin with the first use.
      const begun = resetsAt !== null && span !== null ? resetsAt - span : reset;
      curve = [{ at: Math.min(Math.max(begun, reset), at), usedPercent: 0 }];
      curves.push(curve);
    }
    curve.push({ at, usedPercent });
  }
  return { curves: curves.filter(({ length }) => length > 0), resets };
}
