import assert from 'node:assert/strict';
import { parseProfileLink, profileLinkIn } from '../../../../../src/core/service/profile/profile-link.ts';

const profile = {
  name: 'Zoë’s service',
  authUrl: 'https://login.example.com',
  baseUrl: 'https://plan.example.com',
  apiUrl: 'https://api.example.com',
  clientId: 'client-1',
  models: [{ id: 'model-1' }],
};
const encoded = (data: unknown): string =>
  Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)).toString('base64url');
const problems = (query: string): string[] => {
  const parsed = parseProfileLink(query);
  return parsed.kind === 'profile' ? [] : parsed.problems.map(({ where, fault }) => `${where}: ${fault.kind}`);
};

describe('a link with a profile in it', () => {
  it('holds the profile itself, in base64url', () => {
    const parsed = parseProfileLink(`profile=${encoded({ ...profile, extra: 1 })}`);
    assert.ok(parsed.kind === 'profile');
    assert.deepEqual([parsed.profile.name, parsed.profile.authUrl], [profile.name, profile.authUrl]);
    assert.deepEqual(parsed.unknownFields, ['extra']);
  });

  it('is judged as any profile is', () => {
    assert.deepEqual(problems(`profile=${encoded({ ...profile, clientId: '' })}`), ['clientId: empty']);
    assert.deepEqual(problems(`profile=${encoded('{"a":')}`), [': notJson']);
  });

  it('takes https alone, on this machine too', () => {
    const query = `profile=${encoded({ ...profile, baseUrl: 'http://127.0.0.1:4000', altApiUrl: 'http://localhost:1' })}`;
    assert.deepEqual(problems(query), ['altApiUrl: blockedPort']);
    const open = `profile=${encoded({ ...profile, baseUrl: 'http://127.0.0.1:4000', altApiUrl: 'http://localhost:4001' })}`;
    assert.deepEqual(problems(open), ['baseUrl: notHttps', 'altApiUrl: notHttps']);
  });

  it('is refused where there is not one profile in it, whole and in that form', () => {
    const one = encoded(profile);
    for (const query of [
      '',
      'profile=',
      `other=${one}`,
      `profile=${one}&profile=${one}`,
      `profile=${one.slice(0, 20)}+${one.slice(20)}`,
      `profile=${Buffer.from(JSON.stringify(profile)).toString('base64')}==`,
      `profile=${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}`,
      `profile=https://example.com/profile.json`,
    ])
      assert.deepEqual(problems(query), [': brokenLink'], query);
  });

  it('holds at most 8 KB of JSON', () => {
    const padded = (bytes: number): string => {
      const text = JSON.stringify(profile);
      return `profile=${encoded(text + ' '.repeat(bytes - Buffer.byteLength(text)))}`;
    };
    assert.deepEqual(problems(padded(8192)), []);
    assert.deepEqual(problems(padded(8193)), [': brokenLink']);
  });
});

describe('a text that a person pasted', () => {
  it('is a link of any editor, or none', () => {
    assert.equal(profileLinkIn(' vscode://tidemark.tidemark/connect?profile=abc\n'), 'profile=abc');
    assert.equal(profileLinkIn('code-oss://tidemark.tidemark/connect?a=b&profile=abc'), 'a=b&profile=abc');
    for (const text of [
      '{"authUrl":"vscode://tidemark.tidemark/connect?profile=abc"}',
      'vscode://other.extension/connect?profile=abc',
      'vscode://tidemark.tidemark/primary-auth/callback?code=1',
      'see vscode://tidemark.tidemark/connect?profile=abc',
      'vscode://tidemark.tidemark/connect?profile=abc and more',
    ])
      assert.equal(profileLinkIn(text), null, text);
  });
});
