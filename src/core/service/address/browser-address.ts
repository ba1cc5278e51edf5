// The one form in which an address may be shown to a person and given to a browser, so that nothing on its way there
// rewrites it: VS Code keeps a text as it is, but the parsers behind it (its own, the browsers', macOS's) escape,
// unescape and read addresses differently. What they could not agree on has no such form.

/** Why an address is not opened. */
export type AddressRefusal =
  /** No parser can read it whole. */
  | 'unreadable'
  /** It is of no scheme that a link may have. */
  | 'scheme'
  /**
   * Escapes before the first slash: VS Code unescapes them before it asks whether the site is trusted, a browser does
   * not.
   */
  | 'escapedSite'
  /** The name of the site has characters that parsers read differently. */
  | 'oddSite'
  /** Too long to be shown whole. */
  | 'tooLong'
  /**
   * A mail that would have more in it than addresses, a subject and a text: some programs attach files by such a link.
   */
  | 'mailFields'
  /** VS Code would forward it to a port that it does not name. */
  | 'forwarded';

/**
 * `text` is shown, asked about and opened, byte for byte. `read` is what a refused address was read as; null where
 * nothing could.
 */
export type BrowserAddress =
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: AddressRefusal; readonly read: string | null };

/** The schemes of links in an answer. */
const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** So many characters a dialog shows whole, and the shells of all systems take. */
export const longestLink = 2000;

/** The form in which a link of an answer is shown, asked about and opened. */
export function linkTarget(link: string): BrowserAddress {
  const url = URL.parse(link);
  if (url === null) return { kind: 'refused', reason: 'unreadable', read: null };
  if (!linkSchemes.has(url.protocol)) return { kind: 'refused', reason: 'scheme', read: url.href };
  if (url.protocol === 'mailto:' && !hasKnownFields(url))
    return { kind: 'refused', reason: 'mailFields', read: url.href };
  const address = browserAddress(link);
  if (address.kind === 'address' && address.text.length > longestLink)
    return { kind: 'refused', reason: 'tooLong', read: address.text };
  return address;
}

const mailFields: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body']);

/** Whether the mail has known fields only, with no line break that would begin another in one of them. */
function hasKnownFields({ pathname, search, hash }: URL): boolean {
  if (hash !== '' || /%0[ad]/iu.test(pathname)) return false;
  // A name is compared as it is written: an escaped one is refused, whatever it stands for.
  return search
    .slice(1)
    .split('&')
    .every((field) => {
      const name = (field.split('=', 1)[0] ?? '').toLowerCase();
      return field === '' || (mailFields.has(name) && (name === 'body' || !/%0[ad]/iu.test(field)));
    });
}

/**
 * The form of any absolute address: as the platform's parser writes it, with every character escaped that the syntax of
 * URIs allows only escaped. The result is the same when it is given again.
 *
 * @see https://url.spec.whatwg.org/ and https://www.rfc-editor.org/rfc/rfc3986#section-2
 */
export function browserAddress(address: string): BrowserAddress {
  const read = URL.parse(address)?.href;
  if (read === undefined) return { kind: 'refused', reason: 'unreadable', read: null };
  const [, site = '', rest = ''] = /^([^:/?#]+:(?:\/\/[^/?#]*)?)(.*)$/su.exec(read) ?? [];
  const text = site + escaped(rest);
  const reason = refusalOf(site, rest) ?? (URL.parse(text)?.href === text ? null : 'unreadable');
  return reason === null ? { kind: 'address', text } : { kind: 'refused', reason, read };
}

/** Scheme, user name and password, name of the site or an IP address, port. */
const soundSite = /^[a-z][a-z0-9+.-]*:(?:\/\/(?:[\w.~!$&'()*+,;=:-]*@)?(?:[a-z0-9_.-]*|\[[0-9a-f:.]+\])(?::\d+)?)?$/iu;

function refusalOf(site: string, rest: string): AddressRefusal | null {
  if (site.includes('%')) return 'escapedSite';
  // A mail address has no site, but some parsers would see one in it; VS Code's takes none that begins with slashes
  // once unescaped.
  if (/^mailto:(?:\/|%2f)/iu.test(`${site}${rest}`)) return 'oddSite';
  return soundSite.test(site) ? null : 'oddSite';
}

/** Path, query and fragment with nothing raw in them but what the syntax of URIs lets stand there. */
function escaped(rest: string): string {
  const [before, ...fragment] = rest.split('#');
  const parts = fragment.length === 0 ? [before] : [before, fragment.join('%23')];
  return parts.map((part = '') => part.replaceAll(/[^\w.~!$&'()*+,;=:@/?%-]|%(?![0-9a-f]{2})/giu, encoded)).join('#');
}

function encoded(character: string): string {
  return character === '%' ? '%25' : encodeURIComponent(character);
}
