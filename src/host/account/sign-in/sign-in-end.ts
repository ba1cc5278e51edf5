// What a person is told when a sign-in has ended, and the ways out that they are offered.
import * as vscode from 'vscode';
import type { SignInOutcome } from '../../../core/account/sign-in-stage.ts';
import type { Clock, Log } from '../../../core/ports.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { showError, showInformation, showWarning } from '../../display/notification.ts';
import { showStatusMessage } from '../../display/status-bar.ts';
import type { NamedAccount } from '../session/account-names.ts';
import { outcomeText } from './sign-in-words.ts';

const { l10n } = vscode;

/** How long the end of a sign-in that needs no answer is shown in the status bar. */
const quietMilliseconds = 5000;
/** How long the sentence of a sign-in that is done waits for the person's name. */
const nameMilliseconds = 2000;

/** What a person can do after a sign-in that ended in vain. */
type WayOut = 'signIn' | 'startAgain' | 'signInOrDiagnose';

/**
 * @param replaced who paid before whoever has signed in now; null where nobody did
 * @param onAnew is called where the person signs in anew rather than trying the last step again.
 */
export async function tellOutcome(
  outcome: SignInOutcome,
  { profile, clock }: Connection,
  log: Log,
  replaced: NamedAccount | null,
  onAnew: () => void,
): Promise<void> {
  const text = outcomeText(outcome, profile);
  const logged = wordFor(outcome);
  if (logged !== null) log.warn(`A sign-in ended: ${logged}`);
  switch (outcome.kind) {
    case 'signedIn': {
      const session = await Promise.race([outcome.named, later(clock, outcome.session)]);
      return tellSignedIn(outcomeText({ ...outcome, session }, profile), replaced);
    }
    case 'cancelled':
      // The person knows; a notification would only be one more thing to close.
      showStatusMessage(text, quietMilliseconds);
      return;
    case 'ambiguous':
    case 'elsewhere':
    case 'otherService':
      void showInformation(text);
      return;
    case 'loginFailed':
      return offerLoginAgain(text, onAnew);
    case 'failed':
    case 'fault':
    case 'timedOut':
      return offerWayOut(text, 'signInOrDiagnose');
    case 'mismatch':
      return offerWayOut(text, 'startAgain');
    case 'denied':
    case 'interrupted':
    case 'serviceChanged':
      return offerWayOut(text, 'signIn');
  }
}

async function tellSignedIn(text: string, replaced: NamedAccount | null): Promise<void> {
  if (replaced === null) {
    void showInformation(text);
    return;
  }
  const { session, name } = replaced;
  const back = l10n.t('Switch to {0}', name);
  const answer = await showInformation(
    l10n.t('{0} This account now pays in this window, in place of {1}.', text, name),
    back,
  );
  if (answer === back) await vscode.commands.executeCommand('tidemark.switchAccount', session.account);
}

/** For the log, which decides nothing; null where it ended as the person wanted. */
function wordFor(outcome: SignInOutcome): string | null {
  switch (outcome.kind) {
    case 'signedIn':
    case 'cancelled':
      return null;
    case 'failed':
    case 'loginFailed':
      return outcome.failure.kind;
    case 'fault':
      return errorName(outcome.error);
    case 'ambiguous':
    case 'elsewhere':
    case 'otherService':
    case 'timedOut':
    case 'mismatch':
    case 'denied':
    case 'interrupted':
    case 'serviceChanged':
      return outcome.kind;
  }
}

async function offerWayOut(text: string, wayOut: WayOut): Promise<void> {
  const again = wayOut === 'startAgain' ? l10n.t('Start Again') : l10n.t('Sign In Again');
  const diagnose = l10n.t('Diagnose…');
  const answer = await showError(text, again, ...(wayOut === 'signInOrDiagnose' ? [diagnose] : []));
  if (answer === again) await vscode.commands.executeCommand('tidemark.signIn');
  if (answer === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
}

async function offerLoginAgain(text: string, onAnew: () => void): Promise<void> {
  const again = l10n.t('Try Again');
  const anew = l10n.t('Sign In Again');
  const answer = await showError(text, again, anew);
  if (answer === undefined) return;
  if (answer === anew) onAnew();
  await vscode.commands.executeCommand('tidemark.signIn');
}

/** Says that an answer came which no sign-in waits for; true where the person wants to start again. */
export async function askToStartAgain(): Promise<boolean> {
  const again = l10n.t('Start Again');
  const text = l10n.t(
    'A sign-in answer arrived that does not belong to a running sign-in, so nothing was sent. If you were signing in, start again.',
  );
  return (await showWarning(text, again)) === again;
}

function later<T>(clock: Clock, value: T): Promise<T> {
  return new Promise((resolve) => {
    clock.after(nameMilliseconds, () => resolve(value));
  });
}
