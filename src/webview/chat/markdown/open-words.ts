// Knows a line that ends in plain words and is still open: more plain words only make its last piece of text longer, so
// nothing is parsed again until a character comes that could mean something to markdown. It does not know what the line
// is a part of: a paragraph, an item, a heading and a cell are all the same to it.
import type { OpenEnd } from './open-end.ts';

/** Characters that mean nothing to markdown, to an address or to a formula as long as only they follow a word. */
const plain = String.raw`\p{L}\p{M}\p{N},.;:!?"'()“”‘’–—，。、；：？！-`;
const plainText = new RegExp(`^[ ${plain}]*$`, 'u');
/** The last run without a space, if all of it is plain, and the spaces behind it. One without a letter may begin a list. */
const plainEnd = new RegExp(`(?:^|\\s)([${plain}]*\\p{L}[${plain}]*)( *)$`, 'u');
/** An address that a closing bracket behind it may make a link of. */
const linkSign = '](';
/** A definition, which is not shown: another text might happen to end in the same word. */
const definitionSign = ']:';
/** The one kind of address that is known by letters alone. */
const addressSign = /www\./iu;

/**
 * The line that `text` ends in, where plain words are sure to go on in `last`; null otherwise.
 *
 * @param text what is not final yet, as it was drawn.
 * @param last the last node of what shows it.
 */
export function continueWords(text: string, last: Node | null): OpenEnd | null {
  const [, run = '', spaces = ''] = plainEnd.exec(text) ?? [];
  if (run === '' || text.includes(definitionSign)) return null;
  const mayEndLink = text.includes(linkSign);
  // In code every space counts.
  if (!(last instanceof Text) || !last.data.endsWith(run) || last.parentElement?.closest('code') !== null) return null;
  let word = run;
  /** Markdown shows no spaces at the end of a line, and gives them back once a word follows. */
  let hidden = spaces;
  return {
    append(added) {
      const words = word + hidden + added;
      if (!plainText.test(added) || addressSign.test(words) || (mayEndLink && added.includes(')'))) return false;
      const grown = hidden + added;
      const visible = grown.trimEnd();
      hidden = grown.slice(visible.length);
      if (visible !== '') last.appendData(visible);
      word = words.slice(words.trimEnd().lastIndexOf(' ') + 1).trimEnd();
      return true;
    },
  };
}
