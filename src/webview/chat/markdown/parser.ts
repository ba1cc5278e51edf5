// Which markdown is understood: CommonMark with tables, task lists, strikethrough, footnotes, formulas and bare web
// addresses, raw HTML being text. It makes tokens only.
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { keepBounds } from './plain/reading-bounds.ts';
import { readBareAddresses } from './syntax/bare-addresses.ts';
import { readCjkEmphasis } from './syntax/cjk-emphasis.ts';
import { readFootnotes } from './syntax/footnotes.ts';
import { readFormulas } from './syntax/formulas.ts';

/** Reference definitions by their normalised label, and those of footnotes. The first definition of a label wins. */
export type Definitions = NonNullable<Env['references']>;

const taskMark = /^\[([ xX])\][ \t]+(?=\S)/;

const parser = new MarkdownIt({ html: false, linkify: true, typographer: false });

readFormulas(parser);
keepBounds(parser);
readCjkEmphasis(parser);
readBareAddresses(parser);
readFootnotes(parser);

// The words of an address stay as they were written: decoding them could make one host look like another.
parser.normalizeLinkText = (url) => url;

// Every address is parsed as the specification says; the builder alone decides which become live, so that a dead link
// still shows its words and its address instead of falling apart into brackets.
parser.validateLink = () => true;

parser.core.ruler.after('block', 'task_list', ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const item = tokens[index - 2];
    if (token.type !== 'inline' || item?.type !== 'list_item_open') continue;
    const mark = taskMark.exec(token.content);
    if (mark === null) continue;
    item.meta = { done: mark[1] !== ' ' };
    token.content = token.content.slice(mark[0].length);
  }
});

/**
 * Parses markdown into markdown-it's flat token list.
 *
 * @param definitions what was defined before this text; what this text defines is added to it.
 */
export function parseMarkdown(source: string, definitions: Definitions): Token[] {
  return parser.parse(source, { references: definitions });
}

/** Whether a list item is a task, and a finished one; null for an ordinary item. */
export function taskState(item: Token): boolean | null {
  const done = item.meta?.['done'];
  return typeof done === 'boolean' ? done : null;
}

/** A fence's info string with its escapes and entities resolved. */
export function infoOf(fence: Token): string {
  return parser.utils.unescapeAll(fence.info);
}
