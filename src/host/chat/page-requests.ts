// Knows what each request of a chat page does, whichever page it came from; not how a page is told of it.
import * as vscode from 'vscode';
import type { Action } from '../../core/chat/panel-messages.ts';
import { showInformation } from '../display/notification.ts';
import { writeFallbackPolicy } from '../settings.ts';
import { showDailyCap } from '../show-daily-cap.ts';
import type { PageRequest } from './chat-page.ts';
import type { ChatSession } from './chat-session.ts';
import type { ComposerDesk } from './composer-desk.ts';
import { removeTurn } from './conversation-actions.ts';
import { openCodeAsFile, insertAtCursor } from './editor-actions.ts';
import { type AskAboutHidden, wantedCode } from './code/hidden-characters-question.ts';
import { openLink } from './link/open-link.ts';
import { proposeChange } from './proposed-change.ts';

export interface RequestParts {
  readonly chat: ChatSession;
  readonly desk: ComposerDesk;
  readonly useDemo: () => Promise<void>;
}

/** What only concerns the page that asks, or the places where pages stand. */
export type PlaceRequest = Extract<PageRequest, { kind: 'pageFocused' | 'pageBlurred' | 'saveDraft' | 'showOlderTurns' | 'findText' }>;

export type ChatRequest = Exclude<PageRequest, PlaceRequest>;

/** What takes code into the editor. */
type CodeRequest = Extract<PageRequest, { kind: 'insertText' | 'openText' | 'applyText' }>;

export async function fulfil(request: ChatRequest, parts: RequestParts): Promise<void> {
  const { chat, desk } = parts;
  switch (request.kind) {
    case 'sendPrompt':
      return desk.send(request.text);
    case 'stopAnswer':
      chat.stop();
      return;
    case 'editPrompt':
      return chat.edit(request.turnId, request.text);
    case 'askAnew':
      return tellBusy(chat) ? undefined : chat.retry(request.turnId, 'again');
    case 'showBranch':
      if (!tellBusy(chat)) chat.showBranchBeside(request.turnId, request.step);
      return;
    case 'removeTurn':
      return removeTurn(chat, request.turnId);
    case 'pressButton':
      return press(request.action, request.turnId, parts);
    case 'openLink':
      await openLink(request.href);
      return;
    case 'copyText':
      return vscode.env.clipboard.writeText(request.text);
    case 'insertText':
    case 'openText':
    case 'applyText':
      return useCode(request);
    case 'attachContext':
    case 'attachFiles':
    case 'attachImage':
    case 'detachContext':
    case 'unqueuePrompt':
    case 'sendQueued':
    case 'chooseModel':
    case 'switchThinking':
    case 'thumbnailDrawn':
      return desk.fulfil(request);
  }
}

/** Puts code of an answer into the editor, once the person knows of whatever in it does not show. */
export async function useCode(request: CodeRequest, ask?: AskAboutHidden): Promise<void> {
  const code = await wantedCode(request.text, ask);
  if (code === null) return;
  switch (request.kind) {
    case 'insertText':
      return insertAtCursor(code);
    case 'openText':
      return openCodeAsFile(code, request.language);
    case 'applyText':
      return proposeChange(code);
  }
}

async function press(action: Action, turnId: string | null, { chat, useDemo }: RequestParts): Promise<void> {
  if (turnId !== null && askingActions.has(action) && tellBusy(chat)) return;
  switch (action) {
    case 'retry':
      return turnId === null ? undefined : chat.retry(turnId, 'again');
    case 'continueAnswer':
      return turnId === null ? undefined : chat.continueAnswer(turnId);
    case 'answerWithKey':
      return turnId === null ? undefined : chat.retry(turnId, 'withKey');
    case 'alwaysUseKey':
      await writeFallbackPolicy('always');
      return turnId === null ? undefined : chat.retry(turnId, 'withKey');
    case 'changeKeyCap':
      return showDailyCap();
    case 'useDemo':
      return useDemo();
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

const askingActions: ReadonlySet<Action> = new Set(['retry', 'continueAnswer', 'answerWithKey', 'alwaysUseKey']);

/** One conversation has one answer at a time; who asks for another is told so, since nothing else would be seen to happen. */
function tellBusy({ isAnswering }: ChatSession): boolean {
  if (isAnswering) void showInformation(vscode.l10n.t('An answer is on its way. Wait for its end, or stop it first.'));
  return isAnswering;
}
