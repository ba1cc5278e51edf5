// The lines that a program writes, of which no single one can fill the memory.

export interface OutputLine {
  /** Its beginning, where it is longer than what is kept of one. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The first place behind the beginning that fits what is looked for there; null where none does. */
  readonly mark: RegExpExecArray | null;
}

/** More than any mark is long. */
const longestMark = 100;

/**
 * @param longest bytes that are kept of a line
 * @param mark what is looked for in the rest of a longer one, in letters of ASCII
 */
export async function* outputLines(
  output: AsyncIterable<Buffer>,
  longest: number,
  mark: RegExp,
): AsyncGenerator<OutputLine> {
  let line = new GrowingLine(longest, mark);
  for await (const chunk of output) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      line.add(chunk.subarray(from, end));
      yield line.read();
      line = new GrowingLine(longest, mark);
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (!line.isEmpty) yield line.read();
}

class GrowingLine {
  readonly #longest: number;
  readonly #wanted: RegExp;
  readonly #pieces: Buffer[] = [];
  #kept = 0;
  #isWhole = true;
  /** The end of what was looked through. */
  #tail = '';
  #mark: RegExpExecArray | null = null;

  constructor(longest: number, wanted: RegExp) {
    this.#longest = longest;
    this.#wanted = wanted;
  }

  get isEmpty(): boolean {
    return this.#kept === 0;
  }

  add(bytes: Buffer): void {
    const kept = bytes.subarray(0, this.#longest - this.#kept);
    if (kept.length > 0) this.#pieces.push(kept);
    this.#kept += kept.length;
    const rest = bytes.subarray(kept.length);
    if (rest.length === 0) return;
    if (this.#isWhole) this.#tail = Buffer.concat(this.#pieces).subarray(-longestMark).toString('latin1');
    this.#isWhole = false;
    if (this.#mark !== null) return;
    const text = this.#tail + rest.toString('latin1');
    this.#mark = this.#wanted.exec(text);
    this.#tail = text.slice(-longestMark);
  }

  read(): OutputLine {
    return { text: Buffer.concat(this.#pieces).toString('utf8'), isWhole: this.#isWhole, mark: this.#mark };
  }
}
