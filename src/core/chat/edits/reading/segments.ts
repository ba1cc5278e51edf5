// Code of an answer as runs of lines, each of which belongs to one place of a file, whatever form it was written in.
import type { SourceLine } from './source-text.ts';

/** What becomes of a line. */
export type LineRole =
  /** It stands in the file and stays. */
  | 'context'
  /** It stands in the file and goes. */
  | 'removed'
  /** It comes in behind the line before it. */
  | 'added'
  /** It is there afterwards, whether the file has it or not. */
  | 'code';

export interface SegmentLine {
  readonly role: LineRole;
  readonly line: SourceLine;
  /** Whether the file has to have it. */
  readonly isRequired: boolean;
}

export interface Segment {
  readonly lines: readonly SegmentLine[];
  /**
   * Whether it is all of a block that ends where its indentation does, so that the file need not have its last line.
   */
  readonly endsWithIndentation: boolean;
  /** The line that it begins with by its own account, counted from 0; null where it says none that can be trusted. */
  readonly hint: number | null;
  /** How far the lines that are left out before it are indented at least; null where it may be anything. */
  readonly gapBefore: number | null;
}

export interface Segments {
  readonly segments: readonly Segment[];
  /** Whether they come in the order of the file. */
  readonly isOrdered: boolean;
  /** Whether lines of the file that lie within a segment and have no counterpart in it go; beside a diff they stay. */
  readonly replacesAll: boolean;
  /** What a diff says of the file's end; null where it says nothing. */
  readonly endsInBreak: boolean | null;
}
