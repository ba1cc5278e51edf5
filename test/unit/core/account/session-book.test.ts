// Knows which accounts are in force after each thing that can happen to them, a misbehaving keyring included.
import assert from 'node:assert/strict';
import { type Accounts, SessionBook } from '../../../../src/core/account/session-book.ts';
import type { Session } from '../../../../src/core/account/session.ts';
import { type ServiceProfile } from '../../../../src/core/service/profile.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { MemorySecretStore } from '../../../support/memory-secret-store.ts';
import { profileOf } from '../../../support/service-connection.ts';

const session = (name: string, provider: Session['provider'] = 'primary'): Session => ({
  provider,
  audience: 'client-1 base.example',
  businessToken: new Secret(`token-of-${name}`),
  accessToken: new Secret(`access-of-${name}`),
  planCredential: null,
  user: { sub: name, name },
});

describe('The accounts of a window', () => {
  let store: MemorySecretStore;
  let profile: ServiceProfile | null;
  let marker: string | null;
  let changes: Accounts[];
  let book: SessionBook;
  beforeEach(() => {
    store = new MemorySecretStore();
    profile = profileOf('https://base.example');
    marker = null;
    changes = [];
    book = open();
  });

  const open = (): SessionBook =>
    new SessionBook({
      store,
      profile: () => profile,
      marker: {
        get: () => marker,
        set: (service) => {
          marker = service;
          return Promise.resolve();
        },
      },
      log: { info: () => undefined, warn: () => undefined },
      onChange: (accounts) => changes.push(accounts),
    });
  const shown = ({ sessions, active, trouble }: Accounts = book.accounts): string => {
    const names = sessions.map(({ user }) => user?.name).join(' and ') || 'nobody';
    const inUse = active.kind === 'session' ? active.session.user?.name : active.kind;
    return `${names}, ${inUse ?? '?'}${trouble === null ? '' : `, ${trouble}`}`;
  };
  const break_ = (): void => {
    const locked = (): Promise<never> => Promise.reject(new Error('locked'));
    Object.assign(store, { get: locked, store: locked, delete: locked, keys: locked });
  };

  it('are none at first, which is no news', async () => {
    await book.open();
    assert.equal(shown(), 'nobody, none');
    assert.deepEqual(changes, []);
  });

  it('are kept, found by the next window, and told once', async () => {
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada');
    await book.hear('svcjwttoken');
    await book.hear('something else');
    assert.equal(changes.length, 1);
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada, Ada');
  });

  it('are one for each provider; the last that signed in is in use, until another is chosen', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Ben', 'secondary'));
    assert.equal(shown(), 'Ada and Ben, Ben');
    await book.activate('primary');
    assert.equal(shown(), 'Ada and Ben, Ada');
    await book.keep(session('Cleo'));
    assert.equal(shown(), 'Cleo and Ben, Cleo');
  });

  it('go one by one: the other account is in use then', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Ben', 'secondary'));
    await book.forget(['secondary']);
    assert.equal(shown(), 'Ada, Ada');
    assert.notEqual(marker, null);
    await book.forget(['primary']);
    assert.equal(shown(), 'nobody, none');
    assert.equal(marker, null);
  });

  it('lapse where the service refuses the token: the name stays, and it is news once', async () => {
    await book.keep(session('Ada'));
    const [refused] = book.accounts.sessions;
    assert.ok(refused);
    assert.equal(await book.lapse(refused), true);
    assert.equal(shown(), 'nobody, lapsed');
    assert.equal(await book.lapse(refused), false);
    assert.deepEqual([...store.values.keys()].sort(), ['tidemark.activeProvider', 'tidemark.user']);
  });

  it('do not lapse for a token that another window has replaced meanwhile', async () => {
    await book.keep(session('Ada'));
    const [refused] = book.accounts.sessions;
    assert.ok(refused);
    await open().keep(session('Ben'));
    assert.equal(await book.lapse(refused), false);
    assert.equal(shown(), 'Ben, Ben');
  });

  it('do not lapse for a session that is not in force', async () => {
    await book.keep(session('Ada'));
    assert.equal(await book.lapse(session('Ada')), false);
    assert.equal(shown(), 'Ada, Ada');
  });

  it('belong to one service: another shows none of them, and they come back with the first', async () => {
    await book.keep(session('Ada'));
    profile = profileOf('https://other.example');
    await book.reload();
    assert.equal(shown(), 'nobody, none');
    profile = null;
    await book.reload();
    assert.equal(shown(), 'nobody, none');
    profile = profileOf('https://base.example');
    await book.reload();
    assert.equal(shown(), 'Ada, Ada');
  });

  it('stand where the store fails: nobody is signed out, and the trouble is told', async () => {
    await book.keep(session('Ada'));
    break_();
    await book.hear('svcjwttoken');
    assert.equal(shown(), 'Ada, Ada, failing');
  });

  it('are told apart from being signed out where the store fails at the start', async () => {
    marker = 'client-1 base.example';
    break_();
    await book.open();
    assert.equal(shown(), 'nobody, none, failing');
  });

  it('are signed in for this window where the store does not take them, and kept as soon as it does', async () => {
    const working = { get: store.get.bind(store), store: store.store.bind(store), delete: store.delete.bind(store) };
    break_();
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada, failing');
    Object.assign(store, working);
    await book.reload();
    assert.equal(shown(), 'Ada, Ada');
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada, Ada');
  });

  it('are missed once where a store forgot what was in it', async () => {
    await book.keep(session('Ada'));
    store.values.clear();
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'nobody, none, forgetful');
    const later = open();
    await later.open();
    assert.equal(shown(later.accounts), 'nobody, none');
  });

  it('are not missed where somebody signed out, or another service is connected', async () => {
    await book.keep(session('Ada'));
    await book.forget(['primary']);
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'nobody, none');
    await book.keep(session('Ada'));
    profile = profileOf('https://other.example');
    const moved = open();
    await moved.open();
    assert.equal(shown(moved.accounts), 'nobody, none');
  });

  it('are signed in for this window where a keyring forgets at once, which is told, and stay so whatever it is heard to change', async () => {
    store.get = () => Promise.resolve(undefined);
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada, forgetfulAtOnce');
    await book.keep(session('Ben', 'secondary'));
    assert.equal(shown(), 'Ada and Ben, Ben, forgetfulAtOnce', 'the last that signed in is in use');
    const { writes } = store;
    const written = writes.length;
    await book.hear('svcjwttoken');
    assert.equal(writes.length, written, 'a store that tells of its own changes is not written to for ever');
    await book.forget(['primary']);
    assert.equal(shown(), 'Ben, Ben, forgetfulAtOnce');
    await book.lapse(book.accounts.sessions[0] ?? assert.fail());
    assert.equal(shown(), 'nobody, none');
  });

  it('are in force from the very call on, while the store is still silent', async () => {
    const held = Promise.withResolvers<undefined>();
    const write = store.store.bind(store);
    store.store = async (key, value) => held.promise.then(() => write(key, value));
    const saved = book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada');
    await book.hear('tidemark.activeProvider');
    assert.equal(shown(), 'Ada, Ada', 'what is being stored is not missed');
    held.resolve(undefined);
    await saved;
    assert.equal(shown(), 'Ada, Ada');
    assert.equal(changes.length, 1);
  });

  it('are not touched by a session of a service that is not connected any more, which is there again with that service', async () => {
    await book.keep(session('Ada'));
    const stored = [...store.values];
    const elsewhere = { ...session('Ben'), audience: 'client-1 other.example' };
    await book.keep(elsewhere);
    assert.equal(shown(), 'Ada, Ada');
    assert.deepEqual([...store.values], stored);
    profile = profileOf('https://other.example');
    await book.reload();
    assert.equal(shown(), 'Ben, Ben');
  });

  it('that a failing store did not take are never given to another service', async () => {
    const working = { get: store.get.bind(store), store: store.store.bind(store), delete: store.delete.bind(store) };
    break_();
    await book.keep(session('Ada'));
    profile = profileOf('https://other.example');
    await book.reload();
    assert.equal(shown(), 'nobody, none, failing');
    Object.assign(store, working);
    await book.reload();
    assert.equal(shown(), 'nobody, none');
    assert.deepEqual([...store.values], []);
  });

  it('are not read for the service before where that changes while a session is being stored', async () => {
    const held = Promise.withResolvers<undefined>();
    const write = store.store.bind(store);
    store.store = async (key, value) => held.promise.then(() => write(key, value));
    const saved = book.keep(session('Ada'));
    profile = profileOf('https://other.example');
    await book.hear('svcjwttoken');
    held.resolve(undefined);
    await saved;
    assert.equal(shown(), 'nobody, none');
  });

  it('get their name later: here, in the store and in the next window, with the token that was there', async () => {
    const unnamed: Session = { ...session('u-1'), user: { sub: 'u-1' } };
    await book.keep(unnamed);
    await book.name(unnamed, { sub: 'u-1', name: 'Ada' });
    assert.equal(shown(), 'Ada, Ada');
    assert.equal(store.writes.at(-1), 'store svcjwttoken', 'other windows hear of it');
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada, Ada');
    assert.equal(await book.lapse(unnamed), true, 'a refusal of the token is recognised by whoever knew it without a name');
  });

  it('get no name of somebody who has been replaced or has signed out', async () => {
    const first = session('Ada');
    await book.keep(first);
    await open().keep(session('Ben'));
    await book.name(first, { sub: 'Ada', name: 'Too late' });
    assert.equal(store.values.get('tidemark.user'), '{"sub":"Ben","name":"Ben"}');
    await book.reload();
    assert.equal(shown(), 'Ben, Ben');
    await book.forget(['primary']);
    await book.name(first, { sub: 'Ada', name: 'Too late' });
    assert.equal(shown(), 'nobody, none');
    assert.equal(store.values.has('tidemark.user'), false);
  });

  it('survive stored text that cannot be read: it is set aside', async () => {
    await book.keep(session('Ada'));
    store.values.set('tidemark.session', '{');
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'nobody, lapsed');
    assert.equal(store.values.get('tidemark.session.setAside'), '{');
  });

  it('reject a sign-out that the store refuses, so that nobody believes to be signed out', async () => {
    await book.keep(session('Ada'));
    break_();
    await assert.rejects(book.forget(['primary']), /locked/);
    assert.equal(shown(), 'Ada, Ada');
  });
});
