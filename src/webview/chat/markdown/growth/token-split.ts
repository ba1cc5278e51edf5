// Which tokens of one reading belong to the text before a cut and which to the text behind it, so that a drawing needs
// no second reading; and when one is needed after all.
import type { Token } from 'markdown-it';
import type { Cut } from './block-boundaries.ts';

/** Tokens that no text behind them can change. A list or table that goes on is closed where they end. */
export interface FinalTokens {
  readonly tokens: readonly Token[];
  /** Whether the list that goes on is a loose one. */
  readonly loose: boolean;
}

export interface Split {
  readonly final: FinalTokens;
  /** More parts of the container that the cut goes through, and what follows it. */
  readonly tail: { readonly parts: readonly Token[]; readonly rest: readonly Token[] };
}

/**
 * Null where the text behind the cut has a say in how the text before it was read: it may have made a list loose.
 *
 * @param container the open container that the tokens begin in, if any.
 */
export function splitAt(
  tokens: readonly Token[],
  { line, container: cut }: Cut,
  container: { readonly loose: boolean } | null,
): Split | null {
  if (cut === null) {
    const index = tokens.findIndex(
      (token) => token.level === 0 && token.nesting !== -1 && token.map !== null && token.map[0] >= line,
    );
    const end = index === -1 ? tokens.length : index;
    return { final: { tokens: tokens.slice(0, end), loose: false }, tail: { parts: [], rest: tokens.slice(end) } };
  }
  const open = tokens.indexOf(cut.token);
  const close = tokens.findIndex((token, index) => index > open && token.level === 0);
  const part = tokens.findIndex((token, index) => index > open && isPart(token) && token.map?.[0] === line);
  // A table's rows end before its body does.
  const partsEnd = cut.kind === 'list' ? close : close - 1;
  const isKnownLoose = open === 0 && container?.loose === true;
  if (cut.kind === 'list' && !isKnownLoose && !isSurelyTight(tokens.slice(open, close))) return null;
  return {
    final: { tokens: [...tokens.slice(0, part), ...tokens.slice(partsEnd, close + 1)], loose: isKnownLoose },
    tail: { parts: tokens.slice(part, partsEnd), rest: tokens.slice(close + 1) },
  };
}

function isPart({ type, level }: Token): boolean {
  return (type === 'list_item_open' && level === 1) || (type === 'tr_open' && level === 2);
}

/** Tells by a list's first own paragraph, which a tight list hides. */
export function isLoose(list: readonly Token[]): boolean {
  return ownParagraphs(list).some(({ hidden }) => !hidden);
}

function isSurelyTight(list: readonly Token[]): boolean {
  const paragraphs = ownParagraphs(list);
  return paragraphs.length > 0 && paragraphs.every(({ hidden }) => hidden);
}

function ownParagraphs(list: readonly Token[]): Token[] {
  return list.filter(({ type, level }) => type === 'paragraph_open' && level === 2);
}

/** Whether the last block is a loose list. */
export function isLastLoose(tokens: readonly Token[]): boolean {
  return isLoose(tokens.slice(tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting === 1)));
}

/** The tokens without the last item of the list that they end with: the stub that was put behind what is final. */
export function withoutLastItem(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.findLastIndex(({ type, level }) => type === 'list_item_open' && level === 1);
  return [...tokens.slice(0, last), ...tokens.slice(-1)];
}
