import assert from 'node:assert/strict';
import {
  type CallbackChannel,
  callbackChannels,
  type Surroundings,
} from '../../../../src/core/account/callback-channels.ts';
import { readPastedAddress } from '../../../../src/core/account/pasted-address.ts';
import type { ProviderId } from '../../../../src/core/service/profile/profile.ts';
import { profileOf } from '../../../support/fakes/service-connection.ts';

const all = ['primary-auth', 'oauth', 'secondary-auth', 'loopback'];
const desktop: Surroundings = { window: 'desktop', isLocal: true, browserIsHere: false };

function channels(shapes: readonly string[], provider: ProviderId, surroundings: Surroundings): string[] {
  const short = (channel: CallbackChannel): string => (channel.kind === 'link' ? channel.shape : channel.kind);
  return callbackChannels(profileOf('https://base.example', { redirectShapes: shapes }), provider, surroundings).map(
    short,
  );
}

describe('The channels of a sign-in', () => {
  const cases: readonly (readonly [
    sentence: string,
    shapes: readonly string[],
    ProviderId,
    Partial<Surroundings>,
    string[],
  ])[] = [
    [
      'follow the profile on the desktop, with pasting last',
      all,
      'primary',
      {},
      ['primary-auth', 'oauth', 'loopback', 'paste'],
    ],
    [
      'follow the profile where it puts the local port first',
      ['loopback', 'primary-auth'],
      'primary',
      {},
      ['loopback', 'primary-auth', 'paste'],
    ],
    [
      'of the second provider are its current and its legacy shape',
      all,
      'secondary',
      {},
      ['oauth', 'secondary-auth', 'loopback', 'paste'],
    ],
    [
      'put the forwarded port of a remote host behind the links, wherever the profile has it',
      ['loopback', 'primary-auth', 'oauth'],
      'primary',
      { isLocal: false },
      ['primary-auth', 'oauth', 'loopback', 'paste'],
    ],
    [
      'leave the local port out in a browser',
      all,
      'primary',
      { window: 'web', isLocal: true },
      ['primary-auth', 'oauth', 'paste'],
    ],
    [
      'offer the local port where the person says that the browser is there',
      all,
      'primary',
      { window: 'web', isLocal: false, browserIsHere: true },
      ['primary-auth', 'oauth', 'loopback', 'paste'],
    ],
    [
      'are pasting alone where nothing else is left',
      ['loopback'],
      'primary',
      { window: 'web', isLocal: false },
      ['paste'],
    ],
    [
      "are pasting alone where the profile knows only another provider's shape",
      ['secondary-auth'],
      'primary',
      {},
      ['paste'],
    ],
  ];
  for (const [sentence, shapes, provider, changes, expected] of cases) {
    it(sentence, () => assert.deepEqual(channels(shapes, provider, { ...desktop, ...changes }), expected));
  }
});

describe('A pasted address', () => {
  const answer = 'code=abc&state=0123';
  const good: readonly string[] = [
    `http://127.0.0.1:1/callback?${answer}`,
    `  http://127.0.0.1:1/callback?${answer}\n`,
    `"http://127.0.0.1:1/callback?${answer}"`,
    `<http://127.0.0.1:1/callback?${answer}>`,
    `http://127.0.0.1:1/call\n  back?code=abc\n&state=0123`,
    `vscode://tidemark.tidemark/primary-auth/callback?${answer}`,
    `https://host.example/callback?vscode-reqid=1&${answer}`,
    'http://127.0.0.1:1/callback?error=access_denied&state=0123',
  ];
  for (const text of good) {
    it(`is taken whole: ${JSON.stringify(text)}`, () => assert.equal(readPastedAddress(text).kind, 'callback'));
  }

  const bad: readonly (readonly [string, ReturnType<typeof readPastedAddress>['kind']])[] = [
    ['', 'notAnAddress'],
    ['abc', 'notAnAddress'],
    ['('.repeat(20_000) + ')'.repeat(20_000), 'notAnAddress'],
    ['('.repeat(10_000) + 'x' + ')'.repeat(10_000), 'notAnAddress'],
    [answer, 'notAnAddress'],
    [`127.0.0.1:1/callback?${answer}`, 'notAnAddress'],
    [`/callback?${answer}`, 'notAnAddress'],
    [`javascript:alert(1)?${answer}`, 'notAnAddress'],
    [`http://127.0.0.1:1/callback?${answer}${'x'.repeat(20_000)}`, 'notAnAddress'],
    ['http://', 'notAnAddress'],
    ['http://127.0.0.1:1/callback', 'noAnswer'],
    ['http://127.0.0.1:1/callback?code=abc', 'noAnswer'],
    ['http://127.0.0.1:1/callback?state=0123', 'noAnswer'],
    [`http://127.0.0.1:1/callback?${answer}&state=0123`, 'noAnswer'],
    [`http://127.0.0.1:1/callback#${answer}`, 'noAnswer'],
    ['https://auth.example/api/oauth/authorize?response_type=code&client_id=a&redirect_uri=b&state=0123', 'signInPage'],
  ];
  for (const [text, kind] of bad) {
    it(`is refused as ${kind}: ${JSON.stringify(text.slice(0, 80))}`, () =>
      assert.equal(readPastedAddress(text).kind, kind));
  }
});
