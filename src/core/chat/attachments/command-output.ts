// The output of a terminal's command, as a person would read it: without what moves the cursor or colours the text, and
// with its end alone where it is long.

/** Characters. */
export const largestOutput = 64 * 1024;

const escape = '\u001B';
const bell = '\u0007';
/** What follows an escape character and belongs to it. A title ends with a bell, or with the next escape character. */
const sequence = /^(?:\[[0-?]*[ -/]*[@-~]?|[ -/]+[0-~]?|[0-~])/u;
const title = /^[\]P^_X]/u;
const controls = /(?![\t\n\r])\p{Cc}/gu;

export class CommandOutput {
  readonly command: string;
  #raw = '';
  #isCut = false;

  constructor(command: string) {
    this.command = command;
  }

  /** Takes what the terminal wrote next. */
  append(data: string): void {
    this.#raw += data;
    // Not at every piece, or much output in small ones would be copied again and again.
    if (this.#raw.length > largestOutput * 2) this.#cut();
  }

  /** What it says so far; `isCut` where its beginning is left out. */
  read(): { readonly text: string; readonly isCut: boolean } {
    if (this.#raw.length > largestOutput) this.#cut();
    const plain = withoutSequences(this.#raw).replaceAll('\r\n', '\n').replace(controls, '');
    return { text: plain.split('\n').map(overwritten).join('\n').trimEnd(), isCut: this.#isCut };
  }

  #cut(): void {
    const tail = this.#raw.slice(-largestOutput);
    // Half a line, or half a sequence, says nothing.
    this.#raw = tail.slice(tail.indexOf('\n') + 1);
    this.#isCut = true;
  }
}

/** @see https://ecma-international.org/publications-and-standards/standards/ecma-48/ */
function withoutSequences(raw: string): string {
  const [first = '', ...others] = raw.split(escape);
  return first + others.map(behindSequence).join('');
}

function behindSequence(text: string): string {
  if (!title.test(text)) return text.replace(sequence, '');
  const end = text.indexOf(bell);
  return end === -1 ? '' : text.slice(end + 1);
}

/** A progress bar writes its line over and over: the last version is what is seen. */
function overwritten(line: string): string {
  const versions = line.split('\r').filter((version) => version !== '');
  return versions.at(-1) ?? '';
}
