// What a conversation is called after its first prompt.
import { graphemesOf } from '../../service/characters.ts';

const longestTitle = 60;
/** Characters of a line that a title is made of: a letter may be put together from many. */
const longestBeginning = longestTitle * 20;

/**
 * The first line with words in it, without the signs of markdown around it, cut between words; empty for an empty
 * prompt.
 */
export function titleFrom(prompt: string): string {
  const line = collapsed(lineWithWords(prompt) ?? prompt.trim().slice(0, longestBeginning));
  const letters = Array.from(graphemesOf(line), ({ segment }) => segment);
  if (letters.length <= longestTitle) return letters.join('');
  const start = letters.slice(0, longestTitle - 1).join('');
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > start.length / 2 ? start.slice(0, lastSpace) : start).trimEnd()}…`;
}

/** Looks at every character of the prompt once, and at no more than a beginning of the line again. */
function lineWithWords(prompt: string): string | null {
  const word = /[\p{L}\p{N}]/u.exec(prompt);
  if (word === null) return null;
  const line = prompt.slice(prompt.lastIndexOf('\n', word.index) + 1);
  const start = line.search(/[^\s#>*`~-]/u);
  const [beginning = ''] = line.slice(start, start + longestBeginning).split('\n', 1);
  let end = beginning.length;
  while (end > 0 && /[\s*`~]/u.test(beginning.charAt(end - 1))) end -= 1;
  return beginning.slice(0, end);
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ');
}
