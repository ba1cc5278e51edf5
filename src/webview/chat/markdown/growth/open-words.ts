// A line that ends in plain words and is still open: more plain words only make its last piece of text longer, so
// nothing is parsed again until a character comes that could mean something to markdown.

/** What a text ends in, where more of it needs no parse. */
export interface OpenEnd {
  /** Takes more text; false, with nothing shown of it, where the whole is to be parsed after all. */
  append(text: string): boolean;
}

/** Characters that mean nothing to markdown, to an address or to a formula as long as only they follow a word. */
const plain = String.raw`\p{L}\p{M}\p{N},.;:!?"'()“”‘’–—，。、；：？！-`;
const plainText = new RegExp(`^[ ${plain}]*$`, 'u');
/**
 * Marks of emphasis and code and brackets that a word begins with or holds: what they mean is settled by the characters
 * beside them and by marks that follow.
 */
const markedWord = new RegExp(`^[*_~\`[${plain}]*[${plain}]{2}$`, 'u');
const marks = ['*', '_', '~', '`', '['];
const fenceSign = /`{3}|~{3}/u;
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

/** What a part in marks, code or a link ends in. */
const partEnd = /[*_~`)]$/u;
const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6';

/**
 * The line that `text` ends in, where plain words are sure to go on in what is drawn; null otherwise.
 *
 * @param text what is not final yet, as it was drawn.
 * @param shownIn the last block, whose end shows it.
 */
export function continueWords(text: string, shownIn: Element | null): OpenEnd | null {
  if (shownIn === null || text.includes(definitionSign)) return null;
  /** Markdown shows no spaces at the end of a line, and gives them back once a word follows. */
  const shown = text.slice(0, endOfWords(text));
  const hidden = text.slice(shown.length);
  const word = behindLast([' ', '\t', '\n'], shown);
  const last = lastNodeIn(shownIn);
  if (fenceSign.test(word)) return null;
  const run = plainText.test(word) || markedWord.test(word) ? behindLast(marks, word) : '';
  const mayEndLink = text.includes(linkSign) && isShownAround(last, linkSign);
  if (letter.test(run)) {
    // In code every space counts.
    const isShown = last instanceof Text && last.data.endsWith(run) && last.parentElement?.closest('code') === null;
    return isShown ? wordsIn(last, run, hidden, mayEndLink) : null;
  }
  return hidden !== '' && partEnd.test(word) ? wordsBehind(last, hidden, mayEndLink) : null;
}

/** More words of a text that ends in `run`. */
function wordsIn(last: Text, run: string, spaces: string, mayEndLink: boolean): OpenEnd | null {
  if (addressSign.test(run)) return null;
  let hidden = spaces;
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

/** Words behind a part that has ended, with spaces between: its meaning is settled by then. */
function wordsBehind(last: Node, spaces: string, mayEndLink: boolean): OpenEnd | null {
  const block = last.parentElement?.closest(blocks) ?? null;
  if (block === null) return null;
  const isOfBlock = last instanceof Text && last.parentElement === block;
  const words = isOfBlock ? last : document.createTextNode('');
  const open = wordsIn(words, '', spaces, mayEndLink);
  let hasBegun = false;
  return {
    append(added) {
      if (!hasBegun && !letter.test(added.trimStart().charAt(0))) return false;
      if (open?.append(added) !== true) return false;
      if (!hasBegun && !isOfBlock) block.append(words);
      hasBegun = true;
      return true;
    },
  };
}

/** Whether the block that holds this text shows `sign`, which it does not where that has become a link. */
function isShownAround(node: Node, sign: string): boolean {
  const block = node.parentElement?.closest(blocks);
  return block?.textContent.includes(sign) ?? true;
}

/** Where the spaces begin that `text` ends in. */
function endOfWords(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === ' ') end--;
  return end;
}

function behindLast(signs: readonly string[], text: string): string {
  return text.slice(Math.max(...signs.map((sign) => text.lastIndexOf(sign))) + 1);
}

function lastNodeIn(element: Element): Node {
  let node: Node = element;
  while (node.lastChild !== null) node = node.lastChild;
  return node;
}
