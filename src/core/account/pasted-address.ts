// Reads an address that a person pasted. Only whole redirected addresses are taken, never a bare code: without the
// state there is no guard (docs/decisions.md#10).
import { parseCallback } from './oauth.ts';

export type PastedAddress =
  | { readonly kind: 'callback'; readonly query: string }
  /** No whole address: a code alone, a part, a sentence. */
  | { readonly kind: 'notAnAddress' }
  /** The address of the sign-in page itself, copied before the person was done there. */
  | { readonly kind: 'signInPage' }
  /** An address without an answer, or with one that cannot be told apart (a parameter is missing or doubled). */
  | { readonly kind: 'noAnswer' };

const longestAddress = 16_384;

export function readPastedAddress(text: string): PastedAddress {
  const address = text.length > 2 * longestAddress ? '' : unwrapped(text);
  if (address.length > longestAddress || !/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) {
    return { kind: 'notAnAddress' };
  }
  const { search, searchParams } = new URL(address);
  if (searchParams.has('redirect_uri') || searchParams.has('client_id')) return { kind: 'signInPage' };
  return parseCallback(search).kind === 'malformed' ? { kind: 'noAnswer' } : { kind: 'callback', query: search };
}

/**
 * Terminals and mail break long addresses over lines, and people copy the quotes or brackets around them. A bracket at
 * the end alone is a part of the address: browsers leave `)` and `'` in a query as they are.
 */
function unwrapped(text: string): string {
  const address = text.replace(/\s+/g, '');
  let start = 0;
  let end = address.length;
  while (start < end && closingOf.get(address[start]) === address[end - 1]) {
    start += 1;
    end -= 1;
  }
  return address.slice(start, Math.max(start, end));
}

const closingOf: ReadonlyMap<string | undefined, string> = new Map([
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['(', ')'],
]);
