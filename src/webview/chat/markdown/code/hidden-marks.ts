// Marks characters in code that do not show: each run of them by its code points, in an element that isolates what they
// do to the order of the text. The text of the code stays what it is, character for character.
import {
  characterName,
  codePointOf,
  furthestBack,
  mayHide,
  textPieces,
  undecidedFrom,
} from '../../../../protocol/chat.ts';
import type { AnswerWords } from '../elements/words.ts';

const markClass = 'hidden-character';

/** So many marks a block of code gets: with more, the browser would lay it out for seconds. */
const mostMarks = 1_000;

/** So many characters of a run are named. */
const mostNamed = 8;

/** Each takes the last text node and returns the one that is last then. */
export interface Marking {
  /** Appends whole characters, with marks. */
  append(last: Text, added: string): Text;
  /** The code has ended. */
  finish(last: Text): Text;
}

/** For one block of code, whose text comes in any number of pieces. Takes time in proportion to the text. */
export function createMarking(words: Pick<AnswerWords, 'hiddenRest'>): Marking {
  let marks = 0;
  /** The end of what is drawn, which what follows is judged by. */
  let shown = '';
  /** What follows this decides whether it is marked. */
  let held = '';
  /** The run of hidden characters that the text ends in. */
  let run: MarkedRun | null = null;
  const draw = (last: Text, text: string): Text => {
    let node = last;
    let drawn = shown.length;
    for (const piece of textPieces(shown + text)) {
      const added = piece.text.slice(drawn);
      drawn = Math.max(0, drawn - piece.text.length);
      if (added === '') continue;
      if (piece.isHidden && run === null && ++marks === mostMarks + 1) node = openRest(node, words.hiddenRest);
      if (!piece.isHidden || marks > mostMarks) {
        node.appendData(added);
        run = null;
      } else if (run === null) {
        run = new MarkedRun(node, added);
        node = run.behind;
      } else {
        run.extend(added);
      }
    }
    return node;
  };
  return {
    append(last, added) {
      const text = held + added;
      const known = shown + text;
      const end = Math.max(0, undecidedFrom(known) - shown.length);
      const isPlain = marks > mostMarks || (held === '' && !mayHide(added));
      if (isPlain && added !== '') run = null;
      if (isPlain) last.appendData(text.slice(0, end));
      const node = isPlain ? last : draw(last, text.slice(0, end));
      shown = known.slice(0, shown.length + end).slice(-furthestBack);
      held = text.slice(end);
      return node;
    },
    finish(last) {
      return draw(last, held);
    },
  };
}

/** Whether a node within code is a mark. */
export function isMark(node: ChildNode): boolean {
  return node instanceof Element && node.classList.contains(markClass);
}

/** Fills an empty element; without hidden characters with a single text node. */
export function fillMarked(element: Element, text: string, words: Pick<AnswerWords, 'hiddenRest'>): void {
  const first = document.createTextNode('');
  element.append(first);
  const marking = createMarking(words);
  marking.finish(marking.append(first, text));
}

class MarkedRun {
  /** The text node behind the mark. */
  readonly behind = document.createTextNode('');
  readonly #mark = createMark('', '');
  readonly #text: Text;
  #named: readonly string[] = [];
  #count = 0;

  constructor(before: Text, run: string) {
    this.#text = document.createTextNode('');
    this.#mark.append(this.#text);
    before.after(this.#mark, this.behind);
    this.extend(run);
  }

  extend(more: string): void {
    const characters = Array.from(more);
    this.#text.appendData(more);
    this.#named = [...this.#named, ...characters].slice(0, mostNamed);
    this.#count += characters.length;
    const rest = this.#count > mostNamed ? [`+${this.#count - mostNamed}`] : [];
    name(
      this.#mark,
      [...this.#named.map(codePointOf), ...rest].join(' '),
      [...this.#named.map(characterName), ...rest].join('\n'),
    );
  }
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

function createMark(label: string, title: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = markClass;
  mark.role = 'img';
  name(mark, label, title);
  return mark;
}

/** The label is drawn by the style sheet, so that it is no part of the code's text. */
function name(mark: HTMLElement, label: string, title: string): void {
  mark.dataset['label'] = label;
  mark.ariaLabel = title;
  mark.title = title;
}
