// Knows what an empty chat says and what stands above the composer, for each state of the plan; not how it is drawn.
import { l10n } from 'vscode';
import type { Action, Notice, Standing } from '../../core/chat/panel-messages.ts';
import type { Failure } from '../../core/service/errors.ts';
import { failureText } from '../error-text.ts';
import { buttons } from './failure-notice.ts';

/** What the chat must know of sign-in and plan; the plan's own state says it, among much that chat has no use for. */
export type Footing =
  | {
      readonly kind:
        | 'notConnected' | 'signedOut' | 'lapsed' | 'checking' | 'known' | 'stale' | 'noPlan' | 'paymentRequired' | 'providerInactive' | 'restricted';
    }
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

export interface StandingFacts {
  readonly plan: Footing;
  readonly hasKey: boolean;
  /** Signed in with an account whose plan takes no messages (decisions 2). */
  readonly needsKey: boolean;
  /** Why the sign-in cannot be read, in words; null where it can. */
  readonly keyring: string | null;
}

export function standingOf({ plan, hasKey, needsKey, keyring }: StandingFacts): Standing {
  if (needsKey && !hasKey) return keyNeeded();
  switch (plan.kind) {
    case 'notConnected':
      return {
        headline: l10n.t('Your coding plan, in your editor'),
        text: l10n.t('Sign in to the plan you already have, see what is left of it at a glance, and chat. The demo runs on this machine and needs no account.'),
        buttons: buttons(['useDemo', 'connect', 'getStarted']),
        banner: null,
        canAsk: false,
      };
    case 'signedOut':
      if (keyring !== null) return unreadable(keyring, hasKey);
      return signedOut(l10n.t('Sign in to start'), l10n.t('Your browser opens, you sign in there, and you are back here.'), hasKey);
    case 'lapsed':
      return signedOut(l10n.t('Sign in again'), l10n.t('Your sign-in has expired. Nothing that you wrote is lost.'), hasKey);
    case 'noPlan':
      return withoutPlan(l10n.t('This account has no plan. An API key can answer in its place.'), hasKey);
    case 'paymentRequired':
      return withoutPlan(l10n.t('The service asks for a payment before your plan can be used. An API key can answer in its place.'), hasKey);
    case 'providerInactive':
      return withoutPlan(l10n.t('This kind of account is not active at the service. Sign in with another one, or use an API key.'), hasKey);
    case 'unknown': {
      const reason = plan.failure === null ? '' : ` ${failureText(plan.failure)}`;
      return ready(notice('info', `${l10n.t('Your plan could not be checked. You can ask all the same.')}${reason}`, ['refreshPlan']));
    }
    case 'restricted':
    case 'checking':
    case 'known':
    case 'stale':
      return ready(null);
  }
}

function ready(banner: Notice | null): Standing {
  return {
    headline: l10n.t('Ask about your code'),
    text: l10n.t('Explain, fix, test, review: ask in your own words. Every answer says who paid for it.'),
    buttons: [],
    banner,
    canAsk: true,
  };
}

function signedOut(headline: string, text: string, hasKey: boolean): Standing {
  const banner = notice('info', `${headline}. ${text}`, ['signIn']);
  return { headline, text, buttons: buttons(hasKey ? ['signIn'] : ['signIn', 'setApiKey']), banner, canAsk: hasKey };
}

function keyNeeded(): Standing {
  const headline = l10n.t('Chat needs an API key here');
  const text = l10n.t('This account shows your plan and quota, but its service takes no messages. Set an API key, or sign in with another account.');
  const actions: Action[] = ['setApiKey', 'signIn'];
  return { headline, text, buttons: buttons(actions), banner: notice('info', `${headline}. ${text}`, actions), canAsk: false };
}

/** Not being able to read a sign-in is not the same as being signed out. */
function unreadable(text: string, hasKey: boolean): Standing {
  const headline = l10n.t('Your sign-in cannot be read');
  return { headline, text, buttons: buttons(['signIn', 'diagnose']), banner: notice('warning', text, ['signIn', 'diagnose']), canAsk: hasKey };
}

function withoutPlan(text: string, hasKey: boolean): Standing {
  const actions: Action[] = hasKey ? ['signIn'] : ['setApiKey', 'signIn'];
  // An unpaid plan may be paid meanwhile, and a missing one bought: asking stays possible, the service has the last word.
  return { ...ready(notice('warning', text, actions)), buttons: buttons(actions) };
}

function notice(tone: Notice['tone'], text: string, actions: readonly Action[]): Notice {
  return { tone, text, buttons: buttons(actions) };
}
