// Knows how to read an address that a person pasted; not to which sign-in it belongs. Only whole redirected addresses are
// taken, never a bare code: without the state there is no guard (decisions 10).
import { parseCallback } from './oauth.ts';
import { trimEndOf, trimStartOf } from '../service/trimming.ts';

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
  const address = unwrapped(text);
  if (address.length > longestAddress || !/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) {
    return { kind: 'notAnAddress' };
  }
  const { search, searchParams } = new URL(address);
  if (searchParams.has('redirect_uri') || searchParams.has('client_id')) return { kind: 'signInPage' };
  return parseCallback(search).kind === 'malformed' ? { kind: 'noAnswer' } : { kind: 'callback', query: search };
}

/** Terminals and mail break long addresses over lines, and people copy the quotes or brackets around them. */
function unwrapped(text: string): string {
  const joined = trimStartOf(text.replace(/\s+/g, ''), (character) => '<"\'`('.includes(character));
  return trimEndOf(joined, (character) => '>"\'`)'.includes(character));
}
