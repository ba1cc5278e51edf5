// The words of a sign-in: each stage, channel and end.
import { l10n } from 'vscode';
import type { CallbackChannel } from '../../../core/account/callback-channels.ts';
import type { SignInOutcome, SignInStage } from '../../../core/account/sign-in-stage.ts';
import { accountLabel } from '../../../core/account/user.ts';
import type { ProviderId, ServiceProfile } from '../../../core/service/profile/profile.ts';
import { inertName } from '../../display/names.ts';
import { failureText } from '../../words/error-text.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

type Waiting = SignInStage & { kind: 'waiting' };

export function providerName(profile: ServiceProfile, provider: ProviderId): string {
  const neutral = provider === 'primary' ? l10n.t('Primary account') : l10n.t('Secondary account');
  return profile.providerNames[provider] ?? neutral;
}

/** Where somebody signs in with this provider, and what such an account can do. @see docs/decisions.md#2 */
export function providerDetail(profile: ServiceProfile, provider: ProviderId): string {
  const abilities =
    provider === 'primary' || profile.planMessagesUrl !== undefined
      ? l10n.t('Plan, quota and chat')
      : l10n.t('Plan and quota; chat needs an API key');
  const { authUrl, altAuthUrl = authUrl } = profile;
  const { host } = new URL(provider === 'primary' ? authUrl : altAuthUrl);
  return l10n.t('{0}. You sign in at {1}.', abilities, host);
}

/** The dialog's input line while the browser is waited for. */
export function waitingText({ isOverdue, trouble, channel }: Waiting): string {
  if (trouble === 'noBrowser') return l10n.t('No browser could be opened. Copy the link and open it yourself.');
  if (trouble === 'ambiguousAnswer') return ambiguousText();
  if (channel.kind === 'paste') return l10n.t('Sign in in the browser, then paste the address of its last page here.');
  if (trouble === 'portTaken')
    return l10n.t(
      'Another program has taken the port that the answer was expected on. Open the browser again: a new port is used.',
    );
  if (trouble === 'noListener')
    return l10n.t('One way of returning to the editor does not work on this machine. Continue in the browser.');
  return isOverdue
    ? l10n.t('Nothing has come back yet. Continue in the browser, or try another way.')
    : l10n.t('Continue in your browser. This closes by itself.');
}

/** What is said of an answer that came by the link, of which the editor has lost where the code ends. */
function ambiguousText(): string {
  return l10n.t('The link did not bring back the sign-in code unchanged, so nothing was sent. Try another way.');
}

/** How an answer comes back through this channel. */
export function channelDetail(channel: CallbackChannel, editor: string): string {
  switch (channel.kind) {
    case 'link':
      return channel.shape === 'primary-auth'
        ? l10n.t('Returns to {0} automatically', editor)
        : l10n.t('Returns to {0} automatically, by another kind of link ({1})', editor, channel.shape);
    case 'loopback':
      return l10n.t('Returns to a port on this machine (127.0.0.1) automatically');
    case 'paste':
      return l10n.t('If the browser stops on an error page, copy its address here; this works everywhere');
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
      return l10n.t(
        'No answer came back from the browser within five minutes, so the sign-in was ended. Nothing has changed.',
      );
    case 'interrupted':
      return l10n.t(
        'The sign-in could not continue after this window was reloaded. Nothing has changed. Start it again.',
      );
    case 'mismatch':
      return l10n.t(
        'This answer does not belong to the running sign-in, so nothing was sent and the sign-in was ended. Start again.',
      );
    case 'elsewhere':
      return l10n.t(
        'The browser’s answer was already received, by another window or by this one before it was reloaded. If you are not signed in in a moment, sign in again.',
      );
    case 'serviceChanged':
      return l10n.t(
        'Another service was connected before the sign-in to {0} had ended, so the sign-in was ended, and nothing of it is sent to the other service.',
        profile.name,
      );
    case 'otherService':
      return l10n.t(
        'This sign-in was begun in another window, which is connected to another service. Go back to that window, choose “Paste the Final Address” there, and paste the address of the page that your browser shows.',
      );
    case 'ambiguous':
      return ambiguousText();
    case 'failed':
      return failureText(outcome.failure);
    case 'loginFailed':
      return l10n.t(
        '{0} The browser has done its part, and that is kept: trying again needs no browser.',
        failureText(outcome.failure),
      );
    case 'fault':
      return l10n.t('The sign-in could not be finished on this machine: {0}.', errorName(outcome.error));
  }
}

/**
 * The service's words are shown only in the form of error codes.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
 */
function deniedText(error: string): string {
  if (error === 'access_denied' || !/^[a-z_]{1,40}$/.test(error))
    return l10n.t('The sign-in was denied in the browser. Nothing has changed.');
  return l10n.t('The service ended the sign-in ({0}). Nothing has changed.', error);
}
