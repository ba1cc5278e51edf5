// Knows how the time of a piece of work grows with the size of what it is given: as a ratio of two CPU times, so that neither
// the machine's speed nor what else it does counts.

/** Milliseconds of this process's CPU. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function leastOf(work: () => void, runs: number): number {
  let least = cpuOf(work);
  for (let run = 1; run < runs; run++) least = Math.min(least, cpuOf(work));
  return least;
}

/** Work shorter than this says nothing about its growth, in milliseconds. */
const measurable = 4;

/**
 * How many times as long the work takes on four times as much; 1 where even `largest` is done at once, which no work that
 * grows with the square does.
 *
 * @param prepare makes the work for a size, which is not measured.
 */
export function growth(prepare: (size: number) => () => void, smallest: number, largest: number): number {
  for (let size = smallest; size <= largest; size *= 4) {
    const larger = prepare(size * 4);
    if (leastOf(larger, 1) < measurable) continue;
    const smaller = prepare(size);
    const ratios: number[] = [];
    // A busy moment can lengthen one of two runs, so the best of a few pairs is what counts.
    for (let round = 0; round < 3; round++) {
      const [short, long] = [leastOf(smaller, 3), leastOf(larger, 2)];
      ratios.push(long / Math.max(short, measurable / 16));
      if ((ratios.at(-1) ?? 0) < 6) break;
    }
    const ratio = Math.min(...ratios);
    // What takes long enough on the smaller size, or grows too fast, needs no larger one.
    if (ratio >= 8 || leastOf(smaller, 1) >= measurable) return ratio;
  }
  return 1;
}
