// The form in which an address is shown and opened, and what has none.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { browserAddress, linkTarget, longestLink } from '../../../../../src/core/service/address/browser-address.ts';
import { generatedAddress, generatedTail, oddSites, oddTails } from '../../../../support/samples/address-samples.ts';

const address = (text: string): object => ({ kind: 'address', text });
const refused = (reason: string, read: string | null): object => ({ kind: 'refused', reason, read });

/**
 * What https://www.rfc-editor.org/rfc/rfc3986#section-2 lets stand in an address: escapes, and the reserved and
 * unreserved characters in their places.
 */
const plain =
  /^[a-z]+:(?:\/\/(?:[\w.~!$&'()*+,;=:-]*@)?(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?)?(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/u;

const everySample = [...oddSites, ...oddTails.map((tail) => `https://docs.example${tail}`)];

describe('the address that is shown, asked about and opened', () => {
  it('keeps its escapes as they are written', () => {
    for (const text of [
      'https://github.com/C%23',
      'https://a.example/a%2Fb?c=%26d%2B+e#%23',
      'mailto:a%40b@c.example?subject=x%20y',
    ]) {
      assert.deepEqual(linkTarget(text), address(text));
    }
  });

  it('has escaped whatever another parser would escape on the way', () => {
    assert.deepEqual(
      linkTarget('https://a.example/[a]{b}|c^d`e?f=[g]|{h}#i#j"k'),
      address('https://a.example/%5Ba%5D%7Bb%7D%7Cc%5Ed%60e?f=%5Bg%5D%7C%7Bh%7D#i%23j%22k'),
    );
    assert.deepEqual(linkTarget('https://a.example/100%?b=%zz'), address('https://a.example/100%25?b=%25zz'));
    assert.deepEqual(linkTarget('mailto:a b@c.example'), address('mailto:a%20b@c.example'));
  });

  it('reads tabs, backslashes, cases, default ports and other scripts as a browser does', () => {
    assert.deepEqual(linkTarget(' HTTPS:\\\\EVIL.Test:443\\a\tb '), address('https://evil.test/ab'));
    assert.deepEqual(linkTarget('https://аpple.com/ü'), address('https://xn--pple-43d.com/%C3%BC'));
  });

  it('is none where the site is escaped, so that it could be read as another', () => {
    for (const text of [
      'https://evil.test%2F@github.com/login',
      'https://evil.test%23@github.com/',
      'https://a%40b@github.com/',
    ]) {
      assert.deepEqual(linkTarget(text), refused('escapedSite', text));
    }
  });

  it('is none where the site has characters that parsers read differently', () => {
    assert.deepEqual(linkTarget('https://a{b}.example/'), refused('oddSite', 'https://a{b}.example/'));
    for (const text of ['mailto://evil.test/a', 'mailto:%2F%2fevil.test'])
      assert.deepEqual(linkTarget(text), refused('oddSite', text));
  });

  it('is none for other schemes, for what cannot be read, and for what cannot be shown whole', () => {
    assert.deepEqual(linkTarget('command:workbench.action.quit'), refused('scheme', 'command:workbench.action.quit'));
    assert.deepEqual(linkTarget('vscode://a.b/c'), refused('scheme', 'vscode://a.b/c'));
    assert.deepEqual(linkTarget('docs/a.md'), refused('unreadable', null));
    const longest = `https://a.example/${'a'.repeat(longestLink - 18)}`;
    assert.deepEqual(linkTarget(longest), address(longest));
    assert.deepEqual(linkTarget(`${longest}b`), refused('tooLong', `${longest}b`));
  });

  it('is none for a mail with anything in it but addresses, a subject and a text', () => {
    for (const text of [
      'mailto:?attach=/home/a/.ssh/id_rsa',
      'mailto:a@b.example?subject=x&Attachment=%2Fetc%2Fpasswd',
      'mailto:a@b.example?subject=x&amp;attach=/etc/passwd',
      'mailto:a@b.example?%61ttach=/etc/passwd',
      'mailto:a@b.example?subject=x%0D%0AAttach:%20/etc/passwd',
      'mailto:a@b.example%0Aattach:/etc/passwd',
      'mailto:a@b.example#?attach=/etc/passwd',
    ])
      assert.deepEqual(linkTarget(text), refused('mailFields', text));
    for (const text of ['mailto:a@b.example', 'mailto:?to=a@b.example&CC=c@d.example&bcc=e@f.example&body=x%0D%0Ay&'])
      assert.deepEqual(linkTarget(text), address(text));
  });

  it('leaves an address of VS Code itself as it is', () => {
    assert.deepEqual(
      browserAddress('vscode://tidemark.tidemark/diagnose?mark=12ab'),
      address('vscode://tidemark.tidemark/diagnose?mark=12ab'),
    );
  });

  const holds = (text: string): void => {
    const target = linkTarget(text);
    if (target.kind === 'refused') return;
    assert.match(target.text, plain);
    assert.deepEqual(linkTarget(target.text), target);
    assert.equal(URL.parse(target.text)?.href, target.text);
    assert.equal(new URL(target.text).host, new URL(text).host);
  };

  it('is plain, and the same when it is read again, for every odd address', () => {
    for (const sample of everySample) holds(sample);
  });

  it('is plain, and the same when it is read again, whatever is generated', () => {
    fc.assert(fc.property(generatedAddress, holds), { numRuns: 3_000 });
  });

  it('is there for whatever follows a plain site', () => {
    fc.assert(
      fc.property(generatedTail, (tail) => linkTarget(`https://docs.example${tail}`).kind === 'address'),
      { numRuns: 3_000 },
    );
  });
});
