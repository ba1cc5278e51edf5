import assert from 'node:assert/strict';
import { appVersion, identityHeaders, userAgentHeader } from '../../../../../src/core/service/profile/identity.ts';
import { identity, profileOf } from '../../../../support/fakes/service-connection.ts';

const profile = profileOf('https://base.example');

describe('the identification headers', () => {
  it('are these ten, under the own name and with the real platform [4.9 User-Agent, HTTP-Referer, X-Title, X-Svc-App-Version, X-Platform, X-Release-Channel, X-Client-Language, X-Client-Timezone, X-Os-Category, X-Os-Version]', () => {
    assert.deepEqual(identityHeaders(profile, identity), {
      'User-Agent': 'tidemark/1.2.3',
      'HTTP-Referer': 'https://base.example',
      'X-Title': 'Tidemark',
      'X-Svc-App-Version': '1.2.3',
      'X-Platform': 'linux-x64',
      'X-Release-Channel': 'production',
      'X-Client-Language': 'en-GB',
      'X-Client-Timezone': 'Europe/Berlin',
      'X-Os-Category': 'linux',
      'X-Os-Version': '6.1.0',
    });
  });

  it('follow the word of the profile', () => {
    const acme = profileOf('https://base.example', { words: { service: 'acme', compat: 'compat' } });
    assert.equal(identityHeaders(acme, identity)['X-Acme-App-Version'], '1.2.3');
    assert.equal('X-Svc-App-Version' in identityHeaders(acme, identity), false);
  });

  it('say "unknown" where the version cannot be read', () => {
    const nameless = { ...identity, version: null };
    assert.equal(appVersion(nameless), 'unknown');
    assert.deepEqual(userAgentHeader(nameless), { 'User-Agent': 'tidemark/unknown' });
    assert.equal(identityHeaders(profile, nameless)['X-Svc-App-Version'], 'unknown');
  });

  it('are nine in a browser, which lets no script name a user agent', () => {
    const inBrowser = identityHeaders(profile, { ...identity, platform: 'web' });
    assert.equal(Object.keys(inBrowser).length, 9);
    assert.equal('User-Agent' in inBrowser, false);
    assert.equal(inBrowser['X-Platform'], 'web-x64');
  });

  it('stay sendable when the system calls itself by a name that is not ASCII', () => {
    const localised = identityHeaders(profile, { ...identity, osVersion: 'Système 11\r\nX-Other: 1' });
    assert.equal(localised['X-Os-Version'], 'Syst?me 11??X-Other: 1');
    assert.doesNotThrow(() => new Headers(localised));
  });
});
