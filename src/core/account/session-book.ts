// Knows which accounts are signed in, in this window and by what other windows store, and which of them is in use; not
// how a session is obtained. A store that fails never signs anybody out: what was known stands, and the trouble is told.
import type { Log, SecretStore } from '../ports.ts';
import { audienceOf, type ProviderId, providerIds, type ServiceProfile } from '../service/profile.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { type KeyringTrouble, troubleOf } from './guarded-store.ts';
import * as storage from './session.ts';
import type { Session, StoredSession } from './session.ts';
import type { UserInfo } from './user.ts';

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
  /** Signed in here and not yet found in the store, of whichever service: this window's memory has them until then. */
  #held: readonly Session[] = [];
  /** The account that was chosen last in this window, for a store that forgot. */
  #chosen: ProviderId | null = null;
  #reading = 0;
  /** While something is being stored, that it is not in the store yet is no trouble. */
  #saving = 0;

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
    if (profile !== null && storage.isSessionKey(profile, key)) await this.#refresh().catch((error: unknown) => this.#complain(error));
  }

  /** Reads the store anew, and gives it what it has not taken before. Never rejects. */
  async reload(): Promise<void> {
    this.#reading += 1;
    const profile = this.#parts.profile();
    if (profile === null) {
      this.#announce(noAccounts);
      return;
    }
    try {
      for (const session of this.#heldOf(profile)) await this.#save(profile, session);
      await this.#refresh();
    } catch (error) {
      this.#complain(error);
    }
  }

  /**
   * Signs in: this account is in use from the very call on, one of the other provider stays. Resolves when the store has it.
   * Never rejects: where the store fails or forgets, the session holds for this window, and `accounts.trouble` says so. A
   * session of a service that is not connected any more is in force nowhere, until that service is.
   */
  async keep(session: Session): Promise<void> {
    const profile = this.#parts.profile();
    this.#held = [...this.#held.filter((held) => !isOfSameAccount(held, session)), session];
    if (profile === null || audienceOf(profile) !== session.audience) return;
    this.#reading += 1;
    this.#chosen = session.provider;
    const before = this.#ofConnected();
    const others = before.sessions.filter(({ provider }) => provider !== session.provider);
    this.#announce({ ...before, sessions: inOrder([...others, session]), active: { kind: 'session', session } });
    try {
      await this.#save(profile, session);
      await this.#refresh();
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Adds what became known about the person of a session that is still in force. Never rejects. */
  async name(session: Session, user: UserInfo): Promise<void> {
    const profile = this.#parts.profile();
    const known = this.#accounts.sessions.find((one) => one.businessToken === session.businessToken);
    if (profile === null || known === undefined) return;
    const named: Session = { ...known, user };
    const replaced = (one: Session): Session => (one.businessToken === session.businessToken ? named : one);
    this.#held = this.#held.map(replaced);
    const { active, sessions } = this.#accounts;
    const inUse: StoredSession = active.kind === 'session' ? { kind: 'session', session: replaced(active.session) } : active;
    this.#announce({ ...this.#accounts, sessions: sessions.map(replaced), active: inUse });
    await storage.storeUser(this.#parts.store, profile, named, user).catch((error: unknown) => this.#complain(error));
  }

  /** Uses this provider's account from now on, in every window. Rejects where the store does. */
  async activate(provider: ProviderId): Promise<void> {
    await storage.storeActiveProvider(this.#parts.store, provider);
    this.#chosen = provider;
    await this.reload();
  }

  /** Signs out of these providers. Rejects where the store does; what could be forgotten is forgotten. */
  async forget(providers: readonly ProviderId[]): Promise<void> {
    const profile = this.#parts.profile();
    if (profile === null) return;
    const audience = audienceOf(profile);
    this.#held = this.#held.filter((held) => held.audience !== audience || !providers.includes(held.provider));
    this.#reading += 1;
    for (const provider of providers) await storage.deleteSession(this.#parts.store, profile, provider);
    await this.#refresh();
    if (this.#accounts.sessions.length === 0) await this.#parts.marker.set(null);
  }

  /**
   * The service refused this token: it goes, and the person's name stays for the greeting. True where that is news.
   * Never rejects.
   */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    const { store, log } = this.#parts;
    const profile = this.#parts.profile();
    const session = this.#accounts.sessions.find((known) => known.businessToken === refused.businessToken);
    if (profile === null || session === undefined) return false;
    this.#held = this.#held.filter((held) => held.businessToken !== refused.businessToken);
    this.#reading += 1;
    try {
      // Another window may have signed in anew: its token was not the one that was refused.
      if (await storage.isStoredToken(store, profile, session.provider, session.businessToken)) {
        await storage.deleteTokens(store, profile, session.provider);
      }
      await this.#refresh();
    } catch (error) {
      log.warn(`A refused token could not be removed: ${troubleOf(error)}`);
      const sessions = this.#accounts.sessions.filter((known) => known !== session);
      this.#announce({ ...this.#accounts, sessions, active: lapsedOrNone(session) });
    }
    return this.#accounts.active.kind !== 'session';
  }

  async #save(profile: ServiceProfile, session: Session): Promise<void> {
    const { store, marker } = this.#parts;
    this.#saving += 1;
    try {
      await storage.storeActiveProvider(store, session.provider);
      await storage.storeSession(store, profile, session);
      await marker.set(audienceOf(profile));
    } finally {
      this.#saving -= 1;
    }
  }

  /** Reads the store for the service that is connected now. Rejects where the store does. */
  async #refresh(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    const profile = this.#parts.profile();
    if (profile === null) return;
    const accounts = await this.#read(profile);
    // Another change has begun to be read meanwhile, and knows more.
    if (reading === this.#reading) this.#announce(accounts);
  }

  async #read(profile: ServiceProfile): Promise<Accounts> {
    const { store } = this.#parts;
    const stored: StoredSession[] = [];
    for (const provider of providerIds) stored.push(await storage.loadSession(store, profile, provider));
    const chosen = (await storage.loadActiveProvider(store)) ?? this.#chosen;
    const found = stored.flatMap((one) => (one.kind === 'session' ? [one.session] : []));
    this.#held = this.#held.filter((held) => !found.some((session) => isSame(held, session)));
    const held = this.#heldOf(profile);
    const fromStore = found.filter((session) => !held.some((one) => one.provider === session.provider)).map((session) => this.#known(session));
    const sessions = inOrder([...fromStore, ...held]);
    const session = sessions.find(({ provider }) => provider === chosen) ?? sessions[0];
    const active: StoredSession =
      session === undefined ? (stored.find(({ kind }) => kind === 'lapsed') ?? { kind: 'none' }) : { kind: 'session', session };
    return { sessions, active, trouble: held.length > 0 && this.#saving === 0 ? 'forgetfulAtOnce' : null };
  }

  #heldOf(profile: ServiceProfile): readonly Session[] {
    const audience = audienceOf(profile);
    return this.#held.filter((session) => session.audience === audience);
  }

  /** A session that has not changed stays the same object, and its token the same secret, by which a refusal of it is recognised. */
  #known(session: Session): Session {
    const known = this.#accounts.sessions.find((one) => isSame(one, session));
    if (known === undefined) return session;
    return isSamePerson(known, session) ? known : { ...known, user: session.user };
  }

  #complain(error: unknown): void {
    const trouble = troubleOf(error);
    this.#parts.log.warn(`The secret store has trouble: ${trouble}`);
    this.#announce({ ...this.#ofConnected(), trouble });
  }

  /** What is known, as far as it is of the service that is connected now. */
  #ofConnected(): Accounts {
    const profile = this.#parts.profile();
    if (profile === null) return noAccounts;
    const audience = audienceOf(profile);
    const { active, sessions } = this.#accounts;
    const isForeign = active.kind === 'session' && active.session.audience !== audience;
    return {
      ...this.#accounts,
      sessions: sessions.filter((session) => session.audience === audience),
      active: isForeign ? { kind: 'none' } : active,
    };
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

function isOfSameAccount(left: Session, right: Session): boolean {
  return left.audience === right.audience && left.provider === right.provider;
}

function isSame(left: Session, right: Session): boolean {
  return isOfSameAccount(left, right) && left.businessToken.equals(right.businessToken);
}

function isSamePerson(left: Session, right: Session): boolean {
  return JSON.stringify(left.user) === JSON.stringify(right.user);
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
