// What each request of a chat page does: one table, with a row for every kind.
import * as vscode from 'vscode';
import type { Log } from '../../../core/ports.ts';
import { turnsHolding } from '../../../core/chat/search/transcript.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { HostMessage, PageMessage } from '../../../protocol/chat.ts';
import type { Tell, Voice } from '../../display/notification.ts';
import { type AskAboutHidden, offerWithoutHidden, wantedCode } from '../code/hidden-characters-question.ts';
import { removeTurn } from '../conversations/actions.ts';
import { insertAtCursor, openCodeAsFile } from '../editor/actions.ts';
import { changesFor } from '../editor/apply/apply-code.ts';
import { openPlace } from '../editor/places/open-place.ts';
import { lookUpPlaces } from '../editor/places/place-lookup.ts';
import type { Review } from '../editor/review/review.ts';
import { putIntoTerminal } from '../editor/terminal.ts';
import { openLink } from '../link/open-link.ts';
import type { Presenter } from '../present/presenter.ts';
import type { ChangedFiles } from '../restore/changed-files.ts';
import type { FileRestore } from '../restore/file-restore.ts';
import { tellAnswering, tellBusy } from '../session/busy.ts';
import type { Composer } from '../session/composer.ts';
import { postpone } from '../session/draft-at-reset.ts';
import { press } from '../session/press-button.ts';
import type { ResetWait } from '../session/reset-wait.ts';
import { type AgentView, openRunFile } from './agent-view.ts';
import type { ChatPage } from './chat-page.ts';
import type { ChatPanel } from './panel.ts';
import type { TightestLimit } from '../present/tightest-limit.ts';
import type { Toasts } from './toasts.ts';

type RequestKind = PageMessage['kind'];
type Requests = { readonly [Kind in RequestKind]: Extract<PageMessage, { kind: Kind }> };
export type RequestHandlers<Kinds extends RequestKind = RequestKind> = {
  readonly [Kind in Kinds]: (request: Requests[Kind], page: ChatPage) => unknown;
};

/** Does what a page asks for; the result reaches the page as messages. */
export function handleRequest<Kind extends RequestKind>(
  handlers: RequestHandlers,
  request: Requests[Kind] & { readonly kind: Kind },
  page: ChatPage,
): void {
  void handlers[request.kind](request, page);
}

export interface RequestTargets {
  readonly session: ChatSession;
  readonly composer: Composer;
  readonly presenter: Presenter;
  readonly review: Review;
  readonly agentView: AgentView;
  readonly restore: FileRestore;
  readonly changedFiles: ChangedFiles;
  readonly resetWait: ResetWait;
  readonly panel: ChatPanel;
  readonly toasts: Toasts;
  /** Everything that a freshly loaded page needs. */
  readonly wholePage: () => readonly HostMessage[];
  readonly useDemo: () => unknown;
  readonly tightestLimit: () => TightestLimit | null;
  readonly log: Log;
}

export function requestHandlers(targets: RequestTargets): RequestHandlers {
  const { session, composer, presenter, review, agentView, panel, toasts, wholePage, log } = targets;
  const tell = toasts.inform;
  return {
    ready: (_, page) => page.begin(wholePage()),
    reportFault: ({ text }) => log.warn(`The chat page reports: ${text.slice(0, 500)}`),
    pageFocused: (_, page) => panel.pageFocused(page),
    pageBlurred: (_, page) => panel.pageBlurred(page),
    showOlderTurns({ before }, page) {
      const older = presenter.olderTurns(before);
      if (older !== null) page.tell(older);
    },
    showCallDetail({ turnId, block }, page) {
      const call = presenter.callShown(turnId, block);
      if (call !== null) page.tell(call);
    },
    findText: ({ text }, page) =>
      page.tell({ kind: 'turnsFound', text, turnIds: turnsHolding(session.conversation(), text) }),
    openLink: ({ href, text }) => openLink(href, text),
    findPlaces: async ({ names }, page) => page.tell({ kind: 'placesFound', places: await lookUpPlaces(names) }),
    openPlace: ({ name }) => openPlace(name, tell),
    copyText: ({ text }) => vscode.env.clipboard.writeText(text),
    copyCode: ({ text }) => copyCode(text, (code) => offerWithoutHidden(code, tell)),
    insertText: (request) => useCode(request, review, toasts),
    openText: (request) => useCode(request, review, toasts),
    applyText: (request) => useCode(request, review, toasts),
    putIntoTerminal: (request) => useCode(request, review, toasts),
    answerToast: ({ id, button }) => toasts.answer(id, button),
    ...reviewHandlers(review),
    ...agentHandlers(agentView, composer, tell),
    ...restoreHandlers(targets),
    ...conversationHandlers(targets),
    ...composerHandlers(targets),
  };
}

function conversationHandlers(
  targets: RequestTargets,
): RequestHandlers<'stopAnswer' | 'askAnew' | 'showBranch' | 'removeTurn' | 'pressButton' | 'useSummary'> {
  const { session, panel } = targets;
  const tell = targets.toasts.inform;
  return {
    stopAnswer: () => session.stop(),
    askAnew: ({ turnId }) => (tellBusy(session, tell) ? undefined : session.retry(turnId, 'again')),
    showBranch({ turnId, step }) {
      if (!tellAnswering(session, tell)) session.showBranchBeside(turnId, step);
    },
    removeTurn: ({ turnId }) => removeTurn(session, turnId, tell),
    useSummary: ({ id, used }) => session.compacting.use(id, used),
    async pressButton({ action, turnId, account }, page) {
      await press({ action, turnId, account }, targets, tell);
      // Whoever signs in from here wants to go on here.
      if (action === 'signIn') await panel.focusAfter(page);
    },
  };
}

function reviewHandlers(
  review: Review,
): RequestHandlers<'openChange' | 'acceptChange' | 'discardChange' | 'acceptAllChanges' | 'discardAllChanges'> {
  return {
    openChange: ({ id }) => review.open(id),
    acceptChange: ({ id }) => review.accept(id),
    discardChange: ({ id }) => review.discard(id),
    acceptAllChanges: () => review.acceptAll(),
    discardAllChanges: () => review.discardAll(),
  };
}

function agentHandlers(
  agent: AgentView,
  composer: Composer,
  tell: Tell,
): RequestHandlers<'chooseMode' | 'replyToRun' | 'showRunChange' | 'openRunFile' | 'doPlan'> {
  return {
    chooseMode: ({ mode }) => agent.choose(mode),
    replyToRun: ({ id, reply }) => agent.reply(id, reply),
    showRunChange: ({ id, file }) => agent.showChangeOf(id, file),
    openRunFile: ({ file }) => openRunFile(file, tell),
    doPlan() {
      agent.choose('askAll');
      composer.submit(vscode.l10n.t('Do what you have planned.'), []);
    },
  };
}

function restoreHandlers({
  restore,
  changedFiles: files,
}: Pick<RequestTargets, 'restore' | 'changedFiles'>): RequestHandlers<
  | 'restoreFiles'
  | 'replyToRestore'
  | 'showRestoredFile'
  | `${'open' | 'keep' | 'revert'}ChangedFile`
  | `${'keep' | 'revert'}AllChangedFiles`
> {
  return {
    restoreFiles: ({ turnId }) => restore.offerBefore(turnId),
    replyToRestore: ({ id, chosen }) => restore.reply(id, chosen),
    showRestoredFile: ({ id, row }) => restore.showFile(id, row),
    openChangedFile: ({ id }) => files.open(id),
    keepChangedFile: ({ id }) => files.keep([id]),
    revertChangedFile: ({ id }) => files.revert(id),
    keepAllChangedFiles: () => files.keepAll(),
    revertAllChangedFiles: () => files.revertAll(),
  };
}

function composerHandlers({
  session,
  composer,
  resetWait,
  panel,
  toasts,
}: RequestTargets): RequestHandlers<
  | 'sendPrompt'
  | 'postponePrompt'
  | 'editPrompt'
  | 'saveDraft'
  | 'switchAccompanying'
  | 'findContext'
  | 'attachFound'
  | 'attachFiles'
  | 'attachImage'
  | 'detachContext'
  | 'thumbnailDrawn'
  | 'unqueuePrompt'
  | 'sendQueued'
  | 'joinRun'
  | 'chooseModel'
  | 'switchThinking'
> {
  return {
    sendPrompt({ text }) {
      toasts.goOn();
      return composer.send(text);
    },
    postponePrompt: ({ text }) => postpone(text, { session, composer, resetWait }, toasts.inform),
    editPrompt: ({ turnId, text }) => composer.edit(turnId, text),
    saveDraft({ text }, page) {
      composer.saveDraft(text);
      panel.tell({ kind: 'draftShown', text }, page);
    },
    switchAccompanying: ({ id, on }) => composer.switchAccompanying(id, on),
    findContext: ({ letters }, page) => composer.mention.find(letters, (message) => page.tell(message)),
    attachFound({ id }, page) {
      const source = composer.mention.source(id);
      return source === undefined ? undefined : composer.attachments.attach(source).then(() => panel.focusAfter(page));
    },
    attachFiles: ({ uris }, page) => composer.attachments.attachFiles(uris).then(() => panel.focusAfter(page)),
    attachImage: ({ name, data }, page) =>
      composer.attachments.attachImage(name, data).then(() => panel.focusAfter(page)),
    detachContext: ({ id }) => composer.attachments.detach(id),
    thumbnailDrawn: ({ id, thumbnail }) => composer.attachments.keepThumbnail(id, thumbnail),
    unqueuePrompt: ({ id, keepsAttachments }) => composer.unqueue(id, keepsAttachments),
    sendQueued: () => composer.sendQueued(),
    joinRun: ({ id, joins }) => composer.joinRun(id, joins),
    chooseModel: ({ id }) => composer.chooseModel(id),
    switchThinking: ({ on }) => composer.switchThinking(on),
  };
}

/** What takes code into the editor or a terminal. */
type CodeRequest = Requests['insertText' | 'openText' | 'applyText' | 'putIntoTerminal'];

/** Puts code of an answer where it is wanted, once the person knows of whatever in it does not show. */
export async function useCode(
  request: CodeRequest,
  review: Pick<Review, 'propose'>,
  voice: Voice,
  ask?: AskAboutHidden,
): Promise<void> {
  const code = await wantedCode(request.text, ask);
  if (code === null) return;
  switch (request.kind) {
    case 'insertText':
      return insertAtCursor(code, voice.inform);
    case 'openText':
      return openCodeAsFile(code, request.language);
    case 'putIntoTerminal':
      return putIntoTerminal(code, voice.inform);
    case 'applyText':
      return review.propose(await changesFor({ code, info: request.info, file: request.file }, voice));
  }
}

/** Copies code to the letter, and says what of it does not show: whoever pastes it sees none of that. */
export async function copyCode(code: string, offer: (code: string) => Promise<string | null>): Promise<void> {
  await vscode.env.clipboard.writeText(code);
  const other = await offer(code);
  if (other !== null) await vscode.env.clipboard.writeText(other);
}
