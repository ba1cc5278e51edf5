// Line breaks and NUL as CommonMark reads them, so that lines can be counted in text that comes in pieces.
// @see https://spec.commonmark.org/0.31.2/#characters-and-lines

export class LineBreaks {
  /** At the end of a piece of text, where it may be the first half of a line break. */
  #carriageReturn = '';

  normalised(text: string): string {
    const whole = this.#carriageReturn + text;
    this.#carriageReturn = whole.endsWith('\r') ? '\r' : '';
    const end = whole.length - this.#carriageReturn.length;
    return whole.slice(0, end).replaceAll(/\r\n?/gu, '\n').replaceAll('\0', '\u{FFFD}');
  }

  /** What is left once the text has ended. */
  end(): string {
    const left = this.#carriageReturn === '' ? '' : '\n';
    this.#carriageReturn = '';
    return left;
  }
}
