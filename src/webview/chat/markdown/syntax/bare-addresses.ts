// Which addresses of a text are links without being marked as such, and where they end.
import type { MarkdownIt } from 'markdown-it';

/** What a sentence puts behind an address. */
const punctuation = '!?.,:;\'"*';

/**
 * A bare address is a link only where it says so itself. What merely looks like a host (README.md, git@host) stays
 * text.
 */
export function readBareAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//').add('ftp:').add('mailto:');
  for (const scheme of ['http:', 'https:'])
    linkify.add(scheme, { validate: (text, at, { re }) => lengthAt(re.get_http_validator(), text, at) });
  linkify.add('www.', {
    // Behind a slash it is a part of another address.
    validate: (text, at, { re }) =>
      text.charAt(at - 'www.'.length - 1) === '/' ? 0 : lengthAt(re.get_relative_proto_validator(), text, at),
    normalize(match) {
      match.url = `http://${match.raw}`;
    },
  });
}

/** How many characters the address has that a sticky pattern finds at a place of `text`; 0 where there is none. */
function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const address = pattern.exec(text)?.[0] ?? '';
  let end = address.length;
  while (end > 0 && punctuation.includes(address.charAt(end - 1))) end--;
  return end;
}
