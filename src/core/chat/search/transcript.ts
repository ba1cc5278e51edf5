// Which turns of a conversation may contain what a person searches for.
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { textOf, thinkingOf } from '../messages/blocks.ts';
import { fold } from './conversations.ts';

/**
 * The ids of the turns to look into, first to last. A source has markup between its letters, so every word is looked
 * for by itself and without any other sign: a turn too many is named rather than one too few.
 */
export function turnsHolding({ turns }: Conversation, wanted: string): string[] {
  const words = fold(wanted)
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map(wordOf);
  if (words.length === 0) return [];
  return turns.filter((turn) => holds(turn, words)).map(({ id }) => id);
}

interface Word {
  readonly letters: string;
  /** The signs of a word that has no letter. */
  readonly signs: readonly string[];
}

function wordOf(word: string): Word {
  const letters = lettersOf(word);
  return { letters, signs: letters === '' ? Array.from(word, (sign) => sign) : [] };
}

function holds(turn: Turn, words: readonly Word[]): boolean {
  const text = fold(turn.kind === 'answer' ? `${thinkingOf(turn.blocks)} ${textOf(turn.blocks)}` : turn.text);
  const letters = lettersOf(text);
  return words.every((word) => letters.includes(word.letters) && word.signs.every((sign) => text.includes(sign)));
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
