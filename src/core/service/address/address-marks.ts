import { trimEndOf } from '../trimming.ts';
import { withHiddenAs } from '../characters.ts';
import { browserAddress } from './browser-address.ts';

export type AddressMark =
  /** What is before the `@`, as it is written, and the site that follows. */
  | { readonly kind: 'userInfo'; readonly userInfo: string; readonly site: string }
  /**
   * The name of the site holds letters beyond the plain Latin ones, as https://www.rfc-editor.org/rfc/rfc3492 writes
   * them.
   */
  | { readonly kind: 'punycode'; readonly site: string }
  | { readonly kind: 'port'; readonly port: string }
  /** The words of the link are an address themselves, and another one. */
  | { readonly kind: 'otherText'; readonly text: string };

/**
 * What in an address misleads who reads it, in the order in which it is read.
 *
 * @param address a form that `browserAddress` gives.
 * @param shown the words that the link is shown as.
 */
export function addressMarks(address: string, shown: string): readonly AddressMark[] {
  const { host, hostname: site, port } = new URL(address);
  const marks: AddressMark[] = [];
  const authority = /^[^:/?#]+:\/\/([^/?#]*)/u.exec(address)?.[1] ?? '';
  if (authority !== host) marks.push({ kind: 'userInfo', userInfo: authority.slice(0, -host.length - 1), site });
  if (site.split('.').some((label) => label.startsWith('xn--'))) marks.push({ kind: 'punycode', site });
  // Parsers leave a port out where it is the scheme's own.
  if (port !== '') marks.push({ kind: 'port', port });
  const named = addressIn(shown);
  if (named !== null && !leadsTo(named, address)) marks.push({ kind: 'otherText', text: named });
  return marks;
}

/**
 * A name that a person takes for a site without anything before it: what ends like a file does is not taken for one.
 */
const bareSite =
  /^(?:www\.[^\s/]+|[^\s/:@]+\.(?:com|org|net|edu|gov|info|io|dev|app|ai|cn|co|de|eu|fr|jp|kr|ru|uk|us|test))(?:[:/?#]|$)/iu;

/** The address that words are, or hold with its scheme; null where they are none. */
function addressIn(shown: string): string | null {
  const text = withHiddenAs(shown, () => '').trim();
  const whole = /https?:\/\/[^\s<>"]+|mailto:\S+/iu.exec(text)?.[0];
  if (whole !== undefined) return trimEndOf(whole, '.,;)');
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/u.test(text)) return text;
  return /\s/u.test(text) || !bareSite.test(text) ? null : text;
}

/**
 * Whether words that are an address mean this one: schemes, `www.` and a slash at the end are often left out, and long
 * ones cut.
 */
function leadsTo(named: string, address: string): boolean {
  const cut = /^(.*?)(?:…|\.{3})$/su.exec(named)?.[1];
  const meant = plainForm(cut ?? named);
  return cut === undefined ? meant === plainForm(address) : plainForm(address).startsWith(meant);
}

function plainForm(named: string): string {
  const withScheme = /^(?:https?:\/\/|mailto:)/iu.test(named)
    ? named
    : `${named.includes('@') ? 'mailto:' : 'https://'}${named}`;
  const read = browserAddress(withScheme);
  const text = read.kind === 'address' ? read.text : withScheme;
  return trimEndOf(text.replace(/^https?:\/\/(?:www\.)?|^mailto:/iu, ''), '/');
}
