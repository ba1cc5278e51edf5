// Knows when signing in is first needed and loads it then: a command, an answer of a browser, a sign-in that a reload cut
// short; not how it goes.
import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { readAttemptNote } from './attempt-note.ts';
import type { IncomingUris } from '../incoming-uris.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { SignIn, SignInParts } from './sign-in.ts';
import { errorName, tellUnloaded } from './unloaded-words.ts';

const callbackPaths = new Set(['/primary-auth/callback', '/oauth/callback', '/secondary-auth/callback']);

export interface SignInDoorParts extends Omit<SignInParts, 'lease'> {
  readonly uris: IncomingUris;
}

export class SignInDoor implements vscode.Disposable {
  readonly #parts: SignInDoorParts;
  readonly #subscription: vscode.Disposable;
  readonly #signIn = new LoadedOnce(() => this.#load());
  #loaded: SignIn | null = null;
  #isDisposed = false;

  constructor(parts: SignInDoorParts) {
    this.#parts = parts;
    this.#subscription = parts.uris.onUri((uri) => {
      if (callbackPaths.has(uri.path)) void this.#receive(uri.query);
    });
  }

  /** The command. Never rejects. */
  async run(): Promise<void> {
    await this.signIn();
  }

  /** Null where the sign-in ended without a session. Never rejects. */
  async signIn(): Promise<Session | null> {
    return this.#with((signIn) => signIn.run());
  }

  /** A window that was loaded in the middle of a sign-in goes on with it. Call once a service is connected. Never rejects. */
  async resume(): Promise<void> {
    const note = readAttemptNote(this.#parts.context);
    if (note !== null) await this.#with((signIn) => signIn.resume(note));
  }

  /** Never rejects. */
  async #receive(query: string): Promise<void> {
    // A window that was started by this very answer knows its service only a moment later.
    await this.#parts.sessions.settled;
    // The desktop decodes the query as a whole when it parses the link; VS Code's callback page on the web encodes it anew.
    const form = vscode.env.uiKind === vscode.UIKind.Desktop ? 'decoded' : 'encoded';
    await this.#with((signIn) => signIn.receive(query, form));
  }

  /** Null where signing in cannot be loaded, or fails as it never should. Never rejects: the person is told. */
  async #with<T>(action: (signIn: SignIn) => Promise<T>): Promise<T | null> {
    try {
      return await action(await this.#signIn.get());
    } catch (error) {
      this.#parts.log.warn(`Signing in failed: ${errorName(error)}`);
      void tellUnloaded(error, async () => vscode.commands.executeCommand('tidemark.signIn'));
      return null;
    }
  }

  async #load(): Promise<SignIn> {
    const [{ SignIn }, { createFileLease }] = await Promise.all([import('./sign-in.ts'), import('../../node/waiting-lease.ts')]);
    const { globalStorageUri } = this.#parts.context;
    this.#loaded = new SignIn({ ...this.#parts, lease: createFileLease(vscode.Uri.joinPath(globalStorageUri, 'sign-in.lease').fsPath) });
    if (this.#isDisposed) this.#loaded.dispose();
    return this.#loaded;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#isDisposed = true;
    this.#loaded?.dispose();
  }
}
