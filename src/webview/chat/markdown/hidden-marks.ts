// Knows how characters that do not show are marked in code: each run of them by its code points, in an element that keeps what
// they do to the order of the text to itself. The text of the code stays what it is, character for character.
import { characterName, codePointOf, mayHide, textPieces } from '../../../core/chat/panel-messages.ts';
import type { AnswerWords } from './words.ts';

const markClass = 'hidden-character';

/** So many marks a block of code gets: with more, the browser would lay it out for seconds. */
const mostMarks = 1_000;

/** So many characters of a run are named. */
const mostNamed = 8;

/** Appends `added` behind the text node `last`, with marks, and returns the text node that is last then. */
export type AppendMarked = (last: Text, added: string) => Text;

/** For one block of code, whose text comes in any number of pieces. Takes time in proportion to the text. */
export function createMarking(words: Pick<AnswerWords, 'hiddenRest'>): AppendMarked {
  let marks = 0;
  return (last, added) => {
    if (marks > mostMarks || !mayHide(added)) {
      last.appendData(added);
      return last;
    }
    let text = last;
    for (const piece of textPieces(added)) {
      if (piece.isHidden && ++marks === mostMarks + 1) text = openRest(text, words.hiddenRest);
      if (!piece.isHidden || marks > mostMarks) text.appendData(piece.text);
      else text = markBehind(text, piece.text);
    }
    return text;
  };
}

/** Whether marks stand in the code. */
export function holdsMarks(code: Element): boolean {
  return code.getElementsByClassName(markClass).length > 0;
}

/** Fills an empty element; without hidden characters with a single text node. */
export function fillMarked(element: Element, text: string, words: Pick<AnswerWords, 'hiddenRest'>): void {
  const first = document.createTextNode('');
  element.append(first);
  createMarking(words)(first, text);
}

function markBehind(text: Text, run: string): Text {
  const characters = Array.from(run);
  const more = characters.length > mostNamed ? [`+${characters.length - mostNamed}`] : [];
  const named = characters.slice(0, mostNamed);
  const mark = createMark([...named.map(codePointOf), ...more].join(' '), [...named.map(characterName), ...more].join('\n'));
  mark.append(run);
  const next = document.createTextNode('');
  text.after(mark, next);
  return next;
}

/** Behind this nothing is drawn any more, and it says so. */
function openRest(text: Text, label: string): Text {
  const mark = createMark(label, label);
  const rest = document.createTextNode('');
  const box = document.createElement('span');
  box.hidden = true;
  box.append(rest);
  text.after(mark, box);
  return rest;
}

/** The label is drawn by the style sheet, so that it is no part of the code's text. */
function createMark(label: string, title: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = markClass;
  mark.dataset['label'] = label;
  mark.role = 'img';
  mark.ariaLabel = title;
  mark.title = title;
  return mark;
}
