// What the buttons under answers and on notices do.
import * as vscode from 'vscode';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { Action } from '../../../protocol/chat.ts';
import type { Tell } from '../../display/notification.ts';
import { writeFallbackPolicy } from '../../settings.ts';
import { showDailyCap } from '../../show-daily-cap.ts';
import { tellBusy } from './busy.ts';
import type { ResetWait } from './reset-wait.ts';

interface PressedButton {
  readonly action: Action;
  /** Null where it stands under no answer. */
  readonly turnId: string | null;
  /** Whom the button names, where it switches accounts. */
  readonly account?: string | undefined;
}

export interface ButtonTargets {
  readonly session: ChatSession;
  readonly resetWait: ResetWait;
  readonly useDemo: () => unknown;
}

export async function press(
  { action, turnId, account }: PressedButton,
  { session, resetWait, useDemo }: ButtonTargets,
  tell: Tell,
): Promise<void> {
  if (turnId !== null && askingActions.has(action)) {
    if (tellBusy(session, tell)) return;
    await resetWait.takeBack();
  }
  switch (action) {
    case 'retry':
      return turnId === null ? undefined : session.retry(turnId, 'again');
    case 'continueAnswer':
      return turnId === null ? undefined : session.continueAnswer(turnId);
    case 'answerWithKey':
      return turnId === null ? undefined : session.retry(turnId, 'withKey');
    case 'alwaysUseKey':
      await writeFallbackPolicy('always');
      return turnId === null ? undefined : session.retry(turnId, 'withKey');
    case 'changeKeyCap':
      return showDailyCap();
    case 'switchAccount':
      return switchAndGoOn(session, turnId, account);
    case 'sendAtReset':
      return turnId === null ? undefined : resetWait.wait(turnId);
    case 'dontSendAtReset':
      return resetWait.takeBack();
    case 'useDemo':
      await useDemo();
      return;
    case 'signIn':
    case 'connect':
    case 'setApiKey':
    case 'refreshPlan':
    case 'newChat':
    case 'showLog':
    case 'getStarted':
    case 'diagnose':
      await vscode.commands.executeCommand(`tidemark.${action}`);
  }
}

const askingActions: ReadonlySet<Action> = new Set([
  'retry',
  'continueAnswer',
  'answerWithKey',
  'alwaysUseKey',
  'switchAccount',
]);

/** Nothing is asked where no account was switched to, as where the one that the button names is signed out by now. */
async function switchAndGoOn(session: ChatSession, turnId: string | null, account: string | undefined): Promise<void> {
  const isSwitched: unknown = await vscode.commands.executeCommand('tidemark.switchAccount', account);
  const answer = session.conversation().turns.find(({ id }) => id === turnId);
  if (isSwitched !== true || answer?.kind !== 'answer') return;
  await (answer.run === undefined ? session.retry(answer.id, 'again') : session.continueAnswer(answer.id));
}
