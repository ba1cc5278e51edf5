// What an empty chat says and what is above the composer, for each state of the plan.
import { env, l10n, UIKind } from 'vscode';
import type { Action, Notice, Availability } from '../../../protocol/chat.ts';
import { type Failure, isUnreachable } from '../../../core/service/failure/errors.ts';
import { failureText } from '../../words/error-text.ts';
import { atReset, buttons } from './failure.ts';
import { type TightestLimit, usedUpText } from './tightest-limit.ts';

/** What the chat must know of sign-in and plan; the plan's own state says it, among much that chat has no use for. */
export type PlanStatus =
  | {
      readonly kind:
        | 'notConnected'
        | 'signedOut'
        | 'lapsed'
        | 'checking'
        | 'known'
        | 'stale'
        | 'noPlan'
        | 'paymentRequired'
        | 'providerInactive'
        | 'restricted';
    }
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

export interface AvailabilityFacts {
  readonly plan: PlanStatus;
  readonly limit: TightestLimit | null;
  readonly hasKey: boolean;
  /** Whether the key, where there is one, answers without being asked whenever the plan refuses. */
  readonly keyAnswers: boolean;
  /** Signed in with an account whose plan takes no messages (docs/decisions.md#2). */
  readonly needsKey: boolean;
  /** Why the sign-in cannot be read, in words; null where it can. */
  readonly keyring: string | null;
}

/** A sign-in that was made on the person's own machine is of no use on the side on which Tidemark runs now. */
function signInText(): string {
  const { remoteName, uiKind } = env;
  return remoteName === undefined || uiKind === UIKind.Web
    ? l10n.t('Your browser opens, you sign in there, and you are back here.')
    : l10n.t(
        'This window works on another machine ({0}), and Tidemark with it. There is no sign-in on that side yet: your browser opens on your own machine, you sign in there, and you are back here.',
        remoteName,
      );
}

export function availabilityOf(facts: AvailabilityFacts): Availability {
  const { plan, limit, hasKey, needsKey, keyring } = facts;
  if (needsKey && !hasKey) return keyNeeded();
  switch (plan.kind) {
    case 'notConnected':
      return {
        headline: l10n.t('Your coding plan, in your editor'),
        text: l10n.t(
          'Sign in to the plan you already have, see what is left of it at a glance, and chat. The demo runs on this machine and needs no account.',
        ),
        buttons: buttons(['useDemo', 'connect', 'getStarted']),
        banner: null,
        canAsk: false,
      };
    case 'signedOut':
      if (keyring !== null) return unreadable(keyring, hasKey);
      return signedOut(l10n.t('Sign in to start'), signInText(), hasKey);
    case 'lapsed':
      return signedOut(
        l10n.t('Sign in again'),
        l10n.t('Your sign-in has expired. Nothing that you wrote is lost.'),
        hasKey,
      );
    case 'noPlan':
      return withoutPlan(l10n.t('This account has no plan. An API key can answer in its place.'), hasKey);
    case 'paymentRequired':
      return withoutPlan(
        l10n.t('The service asks for a payment before your plan can be used. An API key can answer in its place.'),
        hasKey,
      );
    case 'providerInactive':
      return withoutPlan(
        l10n.t('This kind of account is not active at the service. Sign in with another one, or use an API key.'),
        hasKey,
      );
    case 'unknown': {
      const reason = plan.failure === null ? '' : ` ${failureText(plan.failure)}`;
      return ready(
        notice('info', `${l10n.t('Your plan could not be checked. You can ask all the same.')}${reason}`, [
          'refreshPlan',
          ...(plan.failure !== null && isUnreachable(plan.failure) ? (['diagnose'] as const) : []),
        ]),
      );
    }
    case 'known':
    case 'stale':
      return ready(limit?.isUsedUp === true ? usedUpNotice(limit, facts) : null);
    case 'restricted':
    case 'checking':
      return ready(null);
  }
}

/** Before anything is sent: that the plan will refuse, until when, and who answers in its place. */
function usedUpNotice(limit: TightestLimit, { hasKey, keyAnswers }: AvailabilityFacts): Notice {
  const usedUp = usedUpText(limit);
  const text = !hasKey
    ? l10n.t('{0}. An API key can answer in its place.', usedUp)
    : keyAnswers
      ? l10n.t('{0}: your API key will answer.', usedUp)
      : l10n.t('{0}. Your API key can answer in its place, if you say so.', usedUp);
  const { tone, buttons: forKey } = notice('info', text, hasKey ? [] : ['setApiKey']);
  const afterSwitch = forKey.map((button) => ({ ...button, primary: limit.elsewhere === null }));
  return { tone, text, buttons: [...switchButton(limit), ...waitButton(limit), ...afterSwitch] };
}

/** Before the key, which costs money. */
function switchButton({ elsewhere }: TightestLimit): Notice['buttons'] {
  if (elsewhere === null) return [];
  const { account, name } = elsewhere;
  return [{ action: 'switchAccount', label: l10n.t('Switch to {0}', name), primary: true, account }];
}

/** For what is typed by then. */
function waitButton({ resetsAt }: TightestLimit): Notice['buttons'] {
  return resetsAt === null ? [] : [atReset(resetsAt)];
}

function ready(banner: Notice | null): Availability {
  return {
    headline: l10n.t('Ask about your code'),
    text: l10n.t('Explain, fix, test, review: ask in your own words. Every answer says who paid for it.'),
    buttons: [],
    banner,
    canAsk: true,
  };
}

function signedOut(headline: string, text: string, hasKey: boolean): Availability {
  const banner = notice('info', `${headline}. ${text}`, ['signIn']);
  return { headline, text, buttons: buttons(hasKey ? ['signIn'] : ['signIn', 'setApiKey']), banner, canAsk: hasKey };
}

function keyNeeded(): Availability {
  const headline = l10n.t('Chat needs an API key here');
  const text = l10n.t(
    'This account shows your plan and quota, but its service does not accept chat messages. Set an API key, or sign in with another account.',
  );
  const actions: Action[] = ['setApiKey', 'signIn'];
  return {
    headline,
    text,
    buttons: buttons(actions),
    banner: notice('info', `${headline}. ${text}`, actions),
    canAsk: false,
  };
}

/** Not being able to read a sign-in is not the same as being signed out. */
function unreadable(text: string, hasKey: boolean): Availability {
  const headline = l10n.t('Your sign-in cannot be read');
  return {
    headline,
    text,
    buttons: buttons(['signIn', 'diagnose']),
    banner: notice('warning', text, ['signIn', 'diagnose']),
    canAsk: hasKey,
  };
}

function withoutPlan(text: string, hasKey: boolean): Availability {
  const actions: Action[] = hasKey ? ['signIn'] : ['setApiKey', 'signIn'];
  // An unpaid plan may be paid meanwhile, and a missing one bought: asking stays possible, the service has the last
  // word.
  return { ...ready(notice('warning', text, actions)), buttons: buttons(actions) };
}

function notice(tone: Notice['tone'], text: string, actions: readonly Action[]): Notice {
  return { tone, text, buttons: buttons(actions) };
}
