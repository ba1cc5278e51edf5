import assert from 'node:assert/strict';
import type { AccountChoice } from '../../../../../src/core/account/accounts/account-store-ports.ts';
import { AccountStore } from '../../../../../src/core/account/accounts/account-store.ts';
import type { Accounts } from '../../../../../src/core/account/accounts/accounts.ts';
import type { Session } from '../../../../../src/core/account/session.ts';
import type { Service } from '../../../../../src/core/service/profile/audience.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { TombstoneFile } from '../../../../../src/node/tombstone-file.ts';
import { MemorySecretStore } from '../../../../support/fakes/memory-secret-store.ts';
import { accountNamed, sessionOf } from '../../../../support/fakes/sessions.ts';
import { profileOf, serviceFor } from '../../../../support/fakes/service-connection.ts';

const { audience } = serviceFor(profileOf('https://base.example'));
const session = (name: string, provider: Session['provider'] = 'primary'): Session =>
  sessionOf(name, { audience, provider });

describe('The accounts of a window', () => {
  let store: MemorySecretStore;
  let tombstones: TombstoneFile;
  let service: Service | null;
  let marker: string | null;
  let choice: string | null;
  let changes: Accounts[];
  let book: AccountStore;
  beforeEach(() => {
    store = new MemorySecretStore();
    tombstones = new TombstoneFile(null);
    service = serviceFor(profileOf('https://base.example'));
    marker = null;
    choice = null;
    changes = [];
    book = open();
  });

  /** @param chosen the account that its workspace used before; null where that is none */
  const open = (chosen: string | null = choice): AccountStore =>
    new AccountStore({
      choice: choiceFrom(chosen),
      store,
      tombstones,
      service: () => service,
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
  const choiceFrom = (chosen: string | null): AccountChoice => {
    let own = chosen;
    return {
      get: () => own,
      set(account) {
        own = account;
        choice = account;
      },
    };
  };
  const signOut = (provider: Session['provider']): Promise<void> =>
    book.forget(book.accounts.sessions.filter((one) => one.provider === provider));
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

  it('are kept, found by the next window, and announced once', async () => {
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada');
    await book.hear('svcjwttoken');
    await book.hear('something else');
    assert.equal(changes.length, 1);
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada, Ada');
  });

  it('are as many as people sign in, of each provider; the last one is in use, until another is chosen', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Ben', 'secondary'));
    assert.equal(shown(), 'Ada and Ben, Ben');
    assert.equal(book.use(accountNamed('Ada')), true);
    assert.equal(shown(), 'Ada and Ben, Ada');
    await book.keep(session('Cleo'));
    assert.equal(shown(), 'Ada and Cleo and Ben, Cleo');
    assert.equal(book.use(accountNamed('Dara')), false);
    assert.equal(shown(), 'Ada and Cleo and Ben, Cleo');
  });

  it('are renewed where the same person signs in again: the new token is in the place of the old one', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Cleo'));
    await book.keep({ ...session('Ada'), businessToken: new Secret('token-again') });
    assert.equal(shown(), 'Ada and Cleo, Ada');
    assert.deepEqual(
      book.accounts.sessions.map(({ businessToken }) => businessToken.reveal()),
      ['token-again', 'token-of-Cleo'],
    );
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada and Cleo, Ada');
  });

  it('are renewed by whom the service names later, where it named nobody before', async () => {
    await book.keep({ ...session('nobody'), user: null });
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada');
    assert.equal(store.values.get('svcjwttoken'), 'token-of-Ada');
  });

  it('are chosen for each workspace: a window keeps the one it uses when somebody signs in elsewhere, also when it is opened again', async () => {
    await book.keep(session('Ada'));
    const other = open(null);
    await other.open();
    await other.keep(session('Cleo'));
    assert.equal(shown(other.accounts), 'Ada and Cleo, Cleo');
    await book.recheck();
    assert.equal(shown(), 'Ada and Cleo, Ada');
    const again = open(accountNamed('Ada'));
    await again.open();
    assert.equal(shown(again.accounts), 'Ada and Cleo, Ada');
    const fresh = open(null);
    await fresh.open();
    assert.equal(shown(fresh.accounts), 'Ada and Cleo, Cleo', 'a new workspace takes who signed in last');
  });

  it('are told by their last sign-in also where the clock was set back', async () => {
    await book.keep({ ...session('Ada'), generation: 9000 });
    await book.keep({ ...session('Cleo'), generation: 10 });
    const fresh = open(null);
    await fresh.open();
    assert.equal(shown(fresh.accounts), 'Ada and Cleo, Cleo');
  });

  it('stay one by one: who signs out of one stays signed in with the others', async () => {
    for (const name of ['Ada', 'Cleo', 'Dara']) await book.keep(session(name));
    const { other } = await openCopy();
    await book.forget(book.accounts.sessions.filter(({ account }) => account === accountNamed('Cleo')));
    assert.equal(shown(), 'Ada and Dara, Dara');
    await other.recheck();
    assert.equal(shown(other.accounts), 'Ada and Dara, Dara', 'also in a window whose secrets are a copy');
    await book.forget(book.accounts.sessions);
    assert.deepEqual([...store.values.keys()], ['tidemark.activeProvider']);
  });

  it('are all there after an update, with the one in use that was: nobody is signed out', async () => {
    const companion = (name: string, generation: number): string =>
      JSON.stringify({
        ...{ accessToken: `access-of-${name}`, planCredential: null, audience },
        ...{ account: accountNamed(name), generation },
      });
    // As the version before wrote it, which kept one account of each provider: chosen was the one that signed in first.
    store = new MemorySecretStore({
      svcjwttoken: 'token-of-Ada',
      'tidemark.session': companion('Ada', 1_700_000_000_000),
      'tidemark.user': '{"sub":"Ada","name":"Ada"}',
      'svcjwttoken.secondary': 'token-of-Ben',
      'tidemark.session.secondary': companion('Ben', 1_800_000_000_000),
      'tidemark.user.secondary': '{"sub":"Ben","name":"Ben"}',
      'tidemark.activeProvider': 'primary',
    });
    const stored = new Map(store.values);
    book = open(null);
    await book.open();
    assert.equal(shown(), 'Ada and Ben, Ada');
    assert.deepEqual(store.values, stored);
    await book.keep({ ...session('Cleo'), generation: 1_900_000_000_000 });
    assert.equal(shown(), 'Ada and Cleo and Ben, Cleo');
    assert.equal(store.values.get('svcjwttoken'), 'token-of-Ada');
    assert.equal(store.values.get(`svcjwttoken.${accountNamed('Cleo')}`), 'token-of-Cleo');
  });

  it('do not pass to another where the one in use lapses: its person is asked to sign in again', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Cleo'));
    assert.equal(await book.lapse(session('Cleo')), true);
    assert.equal(shown(), 'Ada, lapsed');
    assert.deepEqual(
      book.accounts.lapsed.map(({ account }) => account),
      [accountNamed('Cleo')],
    );
    assert.equal(book.use(accountNamed('Ada')), true);
    assert.equal(shown(), 'Ada, Ada');
    assert.equal(await book.lapse(session('Cleo')), false);
    await signOut('primary');
    assert.equal(shown(), 'nobody, none', 'signing out of all forgets the name, too');
  });

  it('lapse unnoticed where they are not in use', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Cleo'));
    assert.equal(await book.lapse(session('Ada')), false);
    assert.equal(shown(), 'Cleo, Cleo');
  });

  it('go one by one: the other account is in use then', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Ben', 'secondary'));
    await signOut('secondary');
    assert.equal(shown(), 'Ada, Ada');
    assert.notEqual(marker, null);
    await signOut('primary');
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
    assert.deepEqual([...store.values.keys()].sort(), ['tidemark.activeProvider', 'tidemark.session', 'tidemark.user']);
  });

  /** The store tells of a deletion while this window reads what came of it, as a busy machine does. */
  const tellLate = (): void => {
    const get = store.get.bind(store);
    let isTold = false;
    store.get = (key) => {
      const isDeleted = !store.values.has('svcjwttoken');
      if (isDeleted && !isTold && key === 'tidemark.activeProvider') {
        isTold = true;
        void book.hear('svcjwttoken');
      }
      return get(key);
    };
  };

  it('have lapsed where that is news, also where the store tells of it while it is being read', async () => {
    await book.keep(session('Ada'));
    tellLate();
    assert.equal(await book.lapse(session('Ada')), true);
    assert.equal(shown(), 'nobody, lapsed');
  });

  it('are not missed after a sign-out of which the store tells while it is being read', async () => {
    await book.keep(session('Ada'));
    tellLate();
    await signOut('primary');
    assert.equal(shown(), 'nobody, none');
    assert.equal(marker, null);
  });

  it('do not lapse for a token that another window has replaced meanwhile', async () => {
    await book.keep(session('Ada'));
    const [refused] = book.accounts.sessions;
    assert.ok(refused);
    await open().keep({ ...session('Ada'), businessToken: new Secret('token-again') });
    assert.equal(await book.lapse(refused), false);
    assert.equal(shown(), 'Ada, Ada');
  });

  it('do not lapse for a session that is not in use', async () => {
    await book.keep(session('Ada'));
    assert.equal(await book.lapse(session('Ben')), false);
    assert.equal(shown(), 'Ada, Ada');
  });

  it('lapse for the token in use, whichever object carries it', async () => {
    await book.keep(session('Ada'));
    assert.equal(await book.lapse(session('Ada')), true);
    assert.equal(shown(), 'nobody, lapsed');
  });

  it('belong to one service: another shows none of them, and they come back with the first', async () => {
    await book.keep(session('Ada'));
    service = serviceFor(profileOf('https://other.example'));
    await book.reload();
    assert.equal(shown(), 'nobody, none');
    service = null;
    await book.reload();
    assert.equal(shown(), 'nobody, none');
    service = serviceFor(profileOf('https://base.example'));
    await book.reload();
    assert.equal(shown(), 'Ada, Ada');
  });

  it('stay where the store fails: nobody is signed out, and the trouble is reported', async () => {
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

  it('are missed too where an earlier version noted the service by its hosts', async () => {
    for (const [note, asShown] of [
      ['client-1 base.example', 'nobody, none, forgetful'],
      ['client-1 other.example', 'nobody, none'],
    ] as const) {
      marker = note;
      const next = open();
      await next.open();
      assert.equal(shown(next.accounts), asShown, note);
    }
  });

  it('are not missed where somebody signed out, or another service is connected', async () => {
    await book.keep(session('Ada'));
    await signOut('primary');
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'nobody, none');
    await book.keep(session('Ada'));
    service = serviceFor(profileOf('https://other.example'));
    const moved = open();
    await moved.open();
    assert.equal(shown(moved.accounts), 'nobody, none');
  });

  it('are signed in for this window where a keyring forgets at once, which is reported, and stay so whatever it is heard to change', async () => {
    store.get = () => Promise.resolve(undefined);
    await book.keep(session('Ada'));
    assert.equal(shown(), 'Ada, Ada, forgetfulAtOnce');
    await book.keep(session('Ben', 'secondary'));
    assert.equal(shown(), 'Ada and Ben, Ben, forgetfulAtOnce', 'the last that signed in is in use');
    const { writes } = store;
    const written = writes.length;
    await book.hear('svcjwttoken');
    assert.equal(writes.length, written, 'a store that tells of its own changes is not written to for ever');
    await signOut('primary');
    assert.equal(shown(), 'Ben, Ben, forgetfulAtOnce');
    await book.lapse(book.accounts.sessions[0] ?? assert.fail());
    assert.equal(shown(), 'nobody, none');
  });

  it('are in use from the very call on, while the store is still silent', async () => {
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
    const elsewhere = { ...session('Ben'), audience: serviceFor(profileOf('https://other.example')).audience };
    await book.keep(elsewhere);
    assert.equal(shown(), 'Ada, Ada');
    assert.deepEqual([...store.values], stored);
    service = serviceFor(profileOf('https://other.example'));
    await book.reload();
    assert.equal(shown(), 'Ben, Ben');
  });

  it('that a failing store did not take are never given to another service', async () => {
    const working = { get: store.get.bind(store), store: store.store.bind(store), delete: store.delete.bind(store) };
    break_();
    await book.keep(session('Ada'));
    service = serviceFor(profileOf('https://other.example'));
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
    service = serviceFor(profileOf('https://other.example'));
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
    assert.equal(
      await book.lapse(unnamed),
      true,
      'a refusal of the token is recognised by whoever knew it without a name',
    );
  });

  it('are one where the name that comes later is of somebody who is signed in already', async () => {
    await book.keep(session('Ada'));
    await book.keep(session('Cleo'));
    const unnamed: Session = {
      ...session('Ada'),
      account: 'c'.repeat(32),
      user: null,
      businessToken: new Secret('anew'),
    };
    await book.keep(unnamed);
    await book.name(unnamed, { sub: 'Ada', name: 'Ada' });
    assert.deepEqual(
      book.accounts.sessions.map(({ user, businessToken }) => [user?.name, businessToken.reveal()]).sort(),
      [
        ['Ada', 'anew'],
        ['Cleo', 'token-of-Cleo'],
      ],
    );
  });

  it('get no name of a sign-in that has been renewed or has ended', async () => {
    const first = session('Ada');
    await book.keep(first);
    await open().keep({ ...first, businessToken: new Secret('token-again') });
    await book.name(first, { sub: 'Ada', name: 'Too late' });
    assert.equal(store.values.get('tidemark.user'), '{"sub":"Ada","name":"Ada"}');
    await book.reload();
    assert.equal(shown(), 'Ada, Ada');
    await signOut('primary');
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
    await assert.rejects(signOut('primary'), /locked/);
    assert.equal(shown(), 'Ada, Ada');
  });

  /** Another window, which was opened just now and has a copy of the secrets that hears of no change. */
  const openCopy = async (): Promise<{ readonly other: AccountStore; readonly copy: MemorySecretStore }> => {
    const shared = store;
    const copy = new MemorySecretStore(Object.fromEntries(shared.values));
    store = copy;
    const other = open();
    store = shared;
    await other.open();
    return { other, copy };
  };

  it('end with a sign-out also in a window whose secrets are a copy, and their secrets go there', async () => {
    await book.keep(session('Ada'));
    const { other, copy } = await openCopy();
    assert.equal(shown(other.accounts), 'Ada, Ada');
    await signOut('primary');
    await other.recheck();
    assert.equal(shown(other.accounts), 'nobody, none');
    assert.deepEqual([...copy.values.keys()], ['tidemark.activeProvider']);
  });

  it('are not found again by a window that opens later with an old copy, which is no forgetful keyring', async () => {
    await book.keep(session('Ada'));
    const { values } = store;
    const old = new Map(values);
    await signOut('primary');
    for (const [key, value] of old) values.set(key, value);
    marker = audience;
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'nobody, none');
    assert.deepEqual([...values.keys()], ['tidemark.activeProvider']);
  });

  it('that are renewed under another name end in a window whose secrets are a copy, where others stay', async () => {
    await book.keep({ ...session('nobody'), user: null });
    await book.keep(session('Ben', 'secondary'));
    const { other } = await openCopy();
    await book.keep(session('Cleo'));
    await other.recheck();
    assert.equal(shown(other.accounts), 'Ben, Ben');
    assert.equal(shown(), 'Cleo and Ben, Cleo');
  });

  it('live where the same account signs in again after its end, whatever the clock says', async () => {
    await book.keep({ ...session('Ada'), generation: 9000 });
    await signOut('primary');
    await book.keep({ ...session('Ada'), generation: 10, businessToken: new Secret('token-again') });
    assert.equal(shown(), 'Ada, Ada');
    const next = open();
    await next.open();
    assert.equal(shown(next.accounts), 'Ada, Ada');
  });

  it('that live in memory alone end with all data', async () => {
    store.get = () => Promise.resolve(undefined);
    await book.keep(session('Ada'));
    await tombstones.buryAll();
    await book.recheck();
    assert.equal(shown(), 'nobody, none');
  });

  it('of two services are kept side by side: signing out at one leaves the other signed in', async () => {
    await book.keep(session('Ada'));
    const other = serviceFor(profileOf('https://other.example'));
    service = other;
    await book.reload();
    await book.keep(sessionOf('AdaThere', { audience: other.audience }));
    service = serviceFor(profileOf('https://base.example'));
    await book.reload();
    assert.equal(shown(), 'Ada, Ada');
    await signOut('primary');
    service = other;
    await book.reload();
    assert.equal(shown(), 'AdaThere, AdaThere');
  });
});
