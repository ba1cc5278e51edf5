// Knows the sign-in as a person goes through it: choose an account, continue in the browser, another way when nothing
// comes back, and always an end in words. Which requests follow a code is core's (core/account/sign-in.ts).
import * as vscode from 'vscode';
import { offersProvider } from '../../core/account/oauth.ts';
import { establishSession } from '../../core/account/sign-in.ts';
import { accountLabel } from '../../core/account/user.ts';
import type { Log } from '../../core/ports.ts';
import type { Connection } from '../../core/service/connection.ts';
import { failureOf } from '../../core/service/errors.ts';
import { type ProviderId, providerIds } from '../../core/service/profile.ts';
import { failureText } from '../error-text.ts';
import { SignInAttempt } from './attempt.ts';
import { offerWays } from './offered-ways.ts';
import type { Sessions } from './sessions.ts';
import type { UriCallbacks } from './uri-callbacks.ts';

const { l10n } = vscode;
const attemptMilliseconds = 5 * 60_000;

export interface SignInParts {
  readonly connection: Connection | null;
  readonly sessions: Sessions;
  readonly callbacks: UriCallbacks;
  readonly log: Log;
}

type Outcome =
  | { readonly kind: 'signedIn'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly text: string };

/** Runs a whole sign-in; resolves when it has ended, however it ended. Never rejects. */
export async function signIn(parts: SignInParts): Promise<void> {
  const { connection } = parts;
  if (connection === null) {
    await vscode.commands.executeCommand('tidemark.connect');
    return;
  }
  const provider = await chooseProvider(connection);
  if (provider === undefined) return;
  const title = l10n.t('Signing in to {0}', connection.profile.name);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const outcome = await vscode.window.withProgress(options, (progress, cancellation) => {
    progress.report({ message: l10n.t('continue in your browser') });
    return runAttempt(parts, connection, provider, cancellation);
  });
  await announce(outcome);
}

async function announce(outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'signedIn':
      void vscode.window.showInformationMessage(l10n.t('Signed in as {0}.', outcome.name));
      return;
    case 'cancelled':
      return;
    case 'failed': {
      const again = l10n.t('Sign In Again');
      const answer = await vscode.window.showErrorMessage(outcome.text, again);
      if (answer === again) await vscode.commands.executeCommand('tidemark.signIn');
    }
  }
}

async function chooseProvider(connection: Connection): Promise<ProviderId | undefined> {
  const { profile } = connection;
  const offered = providerIds.filter((provider) => offersProvider(profile, provider));
  if (offered.length < 2) return offered[0];
  const items = offered.map((provider) => ({
    provider,
    label: providerName(connection, provider),
    detail: providerDetail(connection, provider),
  }));
  const title = l10n.t('Which account do you sign in with?');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.provider;
}

function providerName({ profile }: Connection, provider: ProviderId): string {
  const neutral = provider === 'primary' ? l10n.t('Primary account') : l10n.t('Secondary account');
  return profile.providerNames[provider] ?? neutral;
}

function providerDetail({ profile }: Connection, provider: ProviderId): string {
  return provider === 'primary' || profile.planMessagesUrl !== undefined
    ? l10n.t('Plan, quota and chat')
    : l10n.t('Plan and quota; chat needs an API key');
}

async function runAttempt(
  parts: SignInParts,
  connection: Connection,
  provider: ProviderId,
  cancellation: vscode.CancellationToken,
): Promise<Outcome> {
  const attempt = new SignInAttempt();
  const cancelled = new AbortController();
  const deadline = AbortSignal.timeout(attemptMilliseconds);
  const started: { dispose: () => unknown }[] = [
    parts.callbacks.listen(attempt),
    cancellation.onCancellationRequested(() => cancelled.abort()),
  ];
  try {
    const ended = AbortSignal.any([cancelled.signal, deadline]);
    const settlement = await offerWays(attempt, connection.profile, provider, ended, started);
    switch (settlement?.kind) {
      case undefined:
        if (cancelled.signal.aborted) return { kind: 'cancelled' };
        return { kind: 'failed', text: l10n.t('No answer came back from the browser within five minutes, so the sign-in was ended.') };
      case 'denied':
        return { kind: 'failed', text: l10n.t('The sign-in was denied in the browser. Nothing has changed.') };
      case 'code': {
        const session = await establishSession(connection, settlement.proof, cancelled.signal);
        await parts.sessions.keep(session);
        return { kind: 'signedIn', name: session.user === null ? connection.profile.name : accountLabel(session.user) };
      }
    }
  } catch (error) {
    return failed(parts.log, error);
  } finally {
    attempt.close();
    vscode.Disposable.from(...started).dispose();
  }
}

function failed(log: Log, error: unknown): Outcome {
  const failure = failureOf(error);
  if (failure?.kind === 'stopped') return { kind: 'cancelled' };
  log.warn(`Sign-in failed: ${failure?.kind ?? String(error)}`);
  if (failure !== null) return { kind: 'failed', text: failureText(failure) };
  return { kind: 'failed', text: l10n.t('The sign-in could not be finished on this machine: {0}.', String(error)) };
}
