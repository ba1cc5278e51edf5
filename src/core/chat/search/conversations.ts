// Whether a conversation contains what a person searches for, and the words around the match.
import { textOfTurn } from '../conversation/conversation.ts';
import type { ConversationTree } from '../conversation/tree.ts';

const before = 30;
const after = 90;

/** A conversation made ready for being searched at every key press. */
export interface Searchable {
  readonly text: string;
  readonly folded: string;
}

export function searchable(tree: ConversationTree): Searchable {
  return searchableText([tree.title, ...tree.allTurns().map(textOfTurn)].join('\n'));
}

export function searchableText(text: string): Searchable {
  return { text, folded: fold(text) };
}

export type Finding = { readonly kind: 'none' } | { readonly kind: 'found'; readonly excerpt: string };

/** Looks for the words as they are, else for all of them anywhere; capitals make no difference. */
export function find({ text, folded }: Searchable, wanted: string): Finding {
  const words = fold(wanted.trim());
  const whole = folded.indexOf(words);
  if (whole !== -1) return { kind: 'found', excerpt: excerptAt(text, whole, words.length) };
  const places = words.split(/\s+/u).map((word) => ({ index: folded.indexOf(word), length: word.length }));
  const first = places[0];
  if (first === undefined || places.some(({ index }) => index === -1)) return { kind: 'none' };
  return { kind: 'found', excerpt: excerptAt(text, first.index, first.length) };
}

/** Lower case that keeps every character's position, so that a place found is a place in the text itself. */
export function fold(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length
    ? folded
    : Array.from(text, (letter) =>
        letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
      ).join('');
}

function excerptAt(text: string, index: number, length: number): string {
  const start = Math.max(0, index - before);
  const end = Math.min(text.length, index + length + after);
  const cut = text.slice(start, end).replaceAll(/\s+/gu, ' ').trim().toWellFormed();
  // Half a word, or the end of a sentence, is no beginning.
  const words = start > 0 ? cut.replace(/^\S+ (?=.*\S)/u, '') : cut;
  return `${start > 0 ? '…' : ''}${words}${end < text.length ? '…' : ''}`;
}
