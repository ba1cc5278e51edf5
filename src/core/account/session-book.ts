// Knows which accounts are signed in, in this window and by what other windows store, and which of them is in use; not
// how a session is obtained. A store that fails never signs anybody out: what was known stands, and the trouble is told.
import type { Log, SecretStore } from '../ports.ts';
import { audienceOf, type ProviderId, providerIds, type ServiceProfile } from '../service/profile.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { type KeyringTrouble, troubleOf } from './guarded-store.ts';
import * as storage from './session.ts';
import type { Session, StoredSession } from './session.ts';

export interface Accounts {
  /** At most one for each provider, in the providers' order. */
  readonly sessions: readonly Session[];
  /** The session in use; where there is none, whether one has lapsed. */
  readonly active: StoredSession;
  readonly trouble: KeyringTrouble | null;
}

/** Remembers outside the secret store for which service a session was stored in it, or null. Must not throw or reject. */
interface SessionMarker {
  readonly get: () => string | null;
  readonly set: (service: string | null) => Promise<void>;
}

export interface SessionBookParts {
  /** A guarded store: its calls come back or reject. */
  readonly store: SecretStore;
  readonly profile: () => ServiceProfile | null;
  readonly marker: SessionMarker;
  readonly log: Log;
  /** Called after every change. Must not throw. */
  readonly onChange: (accounts: Accounts, before: Accounts) => void;
}

const noAccounts: Accounts = { sessions: [], active: { kind: 'none' }, trouble: null };

export class SessionBook {
  readonly #parts: SessionBookParts;
  #accounts: Accounts = noAccounts;
  /** Signed in while the store failed: this window's memory alone has it, until the store takes it. */
  #unsaved: Session | null = null;
  #reading = 0;

  constructor(parts: SessionBookParts) {
    this.#parts = parts;
  }

  get accounts(): Accounts {
    return this.#accounts;
  }

  /** Reads the store at the start of a window: an empty one although a session was stored before is a forgetful one. */
  async open(): Promise<void> {
    await this.reload();
    const profile = this.#parts.profile();
    const { active, trouble } = this.#accounts;
    if (trouble !== null || profile === null || active.kind !== 'none') return;
    if (this.#parts.marker.get() !== audienceOf(profile)) return;
    await this.#parts.marker.set(null);
    this.#announce({ ...this.#accounts, trouble: 'forgetful' });
  }

  /** Another window has changed a secret. Never rejects. */
  async hear(key: string): Promise<void> {
    const profile = this.#parts.profile();
    if (profile !== null && storage.isSessionKey(profile, key)) await this.reload();
  }

  /** Reads the store anew. Never rejects. */
  async reload(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    const profile = this.#parts.profile();
    if (profile === null) {
      this.#unsaved = null;
      this.#announce(noAccounts);
      return;
    }
    try {
      if (this.#unsaved !== null) await this.#save(profile, this.#unsaved);
      const accounts = await this.#read(profile);
      // Another change has begun to be read meanwhile, and knows more.
      if (reading === this.#reading) this.#announce(accounts);
    } catch (error) {
      this.#complain(error);
    }
  }

  /**
   * Signs in: this account is in use from now on, one of the other provider stays. Never rejects: where the store fails,
   * the session holds for this window, and `accounts.trouble` says so.
   */
  async keep(session: Session): Promise<void> {
    const profile = this.#parts.profile();
    if (profile === null) return;
    this.#reading += 1;
    try {
      await this.#save(profile, session);
      this.#announce(await this.#read(profile));
    } catch (error) {
      this.#unsaved = session;
      const others = this.#accounts.sessions.filter(({ provider }) => provider !== session.provider);
      this.#announce({ sessions: inOrder([...others, session]), active: { kind: 'session', session }, trouble: troubleOf(error) });
      this.#complain(error);
    }
  }

  /** Uses this provider's account from now on, in every window. Rejects where the store does. */
  async activate(provider: ProviderId): Promise<void> {
    await storage.storeActiveProvider(this.#parts.store, provider);
    await this.reload();
  }

  /** Signs out of these providers. Rejects where the store does; what could be forgotten is forgotten. */
  async forget(providers: readonly ProviderId[]): Promise<void> {
    const profile = this.#parts.profile();
    if (profile === null) return;
    if (this.#unsaved !== null && providers.includes(this.#unsaved.provider)) this.#unsaved = null;
    this.#reading += 1;
    for (const provider of providers) await storage.deleteSession(this.#parts.store, profile, provider);
    const accounts = await this.#read(profile);
    if (accounts.sessions.length === 0) await this.#parts.marker.set(null);
    this.#announce(accounts);
  }

  /**
   * The service refused this token: it goes, and the person's name stays for the greeting. True where that is news.
   * Never rejects.
   */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    const { store, log } = this.#parts;
    const profile = this.#parts.profile();
    const session = this.#accounts.sessions.find((known) => known === refused);
    if (profile === null || session === undefined) return false;
    if (this.#unsaved === session) this.#unsaved = null;
    this.#reading += 1;
    try {
      // Another window may have signed in anew: its token was not the one that was refused.
      if (await storage.isStoredToken(store, profile, session.provider, session.businessToken)) {
        await storage.deleteTokens(store, profile, session.provider);
      }
      this.#announce(await this.#read(profile));
    } catch (error) {
      log.warn(`A refused token could not be removed: ${troubleOf(error)}`);
      const sessions = this.#accounts.sessions.filter((known) => known !== session);
      this.#announce({ ...this.#accounts, sessions, active: lapsedOrNone(session) });
    }
    return this.#accounts.active.kind !== 'session';
  }

  async #save(profile: ServiceProfile, session: Session): Promise<void> {
    const { store, marker } = this.#parts;
    await storage.storeActiveProvider(store, session.provider);
    await storage.storeSession(store, profile, session);
    await marker.set(audienceOf(profile));
    this.#unsaved = null;
  }

  async #read(profile: ServiceProfile): Promise<Accounts> {
    const { store } = this.#parts;
    const stored: StoredSession[] = [];
    for (const provider of providerIds) stored.push(await storage.loadSession(store, profile, provider));
    const chosen = await storage.loadActiveProvider(store);
    const sessions = stored.flatMap((one) => (one.kind === 'session' ? [one.session] : [])).map((session) => this.#known(session));
    const session = sessions.find(({ provider }) => provider === chosen) ?? sessions[0];
    const active: StoredSession =
      session === undefined ? (stored.find(({ kind }) => kind === 'lapsed') ?? { kind: 'none' }) : { kind: 'session', session };
    return { sessions, active, trouble: null };
  }

  /** A session that has not changed stays the same object, by which a refusal of it is recognised. */
  #known(session: Session): Session {
    return this.#accounts.sessions.find((known) => isSame(known, session)) ?? session;
  }

  #complain(error: unknown): void {
    const trouble = troubleOf(error);
    this.#parts.log.warn(`The secret store has trouble: ${trouble}`);
    this.#announce({ ...this.#accounts, trouble });
  }

  #announce(accounts: Accounts): void {
    const before = this.#accounts;
    this.#accounts = accounts;
    // The store echoes our own writes back as changes; those are no news.
    if (!sameAccounts(before, accounts)) this.#parts.onChange(accounts, before);
  }
}

function lapsedOrNone({ user }: Session): StoredSession {
  return user === null ? { kind: 'none' } : { kind: 'lapsed', user };
}

function inOrder(sessions: readonly Session[]): Session[] {
  return providerIds.flatMap((provider) => sessions.filter((session) => session.provider === provider));
}

function isSame(left: Session, right: Session): boolean {
  return left.provider === right.provider && left.businessToken.equals(right.businessToken);
}

function sameAccounts(left: Accounts, right: Accounts): boolean {
  const sameList =
    left.sessions.length === right.sessions.length && left.sessions.every((session, index) => session === right.sessions[index]);
  const sameActive =
    left.active.kind === 'session' && right.active.kind === 'session'
      ? left.active.session === right.active.session
      : left.active.kind === right.active.kind;
  return sameList && sameActive && left.trouble === right.trouble;
}
