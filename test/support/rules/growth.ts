// How the time of a piece of work grows with the size of its input: as a ratio of two CPU times, so that neither the
// machine's speed nor its load counts.

/** Milliseconds of this process's CPU. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Linear work takes 4 times as long on four times as much, quadratic work 16 times. */
export const tooFast = 8;

/** Work shorter than this says nothing about its growth, in milliseconds. */
const measurable = 4;

/** What takes longer, in milliseconds, would keep a larger size busy for minutes: a cube sooner than a square. */
const bearable = (ratio: number): number => (ratio >= 32 ? 250 : 2_000);

/** The least that a run of the smaller size counts as, in milliseconds, since shorter ones are all noise. */
const briefest = measurable / 16;

/**
 * How many times as long the work takes on four times as much; 1 where even `largest` is done at once, which no work
 * that grows with the square does. What is slow at one size only (a text whose repeated part is longer than the smaller
 * one) does not grow: the next size tells.
 *
 * @param prepare makes the work for a size, which is not measured.
 */
export function growth(prepare: (size: number) => () => void, smallest: number, largest: number): number {
  let ratio = 1;
  for (let size = smallest; size <= largest * 4; size *= 4) {
    const isSuspect = ratio >= tooFast;
    if (size > largest && !isSuspect) break;
    const larger = prepare(size * 4);
    let long = cpuOf(larger);
    if (!isSuspect && long < measurable) continue;
    const smaller = prepare(size);
    let short = cpuOf(smaller);
    ratio = long / Math.max(short, briefest);
    // A busy moment, or the memory of all that ran before being cleared, can lengthen one of the runs, so the least of
    // a few is what counts, of two at the least.
    for (let round = 0; round < 3 && ratio >= 6 && (round === 0 || long < bearable(ratio)); round++) {
      short = Math.min(short, cpuOf(smaller), cpuOf(smaller));
      long = Math.min(long, cpuOf(larger));
      ratio = long / Math.max(short, briefest);
    }
    // What takes long enough on the smaller size needs no larger one, nor does what grows too fast twice.
    if (isSuspect || long >= bearable(ratio)) return ratio;
    if (ratio < tooFast && short >= measurable) return ratio;
  }
  return ratio < tooFast ? 1 : ratio;
}
