import type { SourceLine } from '../reading/source-text.ts';
import type { Segment } from '../reading/segments.ts';
import type { ComparedLine, Fit, Row } from './alignment.ts';

/** How the indentation of the code is read as that of the file. */
export interface Reading {
  readonly widthOf: (line: SourceLine) => number;
  /** Whether indentation stays as it was written. */
  readonly isPlain: boolean;
}

export interface PlacedSegment {
  readonly segment: Segment;
  readonly rows: readonly Row[];
  readonly fit: Fit;
}

export interface Placement {
  readonly reading: Reading;
  readonly cost: number;
  /** In the order of the segments. */
  readonly placed: readonly PlacedSegment[];
}

/** What the written lines of these weigh. */
export const weightOf = (rows: readonly ComparedLine[]): number =>
  rows.reduce((sum, { id, weight }) => (id === 0 ? sum : sum + weight), 0);
