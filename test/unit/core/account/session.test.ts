// Knows under which keys a session's secrets lie, what is read back, and what is forgotten when.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { deleteSession, deleteTokens, isSessionKey, loadSession, type Session, storeSession } from '../../../../src/core/account/session.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { MemorySecretStore } from '../../../support/memory-secret-store.ts';
import { profileOf } from '../../../support/service-connection.ts';
import { unsendable } from '../../../support/unsendable-text.ts';

const profile = profileOf('https://base.example');
/** The first half of the SHA-256 of `business-1`. */
const digest = createHash('sha256').update('business-1').digest('hex').slice(0, 32);
const user = { sub: 'u-1', name: 'Ada' };
const session: Session = {
  provider: 'primary',
  audience: 'client-1 base.example',
  businessToken: new Secret('business-1'),
  accessToken: new Secret('access-1'),
  planCredential: new Secret('plan-1'),
  user,
};

/** What a loaded session holds, in the open, since secrets compare as equal otherwise. */
function opened({ provider, businessToken, accessToken, planCredential, user: person }: Session): unknown {
  return [provider, businessToken.reveal(), accessToken.reveal(), planCredential?.reveal() ?? null, person];
}

async function loaded(store: MemorySecretStore, provider: 'primary' | 'secondary' = 'primary'): Promise<unknown> {
  const stored = await loadSession(store, profile, provider);
  return stored.kind === 'session' ? opened(stored.session) : stored;
}

describe('a stored session', () => {
  it('lies under its own keys: the business token alone under the service\'s name [2.4 svcjwttoken]', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    assert.deepEqual(Object.fromEntries(store.values), {
      'svcjwttoken': 'business-1',
      'tidemark.session': `{"accessToken":"access-1","planCredential":"plan-1","tokenDigest":"${digest}","audience":"client-1 base.example"}`,
      'tidemark.user': '{"sub":"u-1","name":"Ada"}',
    });
  });

  it('of the secondary provider lies beside that of the primary', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    await storeSession(store, profile, { ...session, provider: 'secondary', businessToken: new Secret('business-2') });
    assert.deepEqual([...store.values.keys()].sort(), [
      'svcjwttoken',
      'svcjwttoken.secondary',
      'tidemark.session',
      'tidemark.session.secondary',
      'tidemark.user',
      'tidemark.user.secondary',
    ]);
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
    assert.deepEqual(await loaded(store, 'secondary'), ['secondary', 'business-2', 'access-1', 'plan-1', user]);
  });

  it('bears the word of its service', async () => {
    const store = new MemorySecretStore();
    const acme = profileOf('https://base.example', { words: { service: 'acme', compat: 'compat' } });
    await storeSession(store, acme, session);
    assert.equal(store.values.get('acmejwttoken'), 'business-1');
    assert.equal(isSessionKey(acme, 'acmejwttoken'), true);
    assert.equal(isSessionKey(acme, 'svcjwttoken'), false);
  });

  it('is complete when its business token arrives, which is what other windows wait for', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    assert.equal(store.writes.at(-1), 'store svcjwttoken');
    for (const key of ['svcjwttoken', 'svcjwttoken.secondary']) assert.equal(isSessionKey(profile, key), true);
    for (const key of ['tidemark.session', 'tidemark.user', 'other']) assert.equal(isSessionKey(profile, key), false);
  });

  it('comes back as it went, also without plan credential and user', async () => {
    const store = new MemorySecretStore({ 'tidemark.user': '{"sub":"somebody before"}' });
    await storeSession(store, profile, { ...session, planCredential: null, user: null });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', null, null]);
  });

  it('is none where nothing is stored', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore()), { kind: 'none' });
  });

  it('has lapsed where the user is known and the token is gone', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore({ 'tidemark.user': '{"sub":"u-1"}' })), { kind: 'lapsed', user: { sub: 'u-1' } });
  });

  it('is none where the business token stands alone', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore({ svcjwttoken: 'business-1' })), { kind: 'none' });
  });

  it('is none for another service than the one that gave its tokens, and comes back with that one', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    const moved = profileOf('https://elsewhere.example');
    assert.deepEqual(await loadSession(store, moved, 'primary'), { kind: 'none' });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
  });

  it('stays where a service on this machine only came back on another port', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profileOf('http://127.0.0.1:1111'), { ...session, audience: 'client-1 127.0.0.1' });
    assert.equal((await loadSession(store, profileOf('http://127.0.0.1:2222'), 'primary')).kind, 'session');
  });

  it('sets stored text aside that cannot be read, and counts it as absent', async () => {
    for (const broken of ['{', '[]', 'null', '{"accessToken":1}']) {
      const store = new MemorySecretStore({ svcjwttoken: 'business-1', 'tidemark.session': broken, 'tidemark.user': '{"sub":""}' });
      assert.deepEqual(await loaded(store), { kind: 'none' });
      assert.deepEqual(Object.fromEntries(store.values), {
        'svcjwttoken': 'business-1',
        'tidemark.session.setAside': broken,
        'tidemark.user.setAside': '{"sub":""}',
      });
    }
  });

  it('is none where the token beside it is another, which a store that failed in the middle left there', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    const moved = profileOf('https://elsewhere.example');
    const write = store.store.bind(store);
    store.store = (key, value) => (key === 'svcjwttoken' ? Promise.reject(new Error('locked')) : write(key, value));
    const next = { ...session, audience: 'client-1 elsewhere.example', businessToken: new Secret('business-2') };
    await assert.rejects(storeSession(store, moved, next), /locked/);
    assert.deepEqual(await loadSession(store, moved, 'primary'), { kind: 'none' });
  });

  it('of a version that noted no token beside it is read as before', async () => {
    const store = new MemorySecretStore({ svcjwttoken: 'business-1', 'tidemark.session': '{"accessToken":"access-1","planCredential":null,"audience":"client-1 base.example"}' });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', null, null]);
  });

  for (const [name, text] of unsendable) {
    it(`is none where a stored token is one that no header can carry: ${name}`, async () => {
      const companion = (accessToken: string, planCredential: string | null) => JSON.stringify({ accessToken, planCredential, audience: 'client-1 base.example' });
      const business = new MemorySecretStore({ svcjwttoken: text, 'tidemark.session': companion('access-1', null) });
      assert.deepEqual(await loaded(business), { kind: 'none' });
      const access = new MemorySecretStore({ svcjwttoken: 'business-1', 'tidemark.session': companion(text, null) });
      assert.deepEqual(await loaded(access), { kind: 'none' });
      const plan = new MemorySecretStore({ svcjwttoken: 'business-1', 'tidemark.session': companion('access-1', text) });
      assert.deepEqual(await loaded(plan), ['primary', 'business-1', 'access-1', null, null]);
    });
  }

  it('rejects where the store does', async () => {
    const locked = new Error('locked');
    const store = new MemorySecretStore();
    store.get = () => Promise.reject(locked);
    await assert.rejects(loadSession(store, profile, 'primary'), locked);
  });
});

describe('forgetting', () => {
  it('takes the business token last, since other windows hear that change and then all must be gone', async () => {
    const store = new MemorySecretStore();
    await deleteSession(store, profile, 'primary');
    assert.equal(store.writes.at(-1), 'delete svcjwttoken');
    await deleteTokens(store, profile, 'primary');
    assert.equal(store.writes.at(-1), 'delete svcjwttoken');
  });

  it('a session forgets everything of its provider and nothing of the other', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    await storeSession(store, profile, { ...session, provider: 'secondary' });
    await deleteSession(store, profile, 'primary');
    assert.deepEqual(await loaded(store), { kind: 'none' });
    assert.deepEqual(await loaded(store, 'secondary'), ['secondary', 'business-1', 'access-1', 'plan-1', user]);
  });

  it('the tokens keeps the user, so that the session has lapsed', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, profile, session);
    await deleteTokens(store, profile, 'primary');
    assert.deepEqual(await loaded(store), { kind: 'lapsed', user });
    assert.deepEqual([...store.values.keys()], ['tidemark.user']);
  });
});
