// Knows when signing in is first needed and loads it then: a command, an answer of a browser, a sign-in that a reload cut
// short; not how it goes.
import * as vscode from 'vscode';
import type { Session } from '../../core/account/session.ts';
import { readAttemptNote } from './attempt-note.ts';
import type { IncomingUris } from '../incoming-uris.ts';
import type { SignIn, SignInParts } from './sign-in.ts';

const callbackPaths = new Set(['/primary-auth/callback', '/oauth/callback', '/secondary-auth/callback']);

export interface SignInDoorParts extends Omit<SignInParts, 'lease'> {
  readonly uris: IncomingUris;
}

export class SignInDoor implements vscode.Disposable {
  readonly #parts: SignInDoorParts;
  readonly #subscription: vscode.Disposable;
  #opening: Promise<SignIn> | null = null;

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
    return (await this.#open()).run();
  }

  /** A window that was loaded in the middle of a sign-in goes on with it. Call once a service is connected. */
  async resume(): Promise<void> {
    const note = readAttemptNote(this.#parts.context);
    if (note !== null) await (await this.#open()).resume(note);
  }

  async #receive(query: string): Promise<void> {
    // A window that was started by this very answer knows its service only a moment later.
    await this.#parts.sessions.settled;
    // The desktop decodes the query as a whole when it parses the link; VS Code's callback page on the web encodes it anew.
    const form = vscode.env.uiKind === vscode.UIKind.Desktop ? 'decoded' : 'encoded';
    await (await this.#open()).receive(query, form);
  }

  async #open(): Promise<SignIn> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  async #load(): Promise<SignIn> {
    const [{ SignIn }, { createFileLease }] = await Promise.all([import('./sign-in.ts'), import('../../node/waiting-lease.ts')]);
    const { globalStorageUri } = this.#parts.context;
    return new SignIn({ ...this.#parts, lease: createFileLease(vscode.Uri.joinPath(globalStorageUri, 'sign-in.lease').fsPath) });
  }

  dispose(): void {
    this.#subscription.dispose();
    void this.#opening?.then((signIn) => signIn.dispose());
  }
}
