// Which accounts are signed in, by this window and by what other windows stored, and which of them is in use. A store
// that fails never signs anybody out: the last known accounts stay, and the trouble is reported.
import type { Service } from '../../service/profile/audience.ts';
import { type AccountStorePorts, isMarked } from './account-store-ports.ts';
import {
  type Accounts,
  inOrder,
  inUse,
  isNaming,
  isSamePerson,
  lapsedOf,
  noAccounts,
  sameAccounts,
  takesPlaceOf,
  withSession,
} from './accounts.ts';
import { isSameSession, type SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { troubleOf } from '../guarded-store.ts';
import { LatestReading } from '../latest-reading.ts';
import type { Session, StoredSession } from '../session.ts';
import { isSessionKey, loadLastProvider, storeLastProvider } from './session-slots.ts';
import * as storage from './session-storage.ts';
import { isBuried, raised } from './tombstones.ts';
import type { UserInfo } from '../user.ts';

export class AccountStore {
  readonly #ports: AccountStorePorts;
  #accounts: Accounts = noAccounts;
  /** Signed in here and not yet found in the store, of whichever service: this window's memory has them until then. */
  #held: readonly Session[] = [];
  readonly #reading = new LatestReading();
  /** While something is being stored, that it is not in the store yet is no trouble. */
  #saving = 0;

  constructor(ports: AccountStorePorts) {
    this.#ports = ports;
  }

  get accounts(): Accounts {
    return this.#accounts;
  }

  /** Reads the store at the start of a window: an empty one although a session was stored before is a forgetful one. */
  async open(): Promise<void> {
    await this.reload();
    const service = this.#ports.service();
    const { active, trouble } = this.#accounts;
    if (trouble !== null || service === null || active.kind !== 'none') return;
    if (!isMarked(service, this.#ports.marker.get())) return;
    await this.#ports.marker.set(null);
    this.#announce({ ...this.#accounts, trouble: 'forgetful' });
  }

  /** Another window has changed a secret. Never rejects. */
  async hear(key: string): Promise<void> {
    const service = this.#ports.service();
    if (service !== null && isSessionKey(service, key)) await this.recheck();
  }

  /** A sign-in may have ended in another window. Never rejects. */
  async recheck(): Promise<void> {
    await this.#refresh().catch((error: unknown) => this.#complain(error));
  }

  /** Reads the store anew, and gives it what it has not taken before. Never rejects. */
  async reload(): Promise<void> {
    this.#reading.outdate();
    const service = this.#ports.service();
    if (service === null) {
      this.#announce(noAccounts);
      return;
    }
    try {
      for (const session of this.#heldOf(service)) await this.#save(service, session);
      await this.#refresh();
    } catch (error) {
      this.#complain(error);
    }
  }

  /**
   * Signs in: this account is in use in this window from the very call on, others stay signed in. Resolves when the
   * store has it. Never rejects: where the store fails or forgets, the session holds for this window, and
   * `accounts.trouble` says so. A session of a service that is not connected any more is not in use until that service
   * is connected.
   */
  async keep(signedIn: Session): Promise<void> {
    const service = this.#ports.service();
    const session = this.#latest(raised(this.#ports.tombstones.current, signedIn));
    this.#held = [...this.#held.filter((held) => !takesPlaceOf(session, held)), session];
    if (service?.audience !== session.audience) return;
    this.#reading.outdate();
    this.#ports.choice.set(session.account);
    const before = this.#ofConnected();
    const sessions = withSession(before.sessions, session);
    const lapsed = before.lapsed.filter(({ provider }) => provider !== session.provider);
    this.#announce({ ...before, sessions, lapsed, active: { kind: 'session', session } });
    try {
      await this.#save(service, session);
      await this.#refresh();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Adds what became known about the person of a session that is still in use. Never rejects. */
  async name(session: Session, user: UserInfo): Promise<void> {
    const service = this.#ports.service();
    const known = this.#accounts.sessions.find((one) => one.businessToken.equals(session.businessToken));
    if (service === null || known === undefined) return;
    const named: Session = { ...known, user };
    if (this.#accounts.sessions.some((one) => one !== known && takesPlaceOf(named, one))) {
      await this.keep(named);
      return;
    }
    const replaced = (one: Session): Session => (one.businessToken.equals(session.businessToken) ? named : one);
    this.#held = this.#held.map(replaced);
    const { active, sessions } = this.#accounts;
    const inUse: StoredSession =
      active.kind === 'session' ? { kind: 'session', session: replaced(active.session) } : active;
    this.#announce({ ...this.#accounts, sessions: sessions.map(replaced), active: inUse });
    await storage.storeUser(this.#ports.store, service, named, user).catch((error: unknown) => this.#complain(error));
  }

  /** Uses this account from now on, in this window alone; false where it is not signed in. */
  use(account: string): boolean {
    const session = this.#accounts.sessions.find((one) => one.account === account);
    if (session === undefined) return false;
    this.#reading.outdate();
    this.#ports.choice.set(account);
    this.#announce({ ...this.#accounts, active: { kind: 'session', session } });
    return true;
  }

  /**
   * Signs out of these accounts, in every window; where none is left, of those that have lapsed, too. Rejects where the
   * store does; what could be forgotten is forgotten.
   */
  async forget(sessions: readonly Session[]): Promise<void> {
    const { store, tombstones } = this.#ports;
    const service = this.#ports.service();
    if (service === null) return;
    this.#held = this.#held.filter((held) => !sessions.some(({ account }) => account === held.account));
    this.#reading.outdate();
    for (const session of sessions) {
      await storage.deleteSession(store, service, session);
      await tombstones.bury([session]);
    }
    if (this.#accounts.sessions.every(({ account }) => sessions.some((gone) => gone.account === account)))
      for (const lapsed of this.#accounts.lapsed) await storage.deleteLapsed(store, service, lapsed);
    await this.#refresh();
    if (this.#accounts.sessions.length === 0) await this.#ports.marker.set(null);
  }

  /**
   * The service refused this token: it goes, and the person's name stays for the greeting. True where that is news and
   * it was in use. Never rejects.
   */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    const { store, log } = this.#ports;
    const service = this.#ports.service();
    const session = this.#accounts.sessions.find((known) => known.businessToken.equals(refused.businessToken));
    if (service === null || session === undefined) return false;
    this.#held = this.#held.filter((held) => !held.businessToken.equals(refused.businessToken));
    this.#reading.outdate();
    const wasInUse = this.#isInUse(session);
    try {
      await storage.deleteTokens(store, service, session);
      await this.#refresh();
    } catch (error) {
      log.warn(`A refused token could not be removed: ${troubleOf(error)}`);
      const { sessions, lapsed, active } = this.#accounts;
      const gone = lapsedOf(session);
      this.#announce({
        ...this.#accounts,
        sessions: sessions.filter((known) => known !== session),
        lapsed: gone === null ? lapsed : [...lapsed, gone],
        active: wasInUse ? (gone ?? { kind: 'none' }) : active,
      });
    }
    const { active } = this.#accounts;
    // Another window may have renewed it.
    return wasInUse && !(active.kind === 'session' && active.session.account === session.account);
  }

  async #save(service: Service, session: Session): Promise<void> {
    const { store, tombstones, marker } = this.#ports;
    this.#saving += 1;
    try {
      await storeLastProvider(store, session.provider);
      await tombstones.bury(await storage.storeSession(store, service, session));
      await marker.set(service.audience);
    } finally {
      this.#saving -= 1;
    }
  }

  /**
   * Reads the store for the service that is connected now: who waits for it finds `accounts` as they are after every
   * change that had begun. Rejects where the store does.
   */
  async #refresh(): Promise<void> {
    const accounts = await this.#reading.of(async () => {
      const service = this.#ports.service();
      return service === null ? null : this.#read(service);
    });
    if (accounts !== null) this.#announce(accounts);
  }

  async #read(service: Service): Promise<Accounts> {
    const { store } = this.#ports;
    const stored = await this.#loadLiving(service);
    const last = await loadLastProvider(store);
    const found = stored.flatMap((one) => (one.kind === 'session' ? [one.session] : []));
    this.#held = this.#held.filter((held) => !found.some((session) => isSameSession(held, session)));
    const held = this.#heldOf(service);
    const fromStore = found
      .filter((session) => !held.some((one) => takesPlaceOf(one, session)))
      .map((session) => this.#known(session));
    const sessions = inOrder([...fromStore, ...held]);
    const lapsed = stored.flatMap((one) => (one.kind === 'lapsed' ? [one] : []));
    const active = inUse(sessions, lapsed, this.#ports.choice.get(), last);
    return { sessions, lapsed, active, trouble: held.length > 0 && this.#saving === 0 ? 'forgetfulAtOnce' : null };
  }

  /** What is stored without those that another window has ended: here their secrets go now. */
  async #loadLiving(service: Service): Promise<readonly StoredSession[]> {
    const { store, tombstones, marker } = this.#ports;
    const stored = await storage.loadSessions(store, service);
    const ended = tombstones.current;
    this.#held = this.#held.filter((held) => !isBuried(ended, held));
    const living = stored.filter((one) => one.kind !== 'session' || !isBuried(ended, one.session));
    if (living.length === stored.length) return stored;
    for (const one of stored)
      if (one.kind === 'session' && isBuried(ended, one.session))
        await storage.deleteEnded(store, service, one.session);
    if (living.every(({ kind }) => kind !== 'session')) await marker.set(null);
    return living;
  }

  #heldOf(service: Service): readonly Session[] {
    const { audience } = service;
    return this.#held.filter((session) => session.audience === audience);
  }

  /**
   * A session that has not changed stays the same object, and its token the same secret, by which a refusal of it is
   * recognised.
   */
  #known(session: Session): Session {
    const known = this.#accounts.sessions.find((one) => isSameSession(one, session));
    if (known === undefined) return session;
    return isSamePerson(known, session) ? known : { ...known, user: session.user };
  }

  /** Later than every other sign-in that is known here: clocks are set back, and the last one is told by this. */
  #latest(session: Session): Session {
    const others = this.#accounts.sessions.filter(({ account }) => account !== session.account);
    const latest = Math.max(...others.map(({ generation }) => generation + 1), session.generation);
    return { ...session, generation: latest };
  }

  #isInUse({ businessToken }: Session): boolean {
    const { active } = this.#accounts;
    return active.kind === 'session' && active.session.businessToken.equals(businessToken);
  }

  #complain(error: unknown): void {
    const trouble = troubleOf(error);
    this.#ports.log.warn(`The secret store has trouble: ${trouble}`);
    this.#announce({ ...this.#ofConnected(), trouble });
  }

  /** What is known, as far as it is of the service that is connected now. */
  #ofConnected(): Accounts {
    const service = this.#ports.service();
    if (service === null) return noAccounts;
    const { audience } = service;
    const { active, sessions } = this.#accounts;
    const isForeign = active.kind === 'session' && active.session.audience !== audience;
    return {
      ...this.#accounts,
      sessions: sessions.filter((session) => session.audience === audience),
      lapsed: isForeign ? [] : this.#accounts.lapsed,
      active: isForeign ? { kind: 'none' } : active,
    };
  }

  #announce(accounts: Accounts): void {
    const before = this.#accounts;
    this.#accounts = accounts;
    // So that this window goes on with it when others have signed in since.
    if (accounts.active.kind === 'session') this.#ports.choice.set(accounts.active.session.account);
    // The store echoes our own writes back as changes; those are no news.
    if (!sameAccounts(before, accounts)) this.#ports.onChange(accounts, before, isNaming(before, accounts));
  }
}
