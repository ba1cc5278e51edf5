// The problems of many files as text for a model: grouped by file, the worst first, and no more than it can use.

export interface Problem {
  /** Untrusted text. */
  readonly path: string;
  /** 0 for an error; larger is milder. */
  readonly severity: number;
  /** The problem on a line of its own, with its place in the file. */
  readonly line: string;
}

export interface ProblemList {
  readonly text: string;
  readonly shown: number;
  readonly total: number;
}

/**
 * At most `most` problems: errors of every file before warnings of any. Files stand in the order of their worst
 * problem.
 */
export function problemList(problems: readonly Problem[], most: number): ProblemList {
  const shown = problems
    .toSorted((left, right) => left.severity - right.severity || left.path.localeCompare(right.path))
    .slice(0, most);
  const byPath = Map.groupBy(shown, ({ path }) => path);
  const files = Array.from(byPath, ([path, found]) => [path, ...found.map(({ line }) => `  ${line}`)].join('\n'));
  return { text: files.join('\n'), shown: shown.length, total: problems.length };
}
