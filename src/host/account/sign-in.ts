// Knows the sign-in as a person goes through it: choose an account, wait with one dialog, and always an end in words. It
// runs one sign-in at a time in a window, and takes the answers that other windows asked for. The rules are core's.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { QueryForm } from '../../core/account/callback/callback-query.ts';
import { SignInFlow, stateMilliseconds } from '../../core/account/sign-in-flow.ts';
import { type Completion, createCompletion, type Exchanged, isAlive } from '../../core/account/sign-in.ts';
import { type SignInOutcome, tryLoginAgain } from '../../core/account/sign-in-stage.ts';
import type { Session } from '../../core/account/session.ts';
import { receiveStray } from '../../core/account/stray-callback.ts';
import type { Clock, Lease, Log, SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import { failureOf } from '../../core/service/errors.ts';
import type { ProviderId } from '../../core/service/profile.ts';
import { inertName } from '../display/names.ts';
import { showError, showInformation, showWarning } from '../display/notification.ts';
import { showProgress } from '../display/progress.ts';
import { showStatusMessage } from '../display/status-bar.ts';
import { chooseProvider } from './account-choice.ts';
import type { Sessions } from './sessions.ts';
import { SignInDialog } from './sign-in-dialog.ts';
import { outcomeText } from './sign-in-words.ts';
import { createSurface } from './surface.ts';
import { type AttemptNote, forgetAttempt, noteAttempt } from './attempt-note.ts';

const { l10n } = vscode;

/** How long the end of a sign-in that needs no answer stands in the status bar. */
const quietMilliseconds = 5000;
/** How long the sentence of a sign-in that is done waits for the person's name. */
const nameMilliseconds = 2000;

export interface SignInParts {
  readonly context: vscode.ExtensionContext;
  readonly connection: () => Connection | null;
  readonly sessions: Sessions;
  /** A guarded store. */
  readonly store: SecretStore;
  readonly lease: Lease;
  readonly log: Log;
}

/** What a person sees of a sign-in that waits for the browser. */
interface Open {
  readonly flow: SignInFlow;
  readonly dialog: SignInDialog;
}

export class SignIn implements vscode.Disposable {
  readonly #parts: SignInParts;
  readonly #watcher: vscode.Disposable;
  /** The one sign-in of this window, from the very call that starts it to its end. */
  #session: Promise<Session | null> | null = null;
  #open: Open | null = null;
  /** Kept in memory alone, for another try at the last step. */
  #exchanged: Exchanged | null = null;
  #isTold = false;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#watcher = parts.context.secrets.onDidChange(() => void this.#open?.flow.recheck());
  }

  /** Runs a whole sign-in, or shows the one that is running; null where it ended without a session. Never rejects. */
  async run(): Promise<Session | null> {
    const connection = this.#parts.connection();
    if (this.#session !== null) {
      this.#open?.dialog.unfold();
      return this.#session;
    }
    if (connection !== null) return this.#only(() => this.#begin(connection));
    await vscode.commands.executeCommand('tidemark.connect');
    return null;
  }

  /** Goes on with the sign-in that this window was in when it was loaded again. Never rejects. */
  async resume(note: AttemptNote): Promise<void> {
    const connection = this.#parts.connection();
    if (connection === null || this.#session !== null) return;
    await this.#only(() =>
      this.#wait(connection, note.provider, note.id, async ({ flow, dialog }) => {
        await flow.resume();
        if (flow.stage.kind !== 'ended') dialog.unfold();
      }),
    );
  }

  /** Takes a callback that VS Code handed over. What nobody asked for is told once, and sends nothing. Never rejects. */
  async receive(query: string, form: QueryForm): Promise<void> {
    const open = this.#open;
    const reception = open?.flow.receive(query, form);
    if (reception === 'accepted' || reception === 'denied') return;
    if (reception === 'ambiguous') {
      open?.dialog.unfold();
      return;
    }
    const connection = this.#parts.connection();
    const { store } = this.#parts;
    const stray: SignInOutcome =
      connection === null ? { kind: 'mismatch' } : await receiveStray({ connection, store, completion: this.#completion(connection) }, query, form);
    if (connection === null || stray.kind === 'mismatch') await this.#tellForeign();
    else this.#conclude(stray, connection);
  }

  #only(action: () => Promise<Session | null>): Promise<Session | null> {
    const session = action().finally(() => {
      this.#session = null;
    });
    this.#session = session;
    return session;
  }

  async #begin(connection: Connection): Promise<Session | null> {
    const exchanged = this.#exchanged;
    this.#exchanged = null;
    if (exchanged !== null && isAlive(exchanged)) return this.#finishAgain(exchanged);
    const provider = await chooseProvider(connection.profile, this.#parts.sessions);
    if (provider === null) return null;
    return this.#wait(connection, provider, undefined, async ({ flow, dialog }) => {
      if (flow.stage.kind === 'ended') return;
      dialog.unfold();
      void noteAttempt(this.#parts.context, { id: flow.id, provider, until: Date.now() + 2 * stateMilliseconds });
      await flow.start();
    });
  }

  async #wait(connection: Connection, provider: ProviderId, id: string | undefined, start: (open: Open) => Promise<void>): Promise<Session | null> {
    const open = this.#openFlow(connection, provider, id);
    this.#open = open;
    this.#isTold = false;
    await start(open);
    const outcome = await open.flow.outcome;
    open.dialog.dispose();
    this.#open = null;
    void forgetAttempt(this.#parts.context);
    return this.#conclude(outcome, connection);
  }

  #openFlow(connection: Connection, provider: ProviderId, id: string | undefined): Open {
    const { profile, clock, ending } = connection;
    const { context, store } = this.#parts;
    const flow = new SignInFlow(
      {
        profile,
        provider,
        surface: createSurface(context.extension),
        store,
        clock,
        ending,
        random: (count) => randomBytes(count),
        completion: this.#completion(connection),
        onStage: (stage) => this.#open?.dialog.show(stage),
      },
      id,
    );
    const dialog = new SignInDialog(flow, { dialog: l10n.t('Sign In to {0}', inertName(profile.name)), folded: l10n.t('Signing in to {0}', inertName(profile.name)) });
    return { flow, dialog };
  }

  /** The last step alone, without dialog and browser. */
  async #finishAgain(exchanged: Exchanged): Promise<Session | null> {
    const { connection } = exchanged;
    const title = l10n.t('Finishing the sign-in to {0}', inertName(connection.profile.name));
    const outcome = await showProgress({ title, cancellable: true }, async (_report, cancellation): Promise<SignInOutcome> => {
      const left = new AbortController();
      const subscription = cancellation.onCancellationRequested(() => left.abort());
      try {
        return await tryLoginAgain(this.#completion(connection), exchanged, left.signal);
      } finally {
        subscription.dispose();
      }
    });
    if (outcome.kind === 'cancelled') this.#exchanged = exchanged;
    return this.#conclude(outcome, connection);
  }

  #conclude(outcome: SignInOutcome, connection: Connection): Session | null {
    if (outcome.kind === 'loginFailed') this.#exchanged = outcome.exchanged;
    if (outcome.kind === 'signedIn') this.#exchanged = null;
    void this.#tell(outcome, connection);
    return outcome.kind === 'signedIn' ? outcome.session : null;
  }

  #completion(connection: Connection): Completion {
    const { lease, sessions } = this.#parts;
    return createCompletion(connection, lease, sessions);
  }

  async #tell(outcome: SignInOutcome, { profile, clock }: Connection): Promise<void> {
    switch (outcome.kind) {
      case 'signedIn': {
        const session = await Promise.race([outcome.named, later(clock, outcome.session)]);
        void showInformation(outcomeText({ ...outcome, session }, profile));
        return;
      }
      case 'cancelled':
        // The person knows; a notification would only be one more thing to close.
        showStatusMessage(outcomeText(outcome, profile), quietMilliseconds);
        return;
      case 'ambiguous':
      case 'elsewhere':
      case 'otherService':
        this.#parts.log.warn(`A sign-in ended: ${outcome.kind}`);
        void showInformation(outcomeText(outcome, profile));
        return;
      case 'failed':
        return this.#tellWithWayOut(outcomeText(outcome, profile), outcome.failure.kind);
      case 'loginFailed':
        return this.#tellLoginFailed(outcomeText(outcome, profile), outcome.failure.kind);
      case 'fault':
        return this.#tellWithWayOut(outcomeText(outcome, profile), nameOf(outcome.error));
      case 'denied':
      case 'timedOut':
      case 'interrupted':
      case 'mismatch':
      case 'serviceChanged':
        return this.#tellWithWayOut(outcomeText(outcome, profile), outcome.kind);
    }
  }

  async #tellWithWayOut(text: string, reason: string): Promise<void> {
    this.#parts.log.warn(`A sign-in ended: ${reason}`);
    const again = reason === 'mismatch' ? l10n.t('Start Again') : l10n.t('Sign In Again');
    const diagnose = l10n.t('Diagnose…');
    const isPlain = ['denied', 'interrupted', 'mismatch', 'serviceChanged'].includes(reason);
    const answer = await showError(text, again, ...(isPlain ? [] : [diagnose]));
    if (answer === again) await vscode.commands.executeCommand('tidemark.signIn');
    if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
  }

  async #tellLoginFailed(text: string, reason: string): Promise<void> {
    this.#parts.log.warn(`A sign-in ended: ${reason}`);
    const [again, anew] = [l10n.t('Try Again'), l10n.t('Sign In Again')];
    const answer = await showError(text, again, anew);
    if (answer === undefined) return;
    if (answer === anew) this.#exchanged = null;
    await vscode.commands.executeCommand('tidemark.signIn');
  }

  /** Any page can send such an answer, so it is told once an attempt, with a fresh state one click away (decisions 10). */
  async #tellForeign(): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    const again = l10n.t('Start Again');
    const text = l10n.t('A sign-in answer arrived that does not belong to a running sign-in, so nothing was sent. If you were signing in, start again.');
    if ((await showWarning(text, again)) !== again) return;
    this.#open?.flow.cancel();
    await this.#session;
    await vscode.commands.executeCommand('tidemark.signIn');
  }

  dispose(): void {
    this.#watcher.dispose();
    // The attempt itself lives on: a window that is loaded again goes on with it.
    this.#open?.dialog.dispose();
  }
}

function later<T>(clock: Clock, value: T): Promise<T> {
  return new Promise((resolve) => {
    clock.after(nameMilliseconds, () => resolve(value));
  });
}

/** Errors of the machine may quote what was sent; their names do not. */
function nameOf(error: unknown): string {
  return failureOf(error)?.kind ?? (error instanceof Error ? error.name : typeof error);
}
