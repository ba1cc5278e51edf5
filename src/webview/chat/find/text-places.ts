// Where a text is in a turn as it is drawn: across emphasis and line ends, never across two paragraphs or cells. It
// changes nothing in the document.

/** Where a turn's own words are, without what the page says around them. */
const searched = '.bubble, .thinking-text, .markdown, .plain-text';
const notSearched = '.code-header';
const blocks = 'p, li, h1, h2, h3, h4, h5, h6, pre, th, td, blockquote, div';
/** Stands between two blocks, where no search goes on: a character that no text has. */
const border = '\0';

/**
 * What to look for, capitals or not, with any white space between its words; null where there is nothing to look for.
 */
export function patternOf(wanted: string): RegExp | null {
  const words = wanted.split(/\s+/u).filter((word) => word !== '');
  const escaped = words.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`));
  return words.length === 0 ? null : new RegExp(escaped.join(String.raw`\s+`), 'giu');
}

/** Every place in a turn, first to last. */
export function placesIn(turn: Element, pattern: RegExp): StaticRange[] {
  return [...turn.querySelectorAll(searched)].flatMap((element) => {
    const drawn = readDrawn(element);
    return [...drawn.text.matchAll(pattern)].flatMap(({ index, 0: { length } }) =>
      rangeOf(drawn, index, index + length),
    );
  });
}

interface Drawn {
  readonly text: string;
  /** The nodes that the text comes from, with the place in it where each begins. */
  readonly nodes: readonly { readonly node: Text; readonly start: number }[];
}

function readDrawn(element: Element): Drawn {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    if (node.matches(notSearched)) return NodeFilter.FILTER_REJECT;
    return node.localName === 'br' ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) {
      text += '\n';
      continue;
    }
    const within: Element | null = node.parentElement?.closest(blocks) ?? null;
    if (block !== null && within !== block) text += border;
    block = within;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

function rangeOf({ nodes }: Drawn, start: number, end: number): StaticRange[] {
  const first = nodes.findLast((piece) => piece.start <= start);
  const last = nodes.findLast((piece) => piece.start < end);
  if (first === undefined || last === undefined) return [];
  return [
    new StaticRange({
      startContainer: first.node,
      startOffset: start - first.start,
      endContainer: last.node,
      endOffset: end - last.start,
    }),
  ];
}
