// Knows the session that is in force in this window, keeps it in the secret store and hears of other windows' changes;
// not how one is obtained. A store that fails leaves the last known session standing.
import * as vscode from 'vscode';
import type * as sessionStorage from '../../core/account/session.ts';
import type { Session, StoredSession } from '../../core/account/session.ts';
import type { Log, SecretStore } from '../../core/ports.ts';
import type { ServiceProfile } from '../../core/service/profile.ts';
import type { SessionCredentials } from '../../core/service/session-credentials.ts';

/** Loaded on first use: a window where nothing is connected needs none of it. */
const storage = async (): Promise<typeof sessionStorage> => import('../../core/account/session.ts');

export class Sessions implements vscode.Disposable {
  readonly #store: SecretStore;
  readonly #profile: () => ServiceProfile | null;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  #stored: StoredSession = { kind: 'none' };

  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, store: SecretStore, profile: () => ServiceProfile | null, log: Log) {
    this.#store = store;
    this.#profile = profile;
    this.#log = log;
    this.#watcher = secrets.onDidChange(({ key }) => void this.#hear(key));
  }

  /** The session of the provider that is signed in; the primary one where both are. */
  get stored(): StoredSession {
    return this.#stored;
  }

  async #hear(key: string): Promise<void> {
    const profile = this.#profile();
    if (profile !== null && (await storage()).isSessionKey(profile, key)) await this.reload();
  }

  /** Reads the store anew. Never rejects: a store that fails is logged and changes nothing. */
  async reload(): Promise<void> {
    const profile = this.#profile();
    try {
      this.#announce(profile === null ? { kind: 'none' } : await (await storage()).loadAnySession(this.#store, profile));
    } catch (error) {
      this.#log.warn(`The secret store did not answer: ${error instanceof Error ? error.name : typeof error}`);
    }
  }

  /** Signs in: the other provider's session, if any, ends. Rejects where the store does. */
  async keep(session: Session): Promise<void> {
    const profile = this.#profile();
    if (profile === null) return;
    await (await storage()).replaceSessions(this.#store, profile, session);
    this.#announce({ kind: 'session', session });
  }

  /** Signs out of every provider. Rejects where the store does. */
  async forget(): Promise<void> {
    const profile = this.#profile();
    if (profile === null) return;
    await (await storage()).replaceSessions(this.#store, profile, null);
    this.#announce({ kind: 'none' });
  }

  /** The service refused the token: it goes, and the person's name stays for the greeting. Never rejects. */
  async lapse(refused: SessionCredentials): Promise<void> {
    const [profile, stored] = [this.#profile(), this.#stored];
    if (profile === null || stored.kind !== 'session' || stored.session !== refused) return;
    try {
      await (await storage()).deleteTokens(this.#store, profile, refused.provider);
    } catch (error) {
      this.#log.warn(`A refused token could not be removed: ${error instanceof Error ? error.name : typeof error}`);
    }
    const { user } = stored.session;
    this.#announce(user === null ? { kind: 'none' } : { kind: 'lapsed', user });
  }

  #announce(stored: StoredSession): void {
    // The store echoes our own writes back as changes; those are no news.
    if (isSame(this.#stored, stored)) return;
    this.#stored = stored;
    void vscode.commands.executeCommand('setContext', 'tidemark.signedIn', stored.kind === 'session');
    this.#changed.fire();
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}

function isSame(left: StoredSession, right: StoredSession): boolean {
  if (left.kind !== 'session' || right.kind !== 'session') return left.kind === right.kind;
  return left.session.provider === right.session.provider && left.session.businessToken.equals(right.session.businessToken);
}
