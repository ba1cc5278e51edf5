// The first number of a list that continues behind a full one: the next, whatever its own first line says, as it would
// be if both were one list.
import type { Token } from 'markdown-it';

export class ListNumbers {
  #next: number | null = null;

  /** @param full the list that is full; nothing follows from any other block. */
  goOnBehind(full: Element | null): void {
    this.#next = full instanceof HTMLOListElement ? full.start + full.childElementCount : null;
  }

  /** Tokens that may begin with the list that goes on, with its number. */
  applied(tokens: Token[]): Token[] {
    const [first] = tokens;
    if (this.#next !== null && first?.type === 'ordered_list_open') first.attrSet('start', String(this.#next));
    return tokens;
  }

  /** The list is drawn. */
  stop(): void {
    this.#next = null;
  }
}

/** Puts a block that was read again in place of its older self. A list keeps the number that it went on with. */
export function replaceBlock(before: Element, after: Element): void {
  const number = before.getAttribute('start');
  if (number !== null && after instanceof HTMLOListElement) after.setAttribute('start', number);
  before.replaceWith(after);
}
