// VS Code's part is played by its own Uri class and by what its callback page does.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { URI } from 'vscode-uri';
import type { QueryForm } from '../../../../../src/core/account/callback/callback-query.ts';
import { type Callback, parseCallback } from '../../../../../src/core/account/oauth.ts';
import { readPastedAddress } from '../../../../../src/core/account/pasted-address.ts';
import type { CallbackListener } from '../../../../../src/core/account/sign-in-surface.ts';
import { listenOnLoopback } from '../../../../../src/node/loopback/loopback.ts';

const link = 'vscode://tidemark.tidemark/primary-auth/callback';
const state = '0123456789abcdef0123456789abcdef';

/** How a service may write a parameter into the address to which it sends the browser. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  'as a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'as a component': encodeURIComponent,
  'byte for byte': (text) =>
    [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
};

/** What the extension gets of an address: the query, in one form or the other. */
const throughDesktop = (address: string): [string, QueryForm] => [
  URI.revive(URI.parse(address).toJSON()).query,
  'decoded',
];
/** The callback page of VS Code on the web keeps what is not its own, and hands it on as components of a Uri. */
const throughWeb = (address: string): [string, QueryForm] => {
  const { searchParams } = new URL(address);
  for (const name of [...searchParams.keys()].filter((key) => key.startsWith('vscode-'))) searchParams.delete(name);
  return [
    URI.from({
      scheme: 'vscode',
      authority: 'tidemark.tidemark',
      path: '/primary-auth/callback',
      query: searchParams.toString(),
    }).query,
    'encoded',
  ];
};
const throughPaste = (address: string): [string, QueryForm] => {
  const pasted = readPastedAddress(address);
  return [pasted.kind === 'callback' ? pasted.query : '', 'encoded'];
};

const isCode = (callback: Callback, code: string): boolean =>
  callback.kind === 'code' && callback.code.reveal() === code && callback.state === state;

/**
 * The characters of codes, and those that encoding changes, more often.
 * @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.11
 */
const visible = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index));
const codes = fc.string({
  unit: fc.constantFrom(...visible, ...Array.from('+&%=#?/;&%+'), '%26', '%25', '%2B', '&state=', '&code=', '&error='),
  minLength: 1,
  maxLength: 40,
});
const base64 = fc.uint8Array({ minLength: 1, maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const orders = fc.constantFrom<readonly string[]>(['code', 'state'], ['state', 'code']);
const ways = fc.constantFrom(...Object.keys(encoders));

function query(code: string, way: string, order: readonly string[]): string {
  const encode = encoders[way] ?? encodeURIComponent;
  return order.map((name) => `${name}=${encode(name === 'code' ? code : state)}`).join('&');
}

describe('The code of an answer', () => {
  it('comes through a window in a browser as it was sent', () => {
    fc.assert(
      fc.property(codes, ways, orders, (code, way, order) => {
        const address = `http://127.0.0.1:8000/stable-0a1b/callback?vscode-reqid=7&vscode-scheme=code&vscode-path=%2Fprimary-auth%2Fcallback&${query(code, way, order)}`;
        assert.ok(isCode(parseCallback(...throughWeb(address)), code));
      }),
      { numRuns: 500 },
    );
  });

  it('comes by pasting as it was sent, whatever stands around the address', () => {
    const around = fc.constantFrom(['', ''], ['<', '>'], ['(', ')'], ['"', '"'], ["('", "')"], ['  ', '\n']);
    fc.assert(
      fc.property(
        codes,
        ways,
        orders,
        fc.constantFrom('http://127.0.0.1:1/callback', link),
        around,
        (code, way, order, base, [before, after]) => {
          const address = `${before}${base}?${query(code, way, order)}${after}`;
          assert.ok(isCode(parseCallback(...throughPaste(address)), code), address);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('comes by pasting where the address was broken over lines', () => {
    const whole = `http://127.0.0.1:1/callback?${query('a+b/c==', 'as a form', ['state', 'code'])}`;
    for (let at = 1; at < whole.length; at += 1) {
      assert.ok(
        isCode(parseCallback(...throughPaste(`${whole.slice(0, at)}\r\n  ${whole.slice(at)}`)), 'a+b/c=='),
        String(at),
      );
    }
  });

  it('comes through the local port as it was sent', async () => {
    const heard: string[] = [];
    const listener: CallbackListener = await listenOnLoopback(
      { accepted: '', denied: '', rejected: '' },
      (received) => {
        heard.push(received);
        return 'rejected';
      },
    );
    try {
      await fc.assert(
        fc.asyncProperty(codes, ways, orders, async (code, way, order) => {
          await fetch(`${listener.redirectUri}?${query(code, way, order)}`);
          assert.ok(isCode(parseCallback(heard.at(-1) ?? ''), code));
        }),
        { numRuns: 60 },
      );
    } finally {
      listener.close();
    }
  });

  it('comes through the desktop as it was sent, where base64 wrote it', () => {
    fc.assert(
      fc.property(base64, ways, orders, (code, way, order) => {
        assert.ok(isCode(parseCallback(...throughDesktop(`${link}?${query(code, way, order)}`)), code));
      }),
      { numRuns: 500 },
    );
  });

  it('comes through the desktop as it was sent, or is refused as one that cannot be told apart: never as another', () => {
    // Of a form, a space and a plus sign arrive as the same; no service puts a space into a code.
    const sound = (code: string, way: string): boolean => way !== 'as a form' || !code.includes(' ');
    fc.assert(
      fc.property(codes, ways, orders, (code, way, order) => {
        fc.pre(sound(code, way));
        const callback = parseCallback(...throughDesktop(`${link}?${query(code, way, order)}`));
        const isRefused = callback.kind === 'ambiguous' || callback.kind === 'malformed';
        assert.ok(isRefused ? code.includes('&') : isCode(callback, code), `${code}: ${callback.kind}`);
      }),
      { numRuns: 2000 },
    );
  });

  const readOnDesktop: readonly (readonly [what: string, sent: string, expected: string])[] = [
    ['a plus sign', `code=a%2Bb&state=${state}`, 'a+b'],
    ['a percent sign', `code=a%25b%2541&state=${state}`, 'a%b%41'],
    ['an equals sign', `code=a%3D%3D&state=${state}`, 'a=='],
    ['a hash', `code=a%23b&state=${state}`, 'a#b'],
    ['an ampersand before what is no parameter', `code=a%26b%26c&state=${state}`, 'a&b&c'],
    ['an ampersand at the end of the query', `state=${state}&code=a%26b`, 'a&b'],
    ['a state before it', `state=${state}&code=a%2Bb`, 'a+b'],
    ['other parameters before it', `windowId=3&session_state=x&code=a%2Bb&state=${state}`, 'a+b'],
    [
      'other parameters behind the state',
      `code=a%2Bb&state=${state}&iss=https%3A%2F%2Fauth.example%2F%3Fa%3Db%26c%3Dd`,
      'a+b',
    ],
  ];
  for (const [what, sent, expected] of readOnDesktop) {
    it(`is read on the desktop with ${what}`, () =>
      assert.ok(isCode(parseCallback(...throughDesktop(`${link}?${sent}`)), expected)));
  }

  for (const [what, sent] of [
    ['what may be a parameter', `code=a%26b%3Dc&state=${state}`],
    ['what may be a denial', `code=a%26error%3Daccess_denied&state=${state}`],
    ['what may be another code', `code=a%26code%3Db&state=${state}`],
    ['what may be a parameter, at the end', `state=${state}&code=a%26b%3Dc`],
    ['nothing', `code=a%26&state=${state}`],
  ] as const) {
    it(`is refused on the desktop where an ampersand is followed by ${what}`, () => {
      assert.deepEqual(parseCallback(...throughDesktop(`${link}?${sent}`)), { kind: 'ambiguous', state });
    });
  }

  it('is refused where its bytes are no text', () => {
    assert.deepEqual(parseCallback(`code=%ff%fe&state=${state}`), { kind: 'malformed' });
  });
});

describe('The denial of an answer', () => {
  it('is read on the desktop as in every other place', () => {
    for (const form of ['encoded', 'decoded'] as const) {
      for (const sent of [
        `error=access_denied&state=${state}`,
        `state=${state}&error=access_denied`,
        `error=access_denied&error_description=no&state=${state}`,
        `error=access_denied&code=x&state=${state}`,
        `code=x&state=${state}&error=access_denied`,
      ]) {
        assert.deepEqual(parseCallback(sent, form), { kind: 'denied', error: 'access_denied', state }, sent);
      }
    }
  });
});
