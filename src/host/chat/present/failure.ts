// The words and buttons in place of an answer, for each failure, payer and availability.
import { l10n } from 'vscode';
import type { Action, Button, Notice } from '../../../protocol/chat.ts';
import type { AnswerEnding } from '../../../core/chat/session/answer-ending.ts';
import type { Failure } from '../../../core/service/failure/errors.ts';
import { clockTime } from '../../words/time-text.ts';
import { failureText } from '../../words/error-text.ts';
import { actionLabel, actionsFor, type FailedRequest } from '../../words/failure-actions.ts';
import { type TightestLimit, usedUpText } from './tightest-limit.ts';

export interface Circumstances extends FailedRequest {
  /** The tightest limit of the plan, where nothing is left of it now; else null. */
  readonly usedUp: TightestLimit | null;
  /** Whether the answer holds text to go on from. */
  readonly canContinue: boolean;
  /** Whether an agent was at work on it, and has done something. */
  readonly isRun: boolean;
}

/** The notice of an answer that failed: what happened, and the one or two things that can be done. */
export function failureNotice(failure: Failure, circumstances: Circumstances): Notice {
  if (circumstances.isRun) return pauseNotice(failure, circumstances);
  if (wantedSignIn(failure, circumstances) && circumstances.signedIn) return waitingPrompt();
  const ways = actionsFor(failure, circumstances);
  // Trying again begins anew, so where something arrived, going on with it comes first.
  const actions: Action[] = circumstances.canContinue && ways.includes('retry') ? ['continueAnswer', ...ways] : ways;
  const offered = [...withSwitch(buttons(actions), failure, circumstances), ...sendAtReset(failure, circumstances)];
  return { tone: 'error', text: textFor(failure, circumstances), buttons: offered };
}

/**
 * Where another account is known to have something left, it is offered first, since a key costs money; but perhaps it
 * is somebody else's, so that it is never taken unasked.
 */
function withSwitch(
  others: readonly Button[],
  { kind }: Failure,
  { payer, signedIn, usedUp, isRun }: Circumstances,
): readonly Button[] {
  const elsewhere = usedUp?.elsewhere ?? null;
  if (kind !== 'balanceExhausted' || payer === 'apiKey' || !signedIn || elsewhere === null) return others;
  const label = isRun
    ? l10n.t('Switch to {0} and Go On', elsewhere.name)
    : l10n.t('Switch to {0} and Try Again', elsewhere.name);
  const first: Button = { action: 'switchAccount', label, primary: true, account: elsewhere.account };
  return [first, ...others.map((one) => ({ ...one, primary: false }))];
}

/** Where it is known when the plan has something left again, and there is nothing to go on from. */
function sendAtReset({ kind }: Failure, { payer, signedIn, usedUp, canContinue }: Circumstances): Button[] {
  const resetsAt = usedUp?.resetsAt ?? null;
  if (kind !== 'balanceExhausted' || payer === 'apiKey' || !signedIn || canContinue || resetsAt === null) return [];
  return [atReset(resetsAt)];
}

/** @param resetsAt in milliseconds since the epoch */
export function atReset(resetsAt: number): Button {
  const label = l10n.t('Send When It Resets ({0})', clockTime(resetsAt));
  return { action: 'sendAtReset', label, primary: false };
}

/** In the place of what failed, while the prompt waits for the reset. */
export function waitingNotice(dueAt: number): Notice {
  const text = l10n.t(
    'Waits for the reset: this prompt is sent about {0}, when VS Code is open and your plan has something left. Your API key does not pay for it.',
    clockTime(dueAt),
  );
  return { tone: 'info', text, buttons: buttons(['dontSendAtReset']) };
}

/**
 * An agent whom nobody answers waits where it is, for as long as the person likes; beginning anew is offered elsewhere.
 */
function pauseNotice(failure: Failure, circumstances: Circumstances): Notice {
  const isBack = wantedSignIn(failure, circumstances) && circumstances.signedIn;
  const ways = isBack ? [] : actionsFor(failure, circumstances).filter((action) => action !== 'retry');
  const goesOn = failure.kind !== 'tooLarge' && (isBack || !wantedSignIn(failure, circumstances));
  const text = isBack
    ? l10n.t('You are signed in now. The agent can go on from where it was.')
    : l10n.t('The agent has paused, and what it did is kept. {0}', textFor(failure, circumstances));
  const labels: Partial<Record<Action, string>> = {
    continueAnswer: l10n.t('Go On'),
    answerWithKey: l10n.t('Go On with API Key'),
  };
  const offered = withSwitch(buttons(goesOn ? ['continueAnswer', ...ways] : ways), failure, circumstances);
  return {
    tone: isBack ? 'info' : 'warning',
    text,
    buttons: offered.map((button) => ({ ...button, label: labels[button.action] ?? button.label })),
  };
}

function wantedSignIn({ kind }: Failure, { payer }: Circumstances): boolean {
  return kind === 'signedOut' || (kind === 'tokenRefused' && payer !== 'apiKey');
}

/**
 * Said where a prompt was refused for want of a sign-in, once there is one: nothing is sent without the person's word.
 */
function waitingPrompt(): Notice {
  const text = l10n.t('You are signed in now. This prompt was kept, but has not been answered yet.');
  return { tone: 'info', text, buttons: [{ action: 'retry', label: l10n.t('Send It Now'), primary: true }] };
}

/**
 * What is said where an answer ended by itself and a person would look at nothing, or at less than was asked for; null
 * where the answer speaks for itself.
 */
export function endingNotice(answerEnding: AnswerEnding, hasText: boolean): Notice | null {
  switch (answerEnding) {
    case 'whole':
    case 'truncated':
      return null;
    case 'declined': {
      const text = hasText
        ? l10n.t(
            'The model broke off and declines to go on. What arrived is kept. Put the prompt in other words, or start a new chat.',
          )
        : l10n.t('The model declined to answer. Your prompt is kept: put it in other words, or start a new chat.');
      return ending(text, ['retry', 'newChat']);
    }
    case 'windowFull': {
      const text = hasText
        ? l10n.t(
            'The conversation is longer than the model can read, so the answer ended here. What arrived is kept. Start a new chat.',
          )
        : l10n.t('The conversation is longer than the model can read, so there is no answer. Start a new chat.');
      return ending(text, ['newChat', 'retry']);
    }
    case 'toolWanted':
      return ending(
        l10n.t(
          'The model wanted to use a tool before it answered, and there is none here. Try again, or ask for an answer without tools.',
        ),
        ['retry'],
      );
    case 'onlyThinking':
      return ending(l10n.t('The model has thought, and ended without an answer. Try again.'), ['retry']);
    case 'empty':
      return ending(l10n.t('The service sent an answer without a word in it. Try again.'), ['retry']);
  }
}

function ending(text: string, actions: readonly Action[]): Notice {
  return { tone: 'warning', text, buttons: buttons(actions) };
}

/**
 * Said above an answer that the API key paid for because the plan had refused; `spending` says what the key has spent.
 */
export function fallbackNotice(
  refusal: Failure,
  usedUp: TightestLimit | null,
  spending: string,
  isRun: boolean,
): Notice {
  return {
    tone: 'warning',
    text: fallbackText(refusal, usedUp, spending, isRun),
    buttons: buttons(refusal.kind === 'tokenRefused' ? ['signIn'] : []),
  };
}

function fallbackText(refusal: Failure, usedUp: TightestLimit | null, spending: string, isRun: boolean): string {
  if (isRun) {
    const why =
      refusal.kind === 'balanceExhausted' && usedUp !== null ? `${usedUpText(usedUp)}.` : failureText(refusal);
    return l10n.t('Your plan refused a step of this run: from there on your API key paid. {0} {1}', why, spending);
  }
  return refusal.kind === 'balanceExhausted' && usedUp !== null
    ? l10n.t('{0}: your API key paid for the answer. {1}', usedUpText(usedUp), spending)
    : refusal.kind === 'noPlan'
      ? l10n.t('{0} Your API key paid for the answer. {1}', failureText(refusal), spending)
      : l10n.t(
          'Your plan refused this prompt. Your API key paid for the answer. {0} {1}',
          failureText(refusal),
          spending,
        );
}

export function buttons(actions: readonly Action[]): Button[] {
  return actions.map((action, index) => ({ action, label: actionLabel(action), primary: index === 0 }));
}

function textFor(failure: Failure, { payer, hasKey, usedUp }: Circumstances): string {
  if (payer === 'apiKey' && (failure.kind === 'tokenRefused' || failure.kind === 'forbidden')) {
    return l10n.t('The API key was refused. Set another one, or check what it is allowed to do.');
  }
  if (payer === 'apiKey' && failure.kind === 'balanceExhausted') {
    return l10n.t('The account of your API key has nothing left to spend.');
  }
  if (failure.kind === 'balanceExhausted' && usedUp !== null) {
    return l10n.t('Your plan refused this prompt: {0}.', usedUpText(usedUp));
  }
  if (hasKey && failure.kind === 'signedOut')
    return l10n.t('You are signed out. Sign in, or let your API key pay for this answer.');
  if (hasKey && failure.kind === 'keyNeeded') {
    return l10n.t(
      'The account you are signed in with has no plan that can answer. Your API key can pay for this answer.',
    );
  }
  return failureText(failure);
}
