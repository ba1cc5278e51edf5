import { finishCodeIn } from './code/highlighting.ts';
import { linkPlacesIn } from './elements/place-links.ts';
import { finishFormulasIn } from './math/formulas.ts';
import type { AnswerWords } from './elements/words.ts';

/** What becomes of blocks that can no longer change: code gets colours and files, places links; formulas are drawn. */
export function finishBlocks(blocks: readonly ChildNode[], words: AnswerWords): void {
  finishCodeIn(blocks);
  finishFormulasIn(blocks);
  linkPlacesIn(blocks, words);
}
