// What a block of code of an answer means for a file.

/** Lines of a text, counted from 0; `end` is the line behind the last one, and equals `start` between two lines. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A block of code as it stands in an answer. */
export interface CodeBlock {
  /** What stands behind the fence, for instance `ts src/cart.ts`. */
  readonly info: string;
  readonly code: string;
}

/** A symbol as a language names it. */
export interface FileSymbol extends LineRange {
  readonly name: string;
}

/** The file that a block is for, as it is now. */
export interface TargetFile {
  /** null where there is no such file. */
  readonly text: string | null;
  /** Empty where the language gives none. */
  readonly symbols: readonly FileSymbol[];
  /** The lines that are selected; null where nothing is. */
  readonly selection: LineRange | null;
}

/** A text that the file may become, and the lines of the present text that it replaces. */
export interface Change {
  readonly text: string;
  readonly places: readonly LineRange[];
}

/** Why code has no place in a file. */
export type NoPlace =
  /** The lines that it builds on are not in the file. */
  | 'notFound'
  /** It names no line that is there: it may be new. */
  | 'isNew'
  /** It fits too many places. */
  | 'everywhere'
  /** The file has all of it already. */
  | 'nothingToDo'
  /** It is a diff, or holds gaps, for a file that does not exist. */
  | 'noFile'
  /** It is a diff or a set of blocks to replace that cannot be read. */
  | 'malformed'
  /** File and code together are longer than is compared. */
  | 'tooLong';

export type LocatedEdit =
  | ({ readonly kind: 'change' } & Change)
  /** Each of these fits: a person picks. At least two, or one that is the selection. */
  | { readonly kind: 'ambiguous'; readonly choices: readonly Change[] }
  /** What stands there would give way to less, or to something else: a person is asked, as before a danger. */
  | {
      readonly kind: 'replaceAll';
      readonly text: string;
      readonly place: LineRange;
      /** How many lines give way, and to how many. */
      readonly linesBefore: number;
      readonly linesAfter: number;
      /** Whether all of the file gives way; otherwise it is one declaration in it. */
      readonly isWholeFile: boolean;
    }
  | { readonly kind: 'create'; readonly text: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'noPlace'; readonly reason: NoPlace };
