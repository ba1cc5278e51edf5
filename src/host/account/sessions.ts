// Knows the accounts that are in force in this window as VS Code sees them: events, the context of menus, the marker beside
// the secret store. What an account is and when it falls is core's (core/account/session-book.ts), loaded on first use.
import * as vscode from 'vscode';
import type { Accounts, SessionBook } from '../../core/account/session-book.ts';
import type { Session, StoredSession } from '../../core/account/session.ts';
import type { UserInfo } from '../../core/account/user.ts';
import type { Log, SecretStore } from '../../core/ports.ts';
import type { ProviderId, ServiceProfile } from '../../core/service/profile.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';

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
  #opening: Promise<SessionBook> | null = null;
  #accounts: Accounts = nobody;

  /** Somebody else is signed in, or with another token, or the keyring behaves otherwise. */
  readonly onDidChange = this.#changed.event;
  /** Somebody who was signed in has got a name. */
  readonly onDidName = this.#named.event;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#watcher = parts.context.secrets.onDidChange(({ key }) => {
      // Before the book was opened there is nothing that a change could make stale.
      if (this.#opening !== null) void this.#opening.then((book) => book.hear(key));
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

  /** Resolves once the accounts of the service that is connected have been read, or none is connected. */
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
    this.#settled = this.#read().then(() => this.#firstRead.resolve(undefined));
    return this.#settled;
  }

  async #read(): Promise<void> {
    const isFirst = this.#opening === null;
    if (isFirst && this.#parts.profile() === null) return;
    const book = await this.#book();
    await (isFirst ? book.open() : book.reload());
    this.#accounts = book.accounts;
  }

  /** Signs in; resolves when the session is in force. Never rejects: see `SessionBook.keep`. */
  async keep(session: Session): Promise<{ readonly saved: Promise<void> }> {
    return { saved: (await this.#book()).keep(session) };
  }

  /** Adds what became known about the person of a session. Never rejects. */
  async name(session: Session, user: UserInfo): Promise<void> {
    await (await this.#book()).name(session, user);
  }

  /** Rejects where the store does. */
  async activate(provider: ProviderId): Promise<void> {
    await (await this.#book()).activate(provider);
  }

  /** Signs out of these providers. Rejects where the store does. */
  async forget(providers: readonly ProviderId[]): Promise<void> {
    await (await this.#book()).forget(providers);
  }

  /** The service refused the token; true where that is news and nobody is signed in any more. Never rejects. */
  async lapse(refused: SessionCredentials): Promise<boolean> {
    return (await this.#book()).lapse(refused);
  }

  async #book(): Promise<SessionBook> {
    this.#opening ??= this.#openBook();
    return this.#opening;
  }

  async #openBook(): Promise<SessionBook> {
    const { SessionBook } = await import('../../core/account/session-book.ts');
    const { context, store, profile, log } = this.#parts;
    return new SessionBook({
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
      onChange: (now, before) => this.#announce(now, before),
    });
  }

  #announce(now: Accounts, before: Accounts): void {
    this.#accounts = now;
    void vscode.commands.executeCommand('setContext', 'tidemark.signedIn', now.active.kind === 'session');
    const event = isNaming(before, now) ? this.#named : this.#changed;
    event.fire({ before, now });
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
    this.#named.dispose();
  }
}

/** Whether the tokens in force are the same, so that only what is known of their people can be another. */
function isNaming(before: Accounts, now: Accounts): boolean {
  const tokens = ({ sessions, active }: Accounts): unknown[] => [
    ...sessions.map(({ businessToken }) => businessToken),
    active.kind === 'session' ? active.session.businessToken : active.kind,
  ];
  const [left, right] = [tokens(before), tokens(now)];
  return before.trouble === now.trouble && left.length === right.length && left.every((token, index) => token === right[index]);
}
