import { finishCodeIn } from './code/highlighting.ts';
import { linkPlacesIn } from './elements/place-links.ts';
import type { AnswerWords } from './elements/words.ts';

/** What becomes of blocks once they can no longer change: code gets its colours and files, places become links. */
export function finishBlocks(blocks: readonly ChildNode[], words: AnswerWords): void {
  finishCodeIn(blocks);
  linkPlacesIn(blocks, words);
}
