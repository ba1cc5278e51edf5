// Loads signing in when it is first needed: by a command, a browser's answer, or a sign-in that a reload interrupted.
import * as vscode from 'vscode';
import type { Session } from '../../../core/account/session.ts';
import { isLinkPath } from '../../../core/service/profile/redirect-shapes.ts';
import { readResumeMarker } from './resume-marker.ts';
import type { IncomingUris } from '../../incoming-uris.ts';
import { LoadedOnce } from '../../loaded-once.ts';
import type { SignIn, SignInPorts } from './sign-in.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';
import { tellUnloaded } from '../session/unloaded-words.ts';

export interface LazySignInPorts extends Omit<SignInPorts, 'lease'> {
  readonly uris: IncomingUris;
}

export class LazySignIn implements vscode.Disposable {
  readonly #ports: Omit<SignInPorts, 'lease'>;
  readonly #subscription: vscode.Disposable;
  readonly #signIn = new LoadedOnce(() => this.#load());
  #loaded: SignIn | null = null;
  #isDisposed = false;

  constructor({ uris, ...ports }: LazySignInPorts) {
    this.#ports = ports;
    this.#subscription = uris.onUri((uri) => {
      if (isLinkPath(uri.path)) void this.#receive(uri.query);
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

  /**
   * A window that was loaded in the middle of a sign-in goes on with it. Call once a service is connected. Never
   * rejects.
   */
  async resume(): Promise<void> {
    const marker = readResumeMarker(this.#ports.context);
    if (marker !== null) await this.#with((signIn) => signIn.resume(marker));
  }

  /** Never rejects. */
  async #receive(query: string): Promise<void> {
    // A window that was started by this very answer knows its service only a moment later.
    await this.#ports.sessions.settled;
    // The desktop decodes the query as a whole when it parses the link; VS Code's callback page on the web encodes it
    // anew.
    const form = vscode.env.uiKind === vscode.UIKind.Desktop ? 'decoded' : 'encoded';
    await this.#with((signIn) => signIn.receive(query, form));
  }

  /** Null where signing in cannot be loaded, or fails as it never should. Never rejects: the person reads why. */
  async #with<T>(action: (signIn: SignIn) => Promise<T>): Promise<T | null> {
    try {
      return await action(await this.#signIn.get());
    } catch (error) {
      this.#ports.log.warn(`Signing in failed: ${errorName(error)}`);
      void tellUnloaded(error, async () => vscode.commands.executeCommand('tidemark.signIn'));
      return null;
    }
  }

  async #load(): Promise<SignIn> {
    const [{ SignIn }, { createFileLease }] = await Promise.all([
      import('./sign-in.ts'),
      import('../../../node/leases/waiting-lease.ts'),
    ]);
    const { globalStorageUri } = this.#ports.context;
    this.#loaded = new SignIn({
      ...this.#ports,
      lease: createFileLease(vscode.Uri.joinPath(globalStorageUri, 'sign-in.lease').fsPath),
    });
    if (this.#isDisposed) this.#loaded.dispose();
    return this.#loaded;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#isDisposed = true;
    this.#loaded?.dispose();
  }
}
