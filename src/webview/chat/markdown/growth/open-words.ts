// A line that ends in plain words and is still open: more plain words only make its last piece of text longer, so
// nothing is parsed again until a character comes that could mean something to markdown.

export interface OpenWords {
  /** Takes more text; false, with nothing shown of it, where the whole is to be parsed after all. */
  append(text: string): boolean;
}

/** Characters that mean nothing to markdown, to an address or to a formula as long as only they follow a word. */
const plain = String.raw`\p{L}\p{M}\p{N},.;:!?"'()“”‘’–—，。、；：？！-`;
const plainText = new RegExp(`^[ ${plain}]*$`, 'u');
/** What has none may begin a list or a rule. */
const letter = /\p{L}/u;
/** An address that a closing bracket behind it may make a link of. */
const linkSign = '](';
/** A definition, which is not shown: another text might happen to end in the same word. */
const definitionSign = ']:';
/** The one kind of address that is known by letters alone. */
const addressSign = /www\./iu;
/** So many characters of it may have come before. */
const addressStart = 3;

/**
 * The line that `text` ends in, where plain words are sure to go on in `last`; null otherwise.
 *
 * @param text what is not final yet, as it was drawn.
 * @param shownIn the last block, whose end shows it.
 */
export function continueWords(text: string, shownIn: Element | null): OpenWords | null {
  const last = shownIn === null ? null : lastNodeIn(shownIn);
  /** Markdown shows no spaces at the end of a line, and gives them back once a word follows. */
  const shown = text.slice(0, endOfWords(text));
  let hidden = text.slice(shown.length);
  const run = lastRun(shown);
  if (!letter.test(run) || !plainText.test(run) || addressSign.test(run) || text.includes(definitionSign)) return null;
  // In code every space counts.
  if (!(last instanceof Text) || !last.data.endsWith(run) || last.parentElement?.closest('code') !== null) return null;
  const mayEndLink = text.includes(linkSign);
  let recent = run.slice(-addressStart);
  return {
    append(added) {
      const grown = hidden + added;
      if (!plainText.test(added) || addressSign.test(recent + grown) || (mayEndLink && added.includes(')')))
        return false;
      const visible = grown.trimEnd();
      hidden = grown.slice(visible.length);
      if (visible !== '') last.appendData(visible);
      recent = (recent + visible).slice(-addressStart);
      return true;
    },
  };
}

/** Where the spaces begin that `text` ends in. */
function endOfWords(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === ' ') end--;
  return end;
}

/** The characters behind the last white space. */
function lastRun(text: string): string {
  return text.slice(Math.max(...[' ', '\t', '\n'].map((space) => text.lastIndexOf(space))) + 1);
}

function lastNodeIn(element: Element): Node {
  let node: Node = element;
  while (node.lastChild !== null) node = node.lastChild;
  return node;
}
