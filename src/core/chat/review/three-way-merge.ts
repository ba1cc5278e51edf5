// What two sides have made of one text, put together.
import { isSame, type LineChange, lineChanges } from './line-changes.ts';

/** Changes of either side that touch one another, and the lines of the base that they are about. */
interface Cluster {
  readonly start: number;
  readonly end: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

/**
 * What both sides have made of `base`. Null where they have made different things of the same lines, or of neighbouring
 * ones: to take both would be a guess.
 */
export function threeWayMerge(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] | null {
  const merged: string[] = [];
  let taken = 0;
  for (const cluster of clustersOf(lineChanges(base, ours), lineChanges(base, theirs))) {
    const ourLines = applied(base, cluster, cluster.ours);
    const theirLines = applied(base, cluster, cluster.theirs);
    if (cluster.ours.length > 0 && cluster.theirs.length > 0 && !isSame(ourLines, theirLines)) return null;
    merged.push(...base.slice(taken, cluster.start), ...(cluster.ours.length > 0 ? ourLines : theirLines));
    taken = cluster.end;
  }
  merged.push(...base.slice(taken));
  return merged;
}

function clustersOf(ours: readonly LineChange[], theirs: readonly LineChange[]): Cluster[] {
  const all = [
    ...ours.map((change) => ({ change, isOurs: true })),
    ...theirs.map((change) => ({ change, isOurs: false })),
  ].sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  const clusters: { start: number; end: number; ours: LineChange[]; theirs: LineChange[] }[] = [];
  for (const { change, isOurs } of all) {
    let cluster = clusters.at(-1);
    if (cluster === undefined || change.start > cluster.end) {
      cluster = { start: change.start, end: change.end, ours: [], theirs: [] };
      clusters.push(cluster);
    }
    cluster.end = Math.max(cluster.end, change.end);
    (isOurs ? cluster.ours : cluster.theirs).push(change);
  }
  return clusters;
}

/** What these changes make of the lines that a cluster is about. */
function applied(base: readonly string[], { start, end }: Cluster, changes: readonly LineChange[]): string[] {
  const lines: string[] = [];
  let taken = start;
  for (const change of changes) {
    lines.push(...base.slice(taken, change.start), ...change.lines);
    taken = change.end;
  }
  lines.push(...base.slice(taken, end));
  return lines;
}
