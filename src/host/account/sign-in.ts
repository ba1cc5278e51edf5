// Knows the sign-in as a person goes through it: choose an account, wait with one dialog, and always an end in words. It
// runs one sign-in at a time in a window, and takes the answers that other windows asked for. The rules are core's.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { QueryForm } from '../../core/account/callback/callback-query.ts';
import { offersProvider } from '../../core/account/oauth.ts';
import { SignInFlow, stateMilliseconds } from '../../core/account/sign-in-flow.ts';
import { type Completion, createCompletion } from '../../core/account/sign-in.ts';
import type { SignInOutcome } from '../../core/account/sign-in-stage.ts';
import type { Session } from '../../core/account/session.ts';
import { receiveStray } from '../../core/account/stray-callback.ts';
import { accountLabel } from '../../core/account/user.ts';
import type { Lease, Log, SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import { failureOf } from '../../core/service/errors.ts';
import { type ProviderId, providerIds } from '../../core/service/profile.ts';
import type { Sessions } from './sessions.ts';
import { SignInDialog } from './sign-in-dialog.ts';
import { ambiguousText, outcomeText, providerDetail, providerName } from './sign-in-words.ts';
import { createSurface } from './surface.ts';
import { type AttemptNote, forgetAttempt, noteAttempt } from './attempt-note.ts';

const { l10n } = vscode;

export interface SignInParts {
  readonly context: vscode.ExtensionContext;
  readonly connection: () => Connection | null;
  readonly sessions: Sessions;
  /** A guarded store. */
  readonly store: SecretStore;
  readonly lease: Lease;
  readonly log: Log;
}

interface Running {
  readonly flow: SignInFlow;
  readonly dialog: SignInDialog;
  readonly session: Promise<Session | null>;
}

export class SignIn implements vscode.Disposable {
  readonly #parts: SignInParts;
  readonly #watcher: vscode.Disposable;
  #running: Running | null = null;
  #isTold = false;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#watcher = parts.context.secrets.onDidChange(() => void this.#running?.flow.recheck());
  }

  /** Runs a whole sign-in, or shows the one that is running; null where it ended without a session. Never rejects. */
  async run(): Promise<Session | null> {
    const running = this.#running;
    if (running !== null) {
      running.dialog.unfold();
      return running.session;
    }
    const connection = this.#parts.connection();
    if (connection === null) {
      await vscode.commands.executeCommand('tidemark.connect');
      return null;
    }
    const provider = await this.#chooseProvider(connection);
    if (provider === null) return null;
    const { flow, dialog, session } = this.#begin(connection, provider, undefined);
    dialog.unfold();
    await noteAttempt(this.#parts.context, { id: flow.id, provider, until: Date.now() + 2 * stateMilliseconds });
    await flow.start();
    return session;
  }

  /** Goes on with the sign-in that this window was in when it was loaded again. Never rejects. */
  async resume(note: AttemptNote): Promise<void> {
    const connection = this.#parts.connection();
    if (connection === null || this.#running !== null) return;
    const { flow, dialog } = this.#begin(connection, note.provider, note.id);
    await flow.resume();
    if (flow.stage.kind !== 'ended') dialog.unfold();
  }

  /** Takes a callback that VS Code handed over. What nobody asked for is told once, and sends nothing. Never rejects. */
  async receive(query: string, form: QueryForm): Promise<void> {
    const running = this.#running;
    const reception = running?.flow.receive(query, form);
    if (reception === 'accepted' || reception === 'denied') return;
    if (reception === 'ambiguous') {
      running?.dialog.unfold();
      return;
    }
    const connection = this.#parts.connection();
    if (connection === null) return;
    const { store } = this.#parts;
    const stray = await receiveStray({ profile: connection.profile, store, clock: connection.clock, complete: this.#completion(connection) }, query, form);
    switch (stray.kind) {
      case 'mismatch':
        await this.#tellForeign();
        return;
      case 'otherService':
        await this.#tellOtherService();
        return;
      case 'ambiguous':
        await vscode.window.showWarningMessage(ambiguousText());
        return;
      default:
        await this.#tell(stray, connection);
    }
  }

  #begin(connection: Connection, provider: ProviderId, id: string | undefined): Running {
    const { profile, clock } = connection;
    const { context, store } = this.#parts;
    this.#isTold = false;
    const random = (count: number): Uint8Array => randomBytes(count);
    const flow = new SignInFlow(
      {
        profile,
        provider,
        surface: createSurface(context.extension),
        store,
        clock,
        random,
        complete: this.#completion(connection),
        onStage: (stage) => this.#running?.dialog.show(stage),
      },
      id,
    );
    const dialog = new SignInDialog(flow, { dialog: l10n.t('Sign In to {0}', profile.name), folded: l10n.t('Signing in to {0}', profile.name) });
    const running: Running = { flow, dialog, session: this.#finish(flow, connection) };
    this.#running = running;
    return running;
  }

  async #finish(flow: SignInFlow, connection: Connection): Promise<Session | null> {
    const outcome = await flow.outcome;
    this.#running?.dialog.dispose();
    this.#running = null;
    await forgetAttempt(this.#parts.context);
    void this.#tell(outcome, connection);
    return outcome.kind === 'signedIn' ? outcome.session : null;
  }

  #completion(connection: Connection): Completion {
    const { lease, sessions } = this.#parts;
    return createCompletion(connection, lease, (session) => sessions.keep(session));
  }

  async #tell(outcome: SignInOutcome, { profile }: Connection): Promise<void> {
    const text = outcomeText(outcome, profile);
    if (text === null) return;
    if (outcome.kind === 'signedIn') {
      void vscode.window.showInformationMessage(text);
      return;
    }
    const reason = outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind === 'fault' ? nameOf(outcome.error) : outcome.kind;
    this.#parts.log.warn(`A sign-in ended: ${reason}`);
    const again = outcome.kind === 'mismatch' ? l10n.t('Start Again') : l10n.t('Sign In Again');
    const diagnose = l10n.t('Diagnose…');
    const canDiagnose = outcome.kind === 'failed' || outcome.kind === 'timedOut' || outcome.kind === 'fault';
    const answer = await vscode.window.showErrorMessage(text, again, ...(canDiagnose ? [diagnose] : []));
    if (answer === again) await vscode.commands.executeCommand('tidemark.signIn');
    if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
  }

  /** Any page can send such an answer, so it is told once an attempt, with a fresh state one click away (decisions 10). */
  async #tellForeign(): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    const again = l10n.t('Start Again');
    const text = l10n.t('A sign-in answer arrived that does not belong to a running sign-in, so nothing was sent. If you were signing in, start again.');
    if ((await vscode.window.showWarningMessage(text, again)) !== again) return;
    this.#running?.flow.cancel();
    await this.#running?.session;
    await vscode.commands.executeCommand('tidemark.signIn');
  }

  async #tellOtherService(): Promise<void> {
    const text = l10n.t('This sign-in was begun in another window, which is connected to another service. Go back to that window, choose “Paste the Address” there, and paste the address of the page that your browser shows.');
    await vscode.window.showWarningMessage(text);
  }

  async #chooseProvider({ profile }: Connection): Promise<ProviderId | null> {
    const { sessions } = this.#parts;
    const offered = providerIds.filter((provider) => offersProvider(profile, provider));
    const [only] = offered;
    if (offered.length < 2) return only ?? null;
    const { accounts } = sessions;
    const activeProvider = accounts.active.kind === 'session' ? accounts.active.session.provider : null;
    const items = offered.map((provider) => {
      const idle = accounts.sessions.find((session) => session.provider === provider && provider !== activeProvider);
      const user = idle?.user ?? null;
      const name = user === null ? profile.name : accountLabel(user);
      const label = providerName(profile, provider);
      const detail = providerDetail(profile, provider);
      return idle === undefined
        ? { provider, isIdle: false, label, detail }
        : { provider, isIdle: true, label, detail, description: l10n.t('signed in as {0}: use this account', name) };
    });
    const picked = await vscode.window.showQuickPick(items, { title: l10n.t('Which account do you sign in with?'), ignoreFocusOut: true });
    if (picked?.isIdle !== true) return picked?.provider ?? null;
    await this.#use(picked.provider, picked.label);
    return null;
  }

  async #use(provider: ProviderId, name: string): Promise<void> {
    try {
      await this.#parts.sessions.activate(provider);
      void vscode.window.showInformationMessage(l10n.t('{0} is in use now.', name));
    } catch {
      void vscode.window.showErrorMessage(l10n.t('The secret storage of VS Code did not take the change, so the account in use is the same as before.'));
    }
  }

  dispose(): void {
    this.#watcher.dispose();
    // The attempt itself lives on: a window that is loaded again goes on with it.
    this.#running?.dialog.dispose();
  }
}

/** Errors of the machine may quote what was sent; their names do not. */
function nameOf(error: unknown): string {
  return failureOf(error)?.kind ?? (error instanceof Error ? error.name : typeof error);
}
