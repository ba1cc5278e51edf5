// Knows a code fence that is still open at the end of a text: new code is only appended, nothing is parsed again, until
// a line appears that closes the fence. It does not know blocks before it or what comes after it.
import type { Token } from 'markdown-it';
import { createMarking } from './hidden-marks.ts';
import type { OpenEnd } from './open-end.ts';
import type { AnswerWords } from './words.ts';

/** Code goes into the page in pieces of this many lines, since the browser lays a whole piece out anew as it grows. */
const linesInPiece = 64;

/**
 * The fence that `text` ends in, where it is all of the text; null otherwise.
 *
 * @param code the <code> element that shows the fence so far; its content is replaced.
 */
export function continueFence(tokens: readonly Token[], text: string, code: Element, words: AnswerWords): OpenEnd | null {
  const [fence] = tokens;
  const start = text.indexOf('\n') + 1;
  // The content of an indented fence loses its indentation, which is left to the parser.
  if (tokens.length !== 1 || fence?.type !== 'fence' || start === 0 || !text.startsWith(fence.markup)) return null;
  const marker = fence.markup.charAt(0);
  const closes = new RegExp(`^ {0,3}${marker}{${fence.markup.length},}[ \\t]*$`, 'u');
  const mayClose = new RegExp(`^ {0,3}${marker}*[ \\t]*$`, 'u');
  const show = createGrowingCode(code, words);
  /** The line that has not ended yet, and how much of it is shown: nothing while it may become the closing line. */
  let line = '';
  let shown = 0;

  const append = (added: string): boolean => {
    const pending = line + added;
    const lineStart = pending.lastIndexOf('\n') + 1;
    const whole = pending.slice(0, lineStart);
    if (whole.split('\n').some((ended) => closes.test(ended))) return false;
    line = pending.slice(lineStart);
    const visible = mayClose.test(line) ? whole : pending;
    show(visible.slice(shown));
    shown = visible.length - lineStart;
    return true;
  };
  return append(text.slice(start)) ? { append } : null;
}

/** Empties `code` and returns what appends text to it. */
function createGrowingCode(code: Element, words: AnswerWords): (text: string) => void {
  let piece = document.createTextNode('');
  let lines = 0;
  code.replaceChildren(piece);
  const appendMarked = createMarking(words);
  return (text) => {
    piece = appendMarked(piece, text);
    lines += text.split('\n').length - 1;
    if (lines < linesInPiece) return;
    lines = 0;
    const rest = piece.splitText(piece.data.lastIndexOf('\n') + 1);
    const box = document.createElement('span');
    box.className = 'code-piece';
    piece.replaceWith(box);
    box.append(piece);
    piece = rest;
  };
}
