// Knows what in an address misleads who reads it: a user name that looks like the site, a name in letters that look like
// others, an unusual port. It judges the form in which the address is opened; the words are the host's.

export type AddressMark =
  /** What stands before the `@`, as it is written, and the site that follows. */
  | { readonly kind: 'userInfo'; readonly userInfo: string; readonly site: string }
  /** The name of the site holds letters beyond the plain Latin ones, written as RFC 3492 does. */
  | { readonly kind: 'punycode'; readonly site: string }
  | { readonly kind: 'port'; readonly port: string };

/** In the order in which they are read. `address` is a form that `browserAddress` gives. */
export function addressMarks(address: string): readonly AddressMark[] {
  const { host, hostname: site, port } = new URL(address);
  const marks: AddressMark[] = [];
  const authority = /^[^:/?#]+:\/\/([^/?#]*)/u.exec(address)?.[1] ?? '';
  if (authority !== host) marks.push({ kind: 'userInfo', userInfo: authority.slice(0, -host.length - 1), site });
  if (site.split('.').some((label) => label.startsWith('xn--'))) marks.push({ kind: 'punycode', site });
  // Parsers leave a port out where it is the scheme's own.
  if (port !== '') marks.push({ kind: 'port', port });
  return marks;
}
