// Footnotes as GitHub reads them: "[^label]" in a line where the label is defined, and "[^label]: …" with the indented
// blocks behind it, which stays where it was written.
import type { MarkdownIt } from 'markdown-it';
import type { BlockRule, InlineRule } from './rules.ts';

export const footnoteOpen = 'footnote_open';
export const footnoteReference = 'footnote_reference';

const definition = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*/u;
const reference = /\[\^([^\s[\]^]{1,64})\]/uy;
/** How far further blocks of a footnote are indented. */
const indentation = 4;

/** Makes a parser that keeps its bounds read them. A label is the `info` of both tokens. */
export function readFootnotes({ block, inline }: MarkdownIt): void {
  block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] });
  inline.ruler.before('no_link', footnoteReference, readReference);
}

/** No link can have it: there is no such character in what is read. */
function keyOf(name: string): string {
  return `\0${name.toLowerCase()}`;
}

const readDefinition: BlockRule = (state, startLine, endLine, silent) => {
  const begin = state.bMarks[startLine];
  const shift = state.tShift[startLine];
  const count = state.sCount[startLine];
  if (begin === undefined || shift === undefined || count === undefined) return false;
  const [all, name] = definition.exec(state.src.slice(begin + shift, state.eMarks[startLine])) ?? [];
  if (all === undefined || name === undefined || count - state.blkIndent >= indentation) return false;
  if (silent) return true;
  state.env.references ??= {};
  state.env.references[keyOf(name)] ??= { title: '', href: '' };

  const open = state.push(footnoteOpen, 'div', 1);
  open.info = name;
  const { blkIndent } = state;
  state.blkIndent += indentation;
  state.bMarks[startLine] = begin + shift + all.length;
  state.tShift[startLine] = 0;
  state.sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  state.blkIndent = blkIndent;
  state.bMarks[startLine] = begin;
  state.tShift[startLine] = shift;
  state.sCount[startLine] = count;
  open.map = [startLine, state.line];
  state.push('footnote_close', 'div', -1);
  return true;
};

const readReference: InlineRule = (state, silent) => {
  reference.lastIndex = state.pos;
  const [all, name] = reference.exec(state.src) ?? [];
  if (all === undefined || name === undefined || state.pos + all.length > state.posMax) return false;
  if (state.env.references?.[keyOf(name)] === undefined) return false;
  if (!silent) {
    const token = state.push(footnoteReference, 'sup', 0);
    token.info = name;
    token.content = name;
  }
  state.pos += all.length;
  return true;
};
