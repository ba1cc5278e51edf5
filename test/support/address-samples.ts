// Knows addresses as an answer may write them, by hand and generated: all that parsers of addresses are known to read
// differently. It does not know what becomes of them.
import fc from 'fast-check';

/** Behind the site: paths, queries and fragments with everything that is escaped, unescaped or dropped somewhere. */
export const oddTails: readonly string[] = [
  '/C%23', '/a%2Fb', '/a%2fb', '/%40user', '/%25', '/100%', '/%zz', '/%', '/a b', '/a\tb', '/a\\b', '/..%2f..%2fetc', '/%2e%2e/x', '/%252e',
  '/a|b', '/{a}', '/[a]', '/a^b', '/`a`', '/"a"', '/<a>', "/it's", '/ü', '/%FC', '/%C3%BC', '/日本語', '/😀', '/a+b', '/a;b=c', '/a:b', '/@b', '//b', '/a//b/',
  '?', '?#', '#', '?a=b#', '?a=b+c', '?a=%2B', '?a=%26b', '?a=1&a=2', '?a[b]=c', '?q={"a":1}', '?q=a|b', "?q='a'", '?q=ü', '?a?b', '?%', '?a=%zz', '?a=http://x/?b=c%23d',
  '#a#b', '#%23', '#a b', '#{a}', '#/route?x=1', '#ü', '/#?', '/a%0Ab', '/a%00b', '/\u202Ea', '/a\u200Bb', '/\u00ADa', '/a%E2%80%AEb', '/~a', '/a(b)', '/$a,b;c!*',
];

/** Whole addresses whose site can be read in more than one way, or is no plain name. */
export const oddSites: readonly string[] = [
  'https://evil.test%2F@github.com/login', 'https://github.com%40evil.test/', 'https://user@github.com/', 'https://user:secret@github.com/', 'https://github.com@evil.test/a',
  'https://evil.test\\@github.com/', 'https:\\\\evil.test\\a', 'https:evil.test', 'https:///evil.test', 'https://evil.test%23@github.com/', 'https://evil.test%3F@github.com/',
  'https://a%40b@github.com/', 'https://аpple.com/', 'https://xn--pple-43d.com/', 'https://münchen.example/', 'https://日本語.example/', 'https://ﬀ.example/', 'https://e\u00ADvil.test/',
  'https://evil。test/', 'https://EVIL.Test:443/A', 'http://evil.test:80/', 'https://evil.test:8443/', 'https://evil.test./', 'https://evil..test/', 'https://[::1]:8080/a', 'https://[::ffff:127.0.0.1]/',
  'https://0x7f.1/', 'https://2130706433/', 'https://a_b.example/', 'https://a{b}.example/', 'https://a"b.example/', "https://a'b.example/", 'https://%65vil.test/', 'https://@evil.test/', 'https://:@evil.test/',
  ' https://evil.test/ ', 'ht\ntps://evil.test/', 'HTTPS://EVIL.TEST/', 'mailto:a@b.example', 'mailto:a%40b@c.example?subject=a b&body=x%0Ay', 'mailto://evil.test/a', 'mailto:////evil', 'mailto:%2F%2fevil.test', 'mailto:ü@b.example',
];

const nasty = fc.constantFrom(...'/?#@:%&=+;,.~!$\'()*[]{}|^`"<>\\ \t-_ abAB09'.split(/(?:)/u), '%2F', '%2f', '%23', '%40', '%25', '%3F', '%5C', '%00', '%zz', 'ü', '日', '😀', '\u202E', '\u200B', '..', '%2e');

/** Anything that may follow a site. */
export const generatedTail = fc.tuple(fc.constantFrom('/', '?', '#', '/?', '/#'), fc.array(nasty, { maxLength: 24 })).map(([first, rest]) => first + rest.join(''));

const userInfo = fc.array(nasty, { maxLength: 6 }).map((parts) => `${parts.join('')}@`);
const site = fc.oneof(
  fc.constantFrom('github.com', 'GitHub.com.', '127.0.0.1', '[::1]', 'xn--pple-43d.com', 'аpple.com', '日本語.example', 'a_b.example'),
  fc.array(nasty, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
);
const port = fc.constantFrom('', ':', ':80', ':443', ':8443', ':0', ':65536', ':%34');

/** Anything that may stand where a link's address does. */
export const generatedAddress = fc
  .tuple(fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:\\\\', 'mailto:', 'https:'), fc.option(userInfo, { nil: '' }), site, port, generatedTail)
  .map((parts) => parts.join(''));
