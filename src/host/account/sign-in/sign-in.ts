// The sign-in as a person goes through it: choose an account, wait with one dialog, and always an end in words. A
// window runs one sign-in at a time, and takes the answers that other windows asked for.
import * as vscode from 'vscode';
import { randomBytes } from 'node:crypto';
import type { QueryForm } from '../../../core/account/callback/callback-query.ts';
import { stateMilliseconds } from '../../../core/account/pending-request.ts';
import { SignInFlow } from '../../../core/account/sign-in-flow.ts';
import { type Completion, createCompletion, type Exchanged, isAlive } from '../../../core/account/sign-in.ts';
import { type SignInOutcome, tryLoginAgain } from '../../../core/account/sign-in-stage.ts';
import type { Session } from '../../../core/account/session.ts';
import { receiveUnsolicited } from '../../../core/account/unsolicited-callback.ts';
import type { Lease, Log, SecretStore } from '../../../core/ports.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import type { ProviderId } from '../../../core/service/profile/profile.ts';
import { inertName } from '../../display/names.ts';
import { showProgress } from '../../display/progress.ts';
import { chooseProvider } from './account-choice.ts';
import { type NamedAccount, namedAccounts } from '../session/account-names.ts';
import type { Sessions } from '../session/sessions.ts';
import { SignInDialog } from './sign-in-dialog.ts';
import { askToStartAgain, tellOutcome } from './sign-in-end.ts';
import { createSurface } from './surface.ts';
import { type ResumeMarker, clearResumeMarker, setResumeMarker } from './resume-marker.ts';

const { l10n } = vscode;

export interface SignInPorts {
  readonly context: vscode.ExtensionContext;
  readonly connection: () => Connection | null;
  readonly sessions: Sessions;
  /** A guarded store. */
  readonly store: SecretStore;
  readonly lease: Lease;
  /** Whether a sign-in of this window waits for the browser. */
  readonly onUnderWay: (isUnderWay: boolean) => void;
  readonly log: Log;
}

/** What a person sees of a sign-in that waits for the browser. */
interface Open {
  readonly flow: SignInFlow;
  readonly dialog: SignInDialog;
}

export class SignIn implements vscode.Disposable {
  readonly #ports: SignInPorts;
  readonly #watcher: vscode.Disposable;
  /** The one sign-in of this window, from the very call that starts it to its end. */
  #session: Promise<Session | null> | null = null;
  #open: Open | null = null;
  /** Kept in memory alone, for another try at the last step. */
  #exchanged: Exchanged | null = null;
  #isTold = false;
  /** Who paid when the sign-in began. */
  #before: Session | null = null;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.#watcher = ports.context.secrets.onDidChange(() => void this.#open?.flow.recheck());
  }

  /** Runs a whole sign-in, or shows the one that is running; null where it ended without a session. Never rejects. */
  async run(): Promise<Session | null> {
    const connection = this.#ports.connection();
    if (this.#session !== null) {
      this.#open?.dialog.unfold();
      return this.#session;
    }
    if (connection !== null) return this.#only(() => this.#begin(connection));
    await vscode.commands.executeCommand('tidemark.connect');
    return null;
  }

  /** Goes on with the sign-in that this window was in when it was loaded again. Never rejects. */
  async resume(marker: ResumeMarker): Promise<void> {
    const connection = this.#ports.connection();
    if (connection === null || this.#session !== null) return;
    await this.#only(() =>
      this.#wait(connection, marker.provider, marker.id, async ({ flow, dialog }) => {
        await flow.resume();
        if (flow.stage.kind !== 'ended') dialog.unfold();
      }),
    );
  }

  /** Takes a callback from VS Code. An unsolicited one is mentioned once, and sends nothing. Never rejects. */
  async receive(query: string, form: QueryForm): Promise<void> {
    const open = this.#open;
    const reception = open?.flow.receive(query, form);
    switch (reception) {
      case 'accepted':
      case 'denied':
        return;
      case 'ambiguous':
        open?.dialog.unfold();
        return;
      case 'unknown':
      case 'malformed':
      case undefined:
        return this.#receiveUnsolicited(query, form);
    }
  }

  /** What no sign-in of this window waits for may be another window's. */
  async #receiveUnsolicited(query: string, form: QueryForm): Promise<void> {
    const connection = this.#ports.connection();
    const { store } = this.#ports;
    const outcome: SignInOutcome =
      connection === null
        ? { kind: 'mismatch' }
        : await receiveUnsolicited({ connection, store, completion: this.#completion(connection) }, query, form);
    if (connection === null || outcome.kind === 'mismatch') await this.#tellUnsolicited();
    else this.#conclude(outcome, connection);
  }

  #only(action: () => Promise<Session | null>): Promise<Session | null> {
    this.#before = this.#ports.sessions.session;
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
    const provider = await chooseProvider(connection.profile, this.#ports.sessions);
    if (provider === null) return null;
    return this.#wait(connection, provider, undefined, async ({ flow, dialog }) => {
      if (flow.stage.kind === 'ended') return;
      dialog.unfold();
      void setResumeMarker(this.#ports.context, { id: flow.id, provider, until: Date.now() + 2 * stateMilliseconds });
      await flow.start();
    });
  }

  async #wait(
    connection: Connection,
    provider: ProviderId,
    id: string | undefined,
    start: (open: Open) => Promise<void>,
  ): Promise<Session | null> {
    const open = this.#openFlow(connection, provider, id);
    this.#open = open;
    this.#isTold = false;
    this.#ports.onUnderWay(true);
    await start(open);
    const outcome = await open.flow.outcome;
    open.dialog.dispose();
    this.#open = null;
    this.#ports.onUnderWay(false);
    void clearResumeMarker(this.#ports.context);
    return this.#conclude(outcome, connection);
  }

  #openFlow(connection: Connection, provider: ProviderId, id: string | undefined): Open {
    const { profile, clock, ending } = connection;
    const { context, store } = this.#ports;
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
    const dialog = new SignInDialog(flow, {
      dialog: l10n.t('Sign In to {0}', inertName(profile.name)),
      folded: l10n.t('Signing in to {0}', inertName(profile.name)),
    });
    return { flow, dialog };
  }

  /** The last step alone, without dialog and browser. */
  async #finishAgain(exchanged: Exchanged): Promise<Session | null> {
    const { connection } = exchanged;
    const title = l10n.t('Finishing the sign-in to {0}', inertName(connection.profile.name));
    const outcome = await showProgress(
      { title, cancellable: true },
      async (_report, cancellation): Promise<SignInOutcome> => {
        const left = new AbortController();
        const subscription = cancellation.onCancellationRequested(() => left.abort());
        try {
          return await tryLoginAgain(this.#completion(connection), exchanged, left.signal);
        } finally {
          subscription.dispose();
        }
      },
    );
    if (outcome.kind === 'cancelled') this.#exchanged = exchanged;
    return this.#conclude(outcome, connection);
  }

  #conclude(outcome: SignInOutcome, connection: Connection): Session | null {
    if (outcome.kind === 'loginFailed') this.#exchanged = outcome.exchanged;
    if (outcome.kind === 'signedIn') this.#exchanged = null;
    void tellOutcome(outcome, connection, this.#ports.log, this.#replacedBy(outcome), () => {
      this.#exchanged = null;
    });
    return outcome.kind === 'signedIn' ? outcome.session : null;
  }

  /** Who paid before, where somebody else does now; null where nobody did, or has signed out. */
  #replacedBy(outcome: SignInOutcome): NamedAccount | null {
    const before = this.#before?.account;
    this.#before = null;
    if (outcome.kind !== 'signedIn' || outcome.session.account === before) return null;
    const named = namedAccounts(this.#ports.sessions.accounts.sessions);
    return named.find(({ session }) => session.account === before) ?? null;
  }

  #completion(connection: Connection): Completion {
    const { lease, sessions } = this.#ports;
    return createCompletion(connection, lease, sessions);
  }

  /** Any page can send one, so it is mentioned once an attempt, a fresh state one click away (docs/decisions.md#10). */
  async #tellUnsolicited(): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    if (!(await askToStartAgain())) return;
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
