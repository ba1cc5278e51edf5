import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  deleteEnded,
  deleteSession,
  deleteTokens,
  loadSessions,
  storeSession,
} from '../../../../../src/core/account/accounts/session-storage.ts';
import { isSessionKey } from '../../../../../src/core/account/accounts/session-slots.ts';
import { accountNameOf, type Session, type StoredSession } from '../../../../../src/core/account/session.ts';
import type { Service } from '../../../../../src/core/service/profile/audience.ts';
import { embeddedDemo } from '../../../../../src/core/service/profile/embedded-demo.ts';
import type { ProviderId } from '../../../../../src/core/service/profile/profile.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { MemorySecretStore } from '../../../../support/fakes/memory-secret-store.ts';
import { profileOf, serviceFor } from '../../../../support/fakes/service-connection.ts';
import { accountNamed, sessionOf } from '../../../../support/fakes/sessions.ts';
import { unsendable } from '../../../../support/samples/unsendable-text.ts';

const service = serviceFor(profileOf('https://base.example'));
const { audience } = service;
const elsewhere = serviceFor(profileOf('https://elsewhere.example'));
/** The first half of the SHA-256 of `business-1`. */
const digest = createHash('sha256').update('business-1').digest('hex').slice(0, 32);
const user = { sub: 'u-1', name: 'Ada' };
const account = accountNamed('ada');
const session = sessionOf('ada', {
  audience,
  businessToken: new Secret('business-1'),
  accessToken: new Secret('access-1'),
  planCredential: new Secret('plan-1'),
  user,
});
const second: Session = {
  ...session,
  provider: 'secondary',
  account: accountNamed('ben'),
  businessToken: new Secret('business-2'),
};
/** Ada at another service. */
const adaElsewhere: Session = {
  ...session,
  audience: elsewhere.audience,
  account: accountNamed('ada there'),
  businessToken: new Secret('business-3'),
};

/** What lies in the first place of a provider. */
async function loadFirst(store: MemorySecretStore, from: Service, provider: ProviderId): Promise<StoredSession> {
  const all = await loadSessions(store, from);
  return (
    all.find((one) => one.kind === 'session' && one.session.provider === provider) ??
    all[provider === 'primary' ? 0 : 1] ??
    assert.fail()
  );
}

/** What a loaded session holds, in the open, since secrets compare as equal otherwise. */
function opened({ provider, businessToken, accessToken, planCredential, user: person }: Session): unknown {
  return [provider, businessToken.reveal(), accessToken.reveal(), planCredential?.reveal() ?? null, person];
}

async function loaded(store: MemorySecretStore, provider: ProviderId = 'primary', from = service): Promise<unknown> {
  const stored = await loadFirst(store, from, provider);
  return stored.kind === 'session' ? opened(stored.session) : stored;
}

describe('a stored session', () => {
  it("lies under its own keys: the business token alone under the service's name [2.4 svcjwttoken]", async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    assert.deepEqual(Object.fromEntries(store.values), {
      svcjwttoken: 'business-1',
      'tidemark.session': `{"accessToken":"access-1","planCredential":"plan-1","tokenDigest":"${digest}","audience":${JSON.stringify(audience)},"account":"${account}","generation":1}`,
      'tidemark.user': '{"sub":"u-1","name":"Ada"}',
    });
  });

  it('of the secondary provider is stored beside that of the primary', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await storeSession(store, service, second);
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

  it('of an account that finds the first place held for another service lies under names with its own account', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    assert.deepEqual(await storeSession(store, elsewhere, adaElsewhere), []);
    const suffix = adaElsewhere.account;
    assert.deepEqual([...store.values.keys()].sort(), [
      'svcjwttoken',
      `svcjwttoken.${suffix}`,
      'tidemark.accounts',
      'tidemark.session',
      `tidemark.session.${suffix}`,
      'tidemark.user',
      `tidemark.user.${suffix}`,
    ]);
    assert.equal(isSessionKey(elsewhere, `svcjwttoken.${suffix}`), true);
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
    assert.deepEqual(await loaded(store, 'primary', elsewhere), ['primary', 'business-3', 'access-1', 'plan-1', user]);
  });

  it('of an account that signs in anew takes its own place again, wherever that is', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await storeSession(store, elsewhere, adaElsewhere);
    await deleteSession(store, service, session);
    const names = [...store.values.keys()];
    const again = { ...adaElsewhere, generation: 2, businessToken: new Secret('business-4') };
    assert.deepEqual(await storeSession(store, elsewhere, again), []);
    assert.deepEqual([...store.values.keys()], names);
    assert.deepEqual(await loaded(store, 'primary', elsewhere), ['primary', 'business-4', 'access-1', 'plan-1', user]);
    await deleteSession(store, elsewhere, again);
    assert.deepEqual(Object.fromEntries(store.values), {});
  });

  const cleo: Session = {
    ...session,
    account: accountNamed('cleo'),
    generation: 9,
    businessToken: new Secret('business-9'),
    user: { sub: 'u-9' },
  };
  const accountsIn = async (store: MemorySecretStore): Promise<unknown> =>
    (await loadSessions(store, service)).map((one) => (one.kind === 'session' ? one.session.account : one.kind));

  it('of another person at the same provider lies beside it, under names with its own account', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await storeSession(store, service, second);
    assert.deepEqual(await storeSession(store, service, cleo), []);
    assert.deepEqual(await accountsIn(store), [account, cleo.account, second.account]);
    assert.equal(store.values.get('svcjwttoken'), 'business-1');
    assert.equal(store.values.get(`svcjwttoken.${cleo.account}`), 'business-9');
  });

  it('takes the place of one that may be of the same person, which is named, and its names', async () => {
    const others = [
      { ...session, user: null },
      { ...session, user: { sub: 'u-9', name: 'as the service once called them' } },
    ];
    for (const former of others) {
      const store = new MemorySecretStore();
      await storeSession(store, service, former);
      await storeSession(store, service, second);
      assert.deepEqual(await storeSession(store, service, cleo), [{ account, generation: 1 }]);
      assert.deepEqual(await accountsIn(store), [cleo.account, second.account]);
      assert.equal([...store.values.keys()].length, 6);
      assert.equal(store.values.get('svcjwttoken'), 'business-9');
    }
  });

  it('takes the place of one that has lapsed, of which only a name is left', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await deleteTokens(store, service, session);
    await storeSession(store, service, cleo);
    assert.deepEqual(await accountsIn(store), [cleo.account, 'none']);
    assert.equal(store.values.get('svcjwttoken'), 'business-9');
  });

  it('is on the list also where another window wrote that at the same time without it', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    const write = store.store.bind(store);
    store.store = async (key, value) => {
      await write(key, value);
      if (key === `tidemark.session.${cleo.account}`) await write('tidemark.accounts', '[]');
    };
    await storeSession(store, service, cleo);
    assert.deepEqual(await accountsIn(store), [account, cleo.account, 'none']);
  });

  it('bears the word of its service', async () => {
    const store = new MemorySecretStore();
    const acme = serviceFor(profileOf('https://base.example', { words: { service: 'acme', compat: 'compat' } }));
    await storeSession(store, acme, session);
    assert.equal(store.values.get('acmejwttoken'), 'business-1');
    assert.equal(isSessionKey(acme, 'acmejwttoken'), true);
    assert.equal(isSessionKey(acme, 'svcjwttoken'), false);
  });

  it('is complete when its business token arrives, which is what other windows wait for', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    assert.equal(store.writes.at(-1), 'store svcjwttoken');
    for (const key of ['svcjwttoken', 'svcjwttoken.secondary']) assert.equal(isSessionKey(service, key), true);
    for (const key of ['tidemark.session', 'tidemark.user', 'other']) assert.equal(isSessionKey(service, key), false);
  });

  it('comes back as it went, also without plan credential and user', async () => {
    const store = new MemorySecretStore({ 'tidemark.user': '{"sub":"somebody before"}' });
    await storeSession(store, service, { ...session, planCredential: null, user: null });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', null, null]);
  });

  it('is none where nothing is stored', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore()), { kind: 'none' });
  });

  it('has lapsed where the user is known and the token is gone', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore({ 'tidemark.user': '{"sub":"u-1"}' })), {
      kind: 'lapsed',
      provider: 'primary',
      account: null,
      user: { sub: 'u-1' },
    });
  });

  it('is none where there is only the business token', async () => {
    assert.deepEqual(await loaded(new MemorySecretStore({ svcjwttoken: 'business-1' })), { kind: 'none' });
  });

  it('is none for another service than the one that gave its tokens, and comes back with that one', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    assert.deepEqual(await loaded(store, 'primary', elsewhere), { kind: 'none' });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
  });

  it('is none at another port of this machine, nor at another path of the same host', async () => {
    for (const [given, asked] of [
      ['http://127.0.0.1:1111', 'http://127.0.0.1:2222'],
      ['https://base.example/a', 'https://base.example/b'],
      ['https://base.example', 'https://base.example/b'],
    ] as const) {
      const store = new MemorySecretStore();
      const from = serviceFor(profileOf(given));
      await storeSession(store, from, { ...session, audience: from.audience });
      assert.deepEqual(await loadFirst(store, serviceFor(profileOf(asked)), 'primary'), { kind: 'none' });
      assert.equal((await loadFirst(store, from, 'primary')).kind, 'session');
    }
  });

  it('of an earlier version, which named its service by hosts, is taken over once', async () => {
    const companion = (name: string): string =>
      `{"accessToken":"access-1","planCredential":"plan-1","tokenDigest":"${digest}","audience":${JSON.stringify(name)}}`;
    const store = new MemorySecretStore({
      svcjwttoken: 'business-1',
      'tidemark.session': companion('client-1 base.example'),
      'tidemark.user': '{"sub":"u-1","name":"Ada"}',
    });
    const before = new Map(store.values);
    for (const other of ['https://base.example/a', 'https://base.example:444', 'https://other.example']) {
      assert.deepEqual(await loadFirst(store, serviceFor(profileOf(other)), 'primary'), { kind: 'none' });
      assert.deepEqual(store.values, before, other);
    }
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
    const known = `,"generation":0,"account":"${await accountNameOf(audience, 'primary', 'u-1')}"}`;
    assert.equal(store.values.get('tidemark.session'), companion(audience).replace(/}$/, known));
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
  });

  it('of an earlier version, which kept one account a provider, is taken over without another sign-in', async () => {
    const left = {
      svcjwttoken: 'business-1',
      'svcjwttoken.secondary': 'business-2',
      'tidemark.session': `{"accessToken":"access-1","planCredential":"plan-1","tokenDigest":"${digest}","audience":${JSON.stringify(audience)}}`,
      'tidemark.session.secondary': `{"accessToken":"access-2","planCredential":null,"audience":${JSON.stringify(audience)}}`,
      'tidemark.user': '{"sub":"u-1","name":"Ada"}',
      'tidemark.activeProvider': 'primary',
    };
    const store = new MemorySecretStore(left);
    const marks = async (): Promise<unknown> =>
      (await loadSessions(store, service)).map(
        (one) => one.kind === 'session' && [one.session.account, one.session.generation],
      );
    const named = [
      [await accountNameOf(audience, 'primary', 'u-1'), 0],
      // Nobody knows who this is; whichever window finds it, it gets this name.
      [
        await accountNameOf(
          audience,
          'secondary',
          createHash('sha256').update('business-2').digest('hex').slice(0, 32),
        ),
        0,
      ],
    ];
    assert.deepEqual(await marks(), named);
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', 'plan-1', user]);
    assert.deepEqual(await loaded(store, 'secondary'), ['secondary', 'business-2', 'access-2', null, null]);
    assert.deepEqual([...store.values.keys()].sort(), Object.keys(left).sort());
    const written = store.writes.length;
    assert.deepEqual(await marks(), named);
    assert.equal(store.writes.length, written, 'once');
  });

  it('of an earlier version for a service on this machine is taken over by the demo inside Tidemark alone', async () => {
    const store = new MemorySecretStore({
      svcjwttoken: 'business-1',
      'tidemark.session': `{"accessToken":"access-1","planCredential":null,"audience":"client-1 127.0.0.1"}`,
    });
    const profile = profileOf('http://127.0.0.1:4100');
    assert.deepEqual(await loadFirst(store, serviceFor(profile), 'primary'), { kind: 'none' });
    assert.equal((await loadFirst(store, { profile, audience: embeddedDemo }, 'primary')).kind, 'session');
  });

  it('sets stored text aside that cannot be read, and counts it as absent', async () => {
    for (const broken of ['{', '[]', 'null', '{"accessToken":1}']) {
      const store = new MemorySecretStore({
        svcjwttoken: 'business-1',
        'tidemark.session': broken,
        'tidemark.user': '{"sub":""}',
      });
      assert.deepEqual(await loaded(store), { kind: 'none' });
      assert.deepEqual(Object.fromEntries(store.values), {
        svcjwttoken: 'business-1',
        'tidemark.session.setAside': broken,
        'tidemark.user.setAside': '{"sub":""}',
      });
    }
  });

  it('is none where the token beside it is another, which a store that failed in the middle left there', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    const write = store.store.bind(store);
    store.store = (key, value) => (key === 'svcjwttoken' ? Promise.reject(new Error('locked')) : write(key, value));
    await assert.rejects(
      storeSession(store, service, { ...session, businessToken: new Secret('business-2') }),
      /locked/,
    );
    assert.deepEqual(await loaded(store), { kind: 'none' });
  });

  it('of a version that noted no token beside it is read as before', async () => {
    const store = new MemorySecretStore({
      svcjwttoken: 'business-1',
      'tidemark.session': JSON.stringify({ accessToken: 'access-1', planCredential: null, audience: service.audience }),
    });
    assert.deepEqual(await loaded(store), ['primary', 'business-1', 'access-1', null, null]);
  });

  for (const [name, text] of unsendable) {
    it(`is none where a stored token is one that no header can carry: ${name}`, async () => {
      const companion = (accessToken: string, planCredential: string | null) =>
        JSON.stringify({ accessToken, planCredential, audience: 'client-1 base.example' });
      const business = new MemorySecretStore({ svcjwttoken: text, 'tidemark.session': companion('access-1', null) });
      assert.deepEqual(await loaded(business), { kind: 'none' });
      const access = new MemorySecretStore({ svcjwttoken: 'business-1', 'tidemark.session': companion(text, null) });
      assert.deepEqual(await loaded(access), { kind: 'none' });
      const plan = new MemorySecretStore({
        svcjwttoken: 'business-1',
        'tidemark.session': companion('access-1', text),
      });
      assert.deepEqual(await loaded(plan), ['primary', 'business-1', 'access-1', null, null]);
    });
  }

  it('rejects where the store does', async () => {
    const locked = new Error('locked');
    const store = new MemorySecretStore();
    store.get = () => Promise.reject(locked);
    await assert.rejects(loadSessions(store, service), locked);
  });
});

describe('forgetting', () => {
  it('takes the business token last, since other windows hear that change and then all must be gone', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await deleteSession(store, service, session);
    assert.equal(store.writes.at(-1), 'delete svcjwttoken');
    await storeSession(store, service, session);
    await deleteTokens(store, service, session);
    assert.equal(store.writes.at(-1), 'delete svcjwttoken');
  });

  it('a session forgets everything of its provider and nothing of the other', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await storeSession(store, service, second);
    await deleteSession(store, service, session);
    assert.deepEqual(await loaded(store), { kind: 'none' });
    assert.deepEqual(await loaded(store, 'secondary'), ['secondary', 'business-2', 'access-1', 'plan-1', user]);
  });

  it('the tokens keeps the user, so that the session has lapsed', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await deleteTokens(store, service, session);
    assert.deepEqual(await loaded(store), { kind: 'lapsed', provider: 'primary', account, user });
    assert.deepEqual(Object.fromEntries(store.values), {
      'tidemark.session': `{"planCredential":null,"audience":${JSON.stringify(audience)},"account":"${account}","generation":1}`,
      'tidemark.user': '{"sub":"u-1","name":"Ada"}',
    });
    assert.deepEqual(await loaded(store, 'primary', elsewhere), { kind: 'none' }, 'nothing lapsed at another service');
  });

  it('is repeated where it broke off half-way: the token is found without its companion', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    store.values.delete('tidemark.session');
    await deleteSession(store, service, session);
    assert.equal(store.values.has('svcjwttoken'), false);
  });

  it('what has ended elsewhere spares an account that has signed in anew', async () => {
    const store = new MemorySecretStore();
    await storeSession(store, service, session);
    await storeSession(store, service, { ...session, generation: 2, businessToken: new Secret('business-2') });
    await deleteEnded(store, service, session);
    assert.deepEqual(await loaded(store), ['primary', 'business-2', 'access-1', 'plan-1', user]);
  });
});
