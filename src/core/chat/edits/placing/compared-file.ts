// A file in the form in which lines are compared: ids instead of texts, and the names that lines declare.
import type { ComparedLine } from './alignment.ts';
import { declaredName } from '../reading/declared-names.ts';
import type { FileSymbol } from '../located-edit.ts';
import { readSource, type SourceLine, type SourceText } from '../reading/source-text.ts';

const opening = /(?:[{([:]|=>|\b(?:do|then|begin))$/u;

export class ComparedFile {
  readonly source: SourceText;
  readonly lines: readonly ComparedLine[];
  readonly #ids = new Map<string, number>([['', 0]]);
  readonly #bodies: ReadonlySet<string>;
  readonly #names: ReadonlySet<number>;
  readonly #symbolNames: ReadonlyMap<number, string>;

  constructor(text: string, symbols: readonly FileSymbol[]) {
    this.source = readSource(text);
    this.#bodies = new Set(this.source.lines.map(({ body }) => body));
    this.#symbolNames = new Map(symbols.map(({ start, name }) => [start, bareName(name)]));
    this.lines = this.source.lines.map((line, index) => {
      const name = this.#symbolNames.get(index) ?? declaredName(line.body, opensBlock(this.source.lines, index));
      return this.#compared(line, line.width, name);
    });
    this.#names = new Set(this.lines.map(({ name }) => name));
  }

  /** Whether a line of the file says just this. */
  has(body: string): boolean {
    return this.#bodies.has(body);
  }

  /** Whether a line of the file declares the name of this id. */
  declares(name: number): boolean {
    return name !== 0 && this.#names.has(name);
  }

  /** Lines of other code, each at the width given. */
  compare(code: readonly SourceLine[], widthOf: (line: SourceLine) => number): readonly ComparedLine[] {
    return code.map((line, index) =>
      this.#compared(line, widthOf(line), declaredName(line.body, opensBlock(code, index))),
    );
  }

  #compared(line: SourceLine, width: number, name: string | null): ComparedLine {
    return {
      id: this.#idOf(line.body),
      name: name === null ? 0 : this.#idOf(`\n${name}`),
      width,
      weight: weightOf(line.body),
    };
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** Languages put parameters and receivers behind or before a name: `total(items)`, `(*Cart).total`. */
function bareName(name: string): string {
  return /(?<![\p{L}\p{N}_$-])[\p{L}\p{N}_$-]{1,200}(?=[(<]|$)/u.exec(name.slice(0, 300))?.[0] ?? name;
}

function opensBlock(lines: readonly SourceLine[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || line.body === '') return false;
  if (opening.test(line.body)) return true;
  let next = index + 1;
  while (next < index + 4 && lines[next]?.body === '') next++;
  return (lines[next]?.width ?? 0) > line.width;
}

/** Brackets alone say little of where they belong, a blank line next to nothing. */
function weightOf(body: string): number {
  if (body === '') return 1;
  return /[\p{L}\p{N}]/u.test(body) ? 4 : 2;
}
