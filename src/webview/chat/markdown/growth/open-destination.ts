// A link whose address has not ended yet, at the end of a text: its words are shown as what they will be, and the
// address that grows behind them changes nothing that is drawn, so that nothing is parsed for it.
import type { Token } from 'markdown-it';
import type { OpenEnd } from './open-words.ts';

const addressSign = '](';
/** What an address may end at, or go on behind in ways that are left to the parser. */
const addressEnd = /[\s()<>\\]/u;
const longestAddress = 2_000;

/** `text` with its open address left out, the link being closed; null where it does not end in one. */
export function withoutOpenDestination(text: string): string | null {
  const sign = text.lastIndexOf(addressSign);
  const address = text.slice(sign + addressSign.length);
  if (sign === -1 || address.length > longestAddress || addressEnd.test(address)) return null;
  return `${text.slice(0, sign)}]()`;
}

/** Whether what `withoutOpenDestination` closed is a link, rather than code, an image or words in brackets. */
export function endsInLinkWithoutAddress(tokens: readonly Token[]): boolean {
  const children = tokens.findLast(({ type }) => type === 'inline')?.children ?? [];
  const begin = children.findLast(({ type }) => type === 'link_open');
  return children.at(-1)?.type === 'link_close' && begin?.attrGet('href') === '';
}

/** The link that `text` ends in, whose address is not shown as long as it goes on. */
export function continueDestination(text: string): OpenEnd {
  let length = text.length - text.lastIndexOf(addressSign) - addressSign.length;
  return {
    append(added) {
      length += added.length;
      return length <= longestAddress && !addressEnd.test(added);
    },
  };
}
