// Knows the session that is in force in this window, keeps it in the secret store and hears of other windows' changes;
// not how one is obtained. A store that fails leaves the last known session standing.
import * as vscode from 'vscode';
import { deleteSession, deleteTokens, isSessionKey, loadSession, type Session, type StoredSession, storeSession } from '../../core/account/session.ts';
import type { Log, SecretStore } from '../../core/ports.ts';
import { providerIds, type ServiceProfile } from '../../core/service/profile.ts';

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
    this.#watcher = secrets.onDidChange(({ key }) => {
      const current = profile();
      if (current !== null && isSessionKey(current, key)) void this.reload();
    });
  }

  /** The session of the provider that is signed in; the primary one where both are. */
  get stored(): StoredSession {
    return this.#stored;
  }

  /** Reads the store anew. Never rejects: a store that fails is logged and changes nothing. */
  async reload(): Promise<void> {
    const profile = this.#profile();
    try {
      await this.#announce(profile === null ? { kind: 'none' } : await this.#load(profile));
    } catch (error) {
      this.#log.warn(`The secret store did not answer: ${nameOf(error)}`);
    }
  }

  async #load(profile: ServiceProfile): Promise<StoredSession> {
    const all: StoredSession[] = [];
    for (const provider of providerIds) all.push(await loadSession(this.#store, profile, provider));
    return all.find(({ kind }) => kind === 'session') ?? all.find(({ kind }) => kind === 'lapsed') ?? { kind: 'none' };
  }

  /** Signs in: the other provider's session, if any, ends. Rejects where the store does. */
  async keep(session: Session): Promise<void> {
    const profile = this.#profile();
    if (profile === null) return;
    for (const provider of providerIds) {
      if (provider !== session.provider) await deleteSession(this.#store, profile, provider);
    }
    await storeSession(this.#store, profile, session);
    await this.#announce({ kind: 'session', session });
  }

  /** Signs out of every provider. Rejects where the store does. */
  async forget(): Promise<void> {
    const profile = this.#profile();
    if (profile === null) return;
    for (const provider of providerIds) await deleteSession(this.#store, profile, provider);
    await this.#announce({ kind: 'none' });
  }

  /** The service refused the token: it goes, and the person's name stays for the greeting. Rejects where the store does. */
  async lapse(refused: Session): Promise<void> {
    const profile = this.#profile();
    if (profile === null || this.#stored.kind !== 'session' || this.#stored.session !== refused) return;
    await deleteTokens(this.#store, profile, refused.provider);
    await this.#announce(refused.user === null ? { kind: 'none' } : { kind: 'lapsed', user: refused.user });
  }

  async #announce(stored: StoredSession): Promise<void> {
    const same = sameSession(this.#stored, stored);
    if (!same) this.#stored = stored;
    await vscode.commands.executeCommand('setContext', 'tidemark.signedIn', stored.kind === 'session');
    if (!same) this.#changed.fire();
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
  }
}

/** The store echoes our own writes back as changes; those are no news. */
function sameSession(left: StoredSession, right: StoredSession): boolean {
  if (left.kind === 'session' && right.kind === 'session') {
    return left.session.provider === right.session.provider && left.session.businessToken.reveal() === right.session.businessToken.reveal();
  }
  return left.kind === right.kind && left.kind !== 'session';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
