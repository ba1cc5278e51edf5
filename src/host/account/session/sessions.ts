// The accounts that are signed in, in this window as VS Code sees them: events, the context of menus, the marker beside
// the secret store. What an account is and when it ends is decided by core/account/account-store.ts, loaded on first
// use.
import * as vscode from 'vscode';
import type { AccountStore } from '../../../core/account/accounts/account-store.ts';
import type { Accounts } from '../../../core/account/accounts/accounts.ts';
import type { Session, StoredSession } from '../../../core/account/session.ts';
import type { UserInfo } from '../../../core/account/user.ts';
import type { Log, SecretStore } from '../../../core/ports.ts';
import type { Service } from '../../../core/service/profile/audience.ts';
import type { SessionCredentials } from '../../../core/service/credentials/session-credentials.ts';
import type { TombstoneFile } from '../../../node/tombstone-file.ts';
import { LoadedOnce } from '../../loaded-once.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';
import type { NamedAccount } from './account-names.ts';
import { tellUnloaded } from './unloaded-words.ts';

/** For which service a session lies in the secret store; no secret. */
const markerKey = 'tidemark.session.marker';
/** Which account the workspace of this window uses, by its name; no secret. */
const choiceKey = 'tidemark.account';
const nobody: Accounts = { sessions: [], lapsed: [], active: { kind: 'none' }, trouble: null };

export interface SessionsPorts {
  readonly context: {
    readonly secrets: vscode.SecretStorage;
    readonly globalState: vscode.Memento;
    readonly workspaceState: vscode.Memento;
  };
  /** A guarded store. */
  readonly store: SecretStore;
  /** What has ended for all windows; called once at most, unless it rejects. */
  readonly loadTombstones: () => Promise<TombstoneFile>;
  readonly service: () => Service | null;
  readonly log: Log;
}

export interface AccountsChange {
  readonly before: Accounts;
  readonly now: Accounts;
}

export class Sessions implements vscode.Disposable {
  readonly #ports: SessionsPorts;
  readonly #changed = new vscode.EventEmitter<AccountsChange>();
  readonly #named = new vscode.EventEmitter<AccountsChange>();
  readonly #namesLearnt = new vscode.EventEmitter<void>();
  readonly #endedAll = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  readonly #firstRead = Promise.withResolvers<undefined>();
  #settled: Promise<void> = this.#firstRead.promise;
  readonly #accountStore = new LoadedOnce(() => this.#openStore());
  readonly #tombstones: LoadedOnce<TombstoneFile>;
  #opened: AccountStore | null = null;
  #ended: TombstoneFile | null = null;
  #endedWatcher: { readonly dispose: () => void } | null = null;
  /** Whether the store was read, so that what was stored before this window can no more be news. */
  #isRead = false;
  #accounts: Accounts = nobody;
  #names: ReadonlyMap<string, string> = new Map();

  /** Somebody else is signed in, or with another token, or the keyring behaves otherwise. */
  readonly onDidChange = this.#changed.event;
  /** Somebody who was signed in has got a name. */
  readonly onDidName = this.#named.event;
  /** `names` are others than before: they are learnt some time after who is signed in. */
  readonly onDidLearnNames = this.#namesLearnt.event;
  /** All data was deleted, perhaps in another window. */
  readonly onDidEndAll = this.#endedAll.event;

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
    this.#tombstones = new LoadedOnce(() => ports.loadTombstones());
    this.#watcher = ports.context.secrets.onDidChange(({ key }) => {
      // Before the account store was opened there is nothing that a change could make stale.
      void this.#opened?.hear(key);
    });
  }

  /** A session that has ended in another window is used from that moment on no more, here as there. */
  get accounts(): Accounts {
    const { sessions, active } = this.#accounts;
    if (sessions.length === 0) return this.#accounts;
    const living = this.#ended?.living(sessions) ?? sessions;
    if (living.length === sessions.length) return this.#accounts;
    const isActive = active.kind === 'session' && living.includes(active.session);
    return { ...this.#accounts, sessions: living, active: isActive ? active : { kind: 'none' } };
  }

  get session(): Session | null {
    const { stored } = this;
    return stored.kind === 'session' ? stored.session : null;
  }

  /** The session in use, or why there is none. */
  get stored(): StoredSession {
    return this.accounts.active;
  }

  /**
   * Resolves once the accounts of the service that is connected have been read, or could not be, or none is connected.
   * Never rejects.
   */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** What the person is called; null where nobody is known. */
  readonly label = async (): Promise<string | null> => {
    const { stored } = this;
    const user = stored.kind === 'session' ? stored.session.user : stored.kind === 'lapsed' ? stored.user : null;
    return user === null ? null : (await import('../../../core/account/user.ts')).accountLabel(user);
  };

  /** What they are called where several are signed in, by their accounts, as may be shown; else none. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** Everybody else who is signed in, with names that may be shown. */
  readonly others = async (): Promise<readonly NamedAccount[]> => {
    const { sessions } = this.accounts;
    if (sessions.length < 2) return [];
    const names = (await import('./account-names.ts')).namedAccounts(sessions);
    return names.filter(({ session }) => session !== this.session);
  };

  /** The service is another, or is known for the first time. Never rejects. */
  reload(): Promise<void> {
    // Until it is known whose the stored tokens are, the service that is connected now is shown none of them.
    this.#accounts = nobody;
    this.#settled = this.#read()
      .catch((error: unknown) => {
        this.#complain(error);
        void tellUnloaded(error, () => this.reload());
      })
      .then(() => this.#firstRead.resolve(undefined));
    return this.#settled;
  }

  async #read(): Promise<void> {
    if (this.#opened === null && this.#ports.service() === null) return;
    const accountStore = await this.#accountStore.get();
    const isFirst = !this.#isRead;
    this.#isRead = true;
    await (isFirst ? accountStore.open() : accountStore.reload());
    this.#accounts = accountStore.accounts;
    await this.#learnNames();
  }

  /**
   * Signs in; resolves when the session is in use. Rejects where the code for it cannot be loaded, and for nothing
   * else: see `AccountStore.keep`.
   */
  async keep(session: Session): Promise<{ readonly saved: Promise<void> }> {
    const accountStore = await this.#accountStore.get();
    this.#isRead = true;
    return { saved: accountStore.keep(session) };
  }

  /** Adds what became known about the person of a session. Never rejects. */
  async name(session: Session, user: UserInfo): Promise<void> {
    await this.#accountStore
      .get()
      .then((accountStore) => accountStore.name(session, user))
      .catch((error: unknown) => void this.#complain(error));
  }

  /** The session of this account; null where it is not signed in. */
  readonly sessionOf = (account: string): Session | null =>
    this.accounts.sessions.find((session) => session.account === account) ?? null;

  /** Whether a person has ended this account's sign-in: one that has expired is none the less one. */
  readonly isSignedOut = (account: string): boolean =>
    this.sessionOf(account) === null && !this.accounts.lapsed.some((lapsed) => lapsed.account === account);

  /** Uses this account from now on, in this window alone; false where it is not signed in. */
  use(account: string): boolean {
    return this.#opened?.use(account) ?? false;
  }

  /** Signs out of these accounts. Rejects where the store does, or the code for it cannot be loaded. */
  async forget(sessions: readonly Session[]): Promise<void> {
    await (await this.#accountStore.get()).forget(sessions);
  }

  /** Ends every sign-in there has been, in every window. Rejects where the code for it cannot be loaded. */
  async endAll(): Promise<void> {
    await (await this.#tombstones.get()).buryAll();
  }

  /** The service refused the token; true where that is news and the account was in use. Never rejects. */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    return this.#accountStore
      .get()
      .then((accountStore) => accountStore.lapse(refused))
      .catch((error: unknown) => this.#complain(error));
  }

  /** Never rejects. */
  async #learnNames(): Promise<void> {
    const { sessions } = this.#accounts;
    const names = await (sessions.length < 2 ? null : import('./account-names.ts').catch(() => null));
    if (sessions !== this.#accounts.sessions) return;
    const named = names?.namedAccounts(sessions) ?? [];
    const before = this.#names;
    this.#names = new Map(named.map(({ session, name }) => [session.account, name]));
    const areSame = before.size === named.length && [...this.#names].every(([of, name]) => before.get(of) === name);
    if (!areSame) this.#namesLearnt.fire();
  }

  /** Always false: nothing became of it. */
  #complain(error: unknown): false {
    this.#ports.log.warn(`No accounts: ${errorName(error)}`);
    return false;
  }

  async #openStore(): Promise<AccountStore> {
    const { AccountStore } = await import('../../../core/account/accounts/account-store.ts');
    const { context, store, service, log } = this.#ports;
    const { workspaceState } = context;
    const tombstones = await this.#tombstones.get();
    const accountStore = new AccountStore({
      store,
      tombstones,
      service,
      log,
      marker: {
        get: () => context.globalState.get<string>(markerKey) ?? null,
        set: async (audience) => {
          // Without the marker a keyring that forgets is not found out; nothing else depends on it.
          await Promise.resolve(context.globalState.update(markerKey, audience ?? undefined)).catch(() => undefined);
        },
      },
      choice: {
        get: () => {
          const stored = workspaceState.get<unknown>(choiceKey);
          return typeof stored === 'string' ? stored : null;
        },
        set: (account) => {
          // Where it cannot be kept, the next start of this window takes the account that signed in last.
          if (workspaceState.get(choiceKey) !== account)
            void Promise.resolve(workspaceState.update(choiceKey, account)).catch(() => undefined);
        },
      },
      onChange: (now, before, isNaming) => this.#announce(now, before, isNaming),
    });
    this.#opened = accountStore;
    this.#ended = tombstones;
    this.#endedWatcher = tombstones.onChange((isAll) => {
      void accountStore.recheck();
      if (!isAll) return;
      void Promise.resolve(workspaceState.update(choiceKey, undefined)).catch(() => undefined);
      this.#endedAll.fire();
    });
    return accountStore;
  }

  #announce(now: Accounts, before: Accounts, isNaming: boolean): void {
    this.#accounts = now;
    void this.#learnNames();
    void vscode.commands.executeCommand('setContext', 'tidemark.signedIn', now.active.kind === 'session');
    void vscode.commands.executeCommand(
      'setContext',
      'tidemark.severalAccounts',
      now.sessions.length + now.lapsed.length > 1,
    );
    (isNaming ? this.#named : this.#changed).fire({ before, now });
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#endedWatcher?.dispose();
    this.#endedAll.dispose();
    this.#changed.dispose();
    this.#named.dispose();
    this.#namesLearnt.dispose();
  }
}
