// What becomes of a program's output before a terminal shows it: colours, line ends and tabs stay. Whatever else a
// terminal obeys goes: titles, links, the clipboard, moves of the cursor over what was said before, marks that tell the
// editor of commands. @see https://ecma-international.org/publications-and-standards/standards/ecma-48/

const escape = '\u001b';
/** A sequence that has not ended after so many characters is none. */
const longestSequence = 4096;
/** Parameters, and what follows them; `m` alone is a colour. */
const controlSequence = /^\[[0-9:;<=>?]*[ -/]*([@-~])/;
const otherSequence = /^[ -/]*[0-~]/;
const unfinished = /^(?:\[[0-9:;<=>?]*)?[ -/]*$/;
/** What begins a string for the terminal, which one of `stringEnds` ends, or any other sequence. */
const stringBegin = /^[\]PX^_]/;
const stringEnds = ['\u0007', '\u009c'];
const controls = /[^\P{Cc}\t\n\r]/gu;

/** One program's output, which comes in pieces. */
export class TerminalText {
  /** The beginning of a sequence whose end has not come. */
  #open = '';

  /** What of a piece may be shown. */
  inert(piece: string): string {
    const [plain = '', ...sequences] = (this.#open + piece).split(escape);
    this.#open = '';
    const parts = [plainOf(plain)];
    let string: string | null = null;
    for (const [index, sequence] of sequences.entries()) {
      const isLast = index === sequences.length - 1;
      if (string !== null && isLast && sequence === '') {
        this.#open = `${escape}${string}${escape}`;
      } else if (string !== null && sequence.startsWith('\\')) {
        parts.push(plainOf(sequence.slice(1)));
      } else if (isOpen(sequence)) {
        if (isLast) this.#open = `${escape}${sequence}`;
        string = stringBegin.test(sequence) ? sequence : null;
        continue;
      } else {
        parts.push(shownOf(sequence));
      }
      string = null;
    }
    return parts.join('');
  }
}

function isOpen(sequence: string): boolean {
  if (sequence.length > longestSequence) return false;
  return stringBegin.test(sequence) ? stringEnd(sequence) === null : unfinished.test(sequence);
}

/** Where what follows a string begins. */
function stringEnd(sequence: string): number | null {
  const ends = stringEnds.map((end) => sequence.indexOf(end)).filter((end) => end !== -1);
  return ends.length === 0 ? null : Math.min(...ends) + 1;
}

/** What an escape character stood before. */
function shownOf(sequence: string): string {
  if (stringBegin.test(sequence)) return plainOf(sequence.slice(stringEnd(sequence) ?? 1));
  const control = controlSequence.exec(sequence);
  const [whole = ''] = control ?? otherSequence.exec(sequence) ?? [];
  const colour = control?.[1] === 'm' ? `${escape}${whole}` : '';
  return colour + plainOf(sequence.slice(whole.length));
}

function plainOf(text: string): string {
  return text.replace(controls, '');
}
