// Knows the accounts that are in force in this window as VS Code sees them: events, the context of menus, the marker beside
// the secret store. What an account is and when it falls is core's (core/account/session-book.ts), loaded on first use.
import * as vscode from 'vscode';
import type { Accounts, SessionBook } from '../../core/account/session-book.ts';
import type { Session, StoredSession } from '../../core/account/session.ts';
import type { UserInfo } from '../../core/account/user.ts';
import type { Log, SecretStore } from '../../core/ports.ts';
import type { ProviderId, ServiceProfile } from '../../core/service/profile.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';
import { LoadedOnce } from '../loaded-once.ts';
import { errorName, tellUnloaded } from './unloaded-words.ts';

/** For which service a session lies in the secret store; no secret. */
const markerKey = 'tidemark.session.marker';
const nobody: Accounts = { sessions: [], active: { kind: 'none' }, trouble: null };

export interface SessionsParts {
  readonly context: { readonly secrets: vscode.SecretStorage; readonly globalState: vscode.Memento };
  /** A guarded store. */
  readonly store: SecretStore;
  readonly profile: () => ServiceProfile | null;
  readonly log: Log;
}

export interface AccountsChange {
  readonly before: Accounts;
  readonly now: Accounts;
}

export class Sessions implements vscode.Disposable {
  readonly #parts: SessionsParts;
  readonly #changed = new vscode.EventEmitter<AccountsChange>();
  readonly #named = new vscode.EventEmitter<AccountsChange>();
  readonly #watcher: vscode.Disposable;
  readonly #firstRead = Promise.withResolvers<undefined>();
  #settled: Promise<void> = this.#firstRead.promise;
  readonly #book = new LoadedOnce(() => this.#openBook());
  #opened: SessionBook | null = null;
  /** Whether the store was read, so that what was stored before this window can no more be news. */
  #isRead = false;
  #accounts: Accounts = nobody;

  /** Somebody else is signed in, or with another token, or the keyring behaves otherwise. */
  readonly onDidChange = this.#changed.event;
  /** Somebody who was signed in has got a name. */
  readonly onDidName = this.#named.event;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#watcher = parts.context.secrets.onDidChange(({ key }) => {
      // Before the book was opened there is nothing that a change could make stale.
      void this.#opened?.hear(key);
    });
  }

  get accounts(): Accounts {
    return this.#accounts;
  }

  get session(): Session | null {
    return this.#accounts.active.kind === 'session' ? this.#accounts.active.session : null;
  }

  /** The session in use, or why there is none. */
  get stored(): StoredSession {
    return this.#accounts.active;
  }

  /** Resolves once the accounts of the service that is connected have been read, or could not be, or none is connected. Never rejects. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** What the person is called; null where nobody is known. */
  async label(): Promise<string | null> {
    const { stored } = this;
    const user = stored.kind === 'session' ? stored.session.user : stored.kind === 'lapsed' ? stored.user : null;
    return user === null ? null : (await import('../../core/account/user.ts')).accountLabel(user);
  }

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
    if (this.#opened === null && this.#parts.profile() === null) return;
    const book = await this.#book.get();
    const isFirst = !this.#isRead;
    this.#isRead = true;
    await (isFirst ? book.open() : book.reload());
    this.#accounts = book.accounts;
  }

  /** Signs in; resolves when the session is in force. Rejects where the code for it cannot be loaded, and for nothing else: see `SessionBook.keep`. */
  async keep(session: Session): Promise<{ readonly saved: Promise<void> }> {
    const book = await this.#book.get();
    this.#isRead = true;
    return { saved: book.keep(session) };
  }

  /** Adds what became known about the person of a session. Never rejects. */
  async name(session: Session, user: UserInfo): Promise<void> {
    await this.#book.get().then((book) => book.name(session, user)).catch((error: unknown) => void this.#complain(error));
  }

  /** Rejects where the store does, or the code for it cannot be loaded. */
  async activate(provider: ProviderId): Promise<void> {
    await (await this.#book.get()).activate(provider);
  }

  /** Signs out of these providers. Rejects as `activate` does. */
  async forget(providers: readonly ProviderId[]): Promise<void> {
    await (await this.#book.get()).forget(providers);
  }

  /** The service refused the token; true where that is news and nobody is signed in any more. Never rejects. */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    return this.#book.get().then((book) => book.lapse(refused)).catch((error: unknown) => this.#complain(error));
  }

  /** Always false: nothing became of it. */
  #complain(error: unknown): false {
    this.#parts.log.warn(`No accounts: ${errorName(error)}`);
    return false;
  }

  async #openBook(): Promise<SessionBook> {
    const { SessionBook } = await import('../../core/account/session-book.ts');
    const { context, store, profile, log } = this.#parts;
    const book = new SessionBook({
      store,
      profile,
      log,
      marker: {
        get: () => context.globalState.get<string>(markerKey) ?? null,
        set: async (service) => {
          // Without the marker a keyring that forgets is not found out; nothing else depends on it.
          await Promise.resolve(context.globalState.update(markerKey, service ?? undefined)).catch(() => undefined);
        },
      },
      onChange: (now, before, isNaming) => this.#announce(now, before, isNaming),
    });
    this.#opened = book;
    return book;
  }

  #announce(now: Accounts, before: Accounts, isNaming: boolean): void {
    this.#accounts = now;
    void vscode.commands.executeCommand('setContext', 'tidemark.signedIn', now.active.kind === 'session');
    (isNaming ? this.#named : this.#changed).fire({ before, now });
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
    this.#named.dispose();
  }
}
