// Knows how characters that do not show are marked in code: each run of them by its code points, in an element that keeps what
// they do to the order of the text to itself. The text of the code stays what it is, character for character.
import { characterName, codePointOf, mayHide, textPieces } from '../../../core/chat/panel-messages.ts';
import type { AnswerWords } from './words.ts';

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

/** A character that an emoji may begin with, and those that may belong to it if more follows, which are not drawn before that. */
const openEmoji = /(?<shown>[\p{Extended_Pictographic}0-9#*]\p{Emoji_Modifier}?)(?<held>(?:\u{fe0f}|\u{200d}|[\u{e0061}-\u{e007f}])*)$/u;
/** The characters at the end of a text that can be all of this. */
const longestOpenEmoji = 24;

/** For one block of code, whose text comes in any number of pieces. Takes time in proportion to the text. */
export function createMarking(words: Pick<AnswerWords, 'hiddenRest'>): Marking {
  let marks = 0;
  let shown = '';
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
      const open = openEmoji.exec((shown + text).slice(-longestOpenEmoji))?.groups;
      const end = text.length - (open?.['held']?.length ?? 0);
      const isPlain = marks > mostMarks || (held === '' && !mayHide(added));
      if (isPlain && added !== '') run = null;
      if (isPlain) last.appendData(text.slice(0, end));
      const node = isPlain ? last : draw(last, text.slice(0, end));
      shown = open?.['shown'] ?? '';
      held = text.slice(end);
      return node;
    },
    finish(last) {
      return draw(last, held);
    },
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
    name(this.#mark, [...this.#named.map(codePointOf), ...rest].join(' '), [...this.#named.map(characterName), ...rest].join('\n'));
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
