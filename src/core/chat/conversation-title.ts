// Knows how a conversation is called after its first prompt; not who may call it otherwise.
import { trimEndOf, trimStartOf } from '../service/trimming.ts';

const longestTitle = 60;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const beforeWords = /[\s#>*`~-]/u;
const behindWords = /[\s*`~]/u;

function withoutSigns(line: string): string {
  const start = trimStartOf(line, (character) => beforeWords.test(character));
  return trimEndOf(start, (character) => behindWords.test(character));
}

/** The first line with words in it, without the signs of markdown around it, cut between words; empty for an empty prompt. */
export function titleFrom(prompt: string): string {
  const lines = prompt.split('\n').map(withoutSigns);
  const line = (lines.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? prompt.trim()).replaceAll(/\s+/gu, ' ');
  const letters = Array.from(graphemes.segment(line.slice(0, longestTitle * 20)), ({ segment }) => segment);
  if (letters.length <= longestTitle) return letters.join('');
  const start = letters.slice(0, longestTitle - 1).join('');
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start).trimEnd()}…`;
}
