// Knows the words of a sign-in: what each stage, way and end is called; not where they are shown nor what a button runs.
import { l10n } from 'vscode';
import type { CallbackWay } from '../../core/account/callback-ways.ts';
import type { SignInOutcome, SignInStage } from '../../core/account/sign-in-stage.ts';
import { accountLabel } from '../../core/account/user.ts';
import type { ProviderId, ServiceProfile } from '../../core/service/profile.ts';
import { inertName } from '../display/names.ts';
import { failureText } from '../error-text.ts';

type Waiting = SignInStage & { kind: 'waiting' };

export function providerName(profile: ServiceProfile, provider: ProviderId): string {
  const neutral = provider === 'primary' ? l10n.t('Primary account') : l10n.t('Secondary account');
  return profile.providerNames[provider] ?? neutral;
}

/** What an account of this provider can do. @see decisions 2 */
export function providerDetail(profile: ServiceProfile, provider: ProviderId): string {
  return provider === 'primary' || profile.planMessagesUrl !== undefined
    ? l10n.t('Plan, quota and chat')
    : l10n.t('Plan and quota; chat needs an API key');
}

/** What stands in the dialog's input line while the browser is waited for. */
export function waitingText({ isOverdue, trouble, way }: Waiting): string {
  if (trouble === 'noBrowser') return l10n.t('No browser could be opened. Copy the link and open it yourself.');
  if (trouble === 'ambiguousAnswer') return ambiguousText();
  if (way.kind === 'paste') return l10n.t('Sign in in the browser, then paste the address on which it ends.');
  if (trouble === 'portTaken') return l10n.t('Another program has taken the port where the answer was expected. Open the browser again: it is sent to a new one.');
  if (trouble === 'noListener') return l10n.t('One way could not be opened on this machine. Go on in the browser.');
  return isOverdue
    ? l10n.t('Nothing has come back yet. Go on in the browser, or try another way.')
    : l10n.t('Continue in your browser. This closes by itself.');
}

/** What is said of an answer that came by the link, of which the editor has lost where the code ends. */
export function ambiguousText(): string {
  return l10n.t('The link brought the answer in a form in which its code cannot be told apart, so nothing was sent. Try another way.');
}

/** How an answer comes back on this way. */
export function wayDetail(way: CallbackWay, editor: string): string {
  switch (way.kind) {
    case 'link':
      return way.shape === 'primary-auth'
        ? l10n.t('The browser hands the answer to {0} by a link', editor)
        : l10n.t('The browser hands the answer to {0} by a link of another shape ({1})', editor, way.shape);
    case 'loopback':
      return l10n.t('The browser brings the answer to an address on this machine (127.0.0.1)');
    case 'paste':
      return l10n.t('You copy the address of the page on which the browser ends; this works everywhere');
  }
}

/** The sentence in which a sign-in ended. None ends without a word: what happened, what has changed, and what to do. */
export function outcomeText(outcome: SignInOutcome, profile: ServiceProfile): string {
  switch (outcome.kind) {
    case 'signedIn': {
      const { user } = outcome.session;
      return l10n.t('Signed in as {0}.', inertName(user === null ? profile.name : accountLabel(user)));
    }
    case 'cancelled':
      return l10n.t('The sign-in was cancelled. Nothing has changed.');
    case 'denied':
      return deniedText(outcome.error);
    case 'timedOut':
      return l10n.t('No answer came back from the browser within five minutes, so the sign-in was ended. Nothing has changed.');
    case 'interrupted':
      return l10n.t('The sign-in could not go on after this window was loaded again. Nothing has changed; start it once more.');
    case 'mismatch':
      return l10n.t('This answer does not belong to the running sign-in, so nothing was sent and the sign-in was ended. Start again.');
    case 'elsewhere':
      return l10n.t('The browser’s answer was taken already, by another window or by this one before it was loaded again. If you are not signed in in a moment, sign in again.');
    case 'serviceChanged':
      return l10n.t('Another service was connected before the sign-in to {0} had ended, so the sign-in was ended, and nothing of it is sent to the other service.', profile.name);
    case 'otherService':
      return l10n.t('This sign-in was begun in another window, which is connected to another service. Go back to that window, choose “Paste the Address” there, and paste the address of the page that your browser shows.');
    case 'ambiguous':
      return ambiguousText();
    case 'failed':
      return failureText(outcome.failure);
    case 'loginFailed':
      return l10n.t('{0} The browser has done its part, and that is kept: trying again needs no browser.', failureText(outcome.failure));
    case 'fault':
      return l10n.t('The sign-in could not be finished on this machine: {0}.', outcome.error instanceof Error ? outcome.error.name : typeof outcome.error);
  }
}

/** Words of the service are shown only where they have the form that RFC 6749 section 4.1.2.1 gives its codes. */
function deniedText(error: string): string {
  if (error === 'access_denied' || !/^[a-z_]{1,40}$/.test(error)) return l10n.t('The sign-in was denied in the browser. Nothing has changed.');
  return l10n.t('The service ended the sign-in ({0}). Nothing has changed.', error);
}
