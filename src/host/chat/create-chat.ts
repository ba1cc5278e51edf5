// How the chat is put together when it is first needed; this file and all that it imports load only then.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { QuotaReading } from '../../core/chat/conversation/runs/quota-share.ts';
import type { ConversationStore } from '../../core/chat/history/history.ts';
import type { PlaceName } from '../../core/chat/history/place.ts';
import type { ChatEvent } from '../../core/chat/session/chat-events.ts';
import { ChatSession } from '../../core/chat/session/chat-session.ts';
import { LateQuota } from '../../core/chat/session/agent/late-quota.ts';
import type { Payers } from '../../core/chat/session/payers.ts';
import { PromptQueue } from '../../core/chat/session/queue/prompt-queue.ts';
import { PromptQueueStore } from '../../core/chat/session/queue/prompt-queue-store.ts';
import { type Log, systemClock } from '../../core/ports.ts';
import type { Failure } from '../../core/service/failure/errors.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import type { ServiceProfile } from '../../core/service/profile/profile.ts';
import type { Availability } from '../../protocol/chat.ts';
import { showInformation, showWarning, type PassingVoice } from '../display/notification.ts';
import { onKeyRulesChanged, readDailyTokenCap } from '../settings.ts';
import { type KeyringTrouble, keyringText } from '../words/keyring-text.ts';
import { spendingText } from '../words/spending-text.ts';
import { ConversationActions } from './conversations/actions.ts';
import { createFiles } from './conversations/files.ts';
import {
  openConversationStore,
  openCopies,
  placeForNew,
  restoreShown,
  type ConversationFolders,
} from './conversations/storage.ts';
import { postponedFiles } from './conversations/postponed-files.ts';
import { Agent, type AgentPorts } from './agent/agent.ts';
import { watchEditorInUse } from './editor/editor-in-use.ts';
import { openReview } from './editor/review/open-review.ts';
import type { Review } from './editor/review/review.ts';
import { AgentView } from './panel/agent-view.ts';
import { createChatPanel } from './panel/create-panel.ts';
import type { ChatPanel } from './panel/panel.ts';
import { openTexts } from './panel/persisted-text.ts';
import { type AskIntent, ask } from './panel/ask.ts';
import { Toasts } from './panel/toasts.ts';
import { availabilityOf, type PlanStatus } from './present/availability.ts';
import { Presenter } from './present/presenter.ts';
import type { PromptCosts } from './session/prompt-costs.ts';
import { type TightestLimit, usedUpOf } from './present/tightest-limit.ts';
import { createFileViews, type FileViews } from './restore/file-views.ts';
import { failureIn } from './session/compacting.ts';
import { Composer } from './session/composer.ts';
import { draftAtReset } from './session/draft-at-reset.ts';
import { type PlanResets, ResetWait, type ResetWaitPorts } from './session/reset-wait.ts';
import { createModelChoice } from './session/model-choice.ts';
import { createStopQuestion } from './session/stop-question.ts';

/** What the chat needs of the account, the plan and the service. */
export interface ChatPorts extends Omit<AgentPorts, 'storage' | 'treeOf' | 'takeWords'> {
  readonly extensionUri: vscode.Uri;
  readonly storage: ConversationFolders;
  readonly connection: () => Connection | null;
  /** The window's, which others who ask for answers share. */
  readonly payers: () => Promise<Payers>;
  /** Who is signed in, or the key, is another, and the payers have heard of it. */
  readonly onPayersChanged: readonly vscode.Event<unknown>[];
  readonly plan: () => PlanStatus;
  /** Ids of the models that the plan names; empty where it names none. */
  readonly planModels: () => readonly string[];
  /** The limit of the plan that stops a prompt first; null where none is known. */
  readonly tightestLimit: () => TightestLimit | null;
  readonly resets: PlanResets;
  /** Why the sign-in cannot be read; null where it can. */
  readonly keyring: () => KeyringTrouble | null;
  /** With the failure that ended it; null where it did not fail. */
  readonly onAnswerEnded: (failure: Failure | null) => void;
  /** What conversations have cost, in a few words, by their ids. */
  readonly conversationUse: () => Promise<ReadonlyMap<string, string>>;
  /** What prompts take of the plan. */
  readonly costs: () => Promise<PromptCosts>;
  /** What the accounts are called, inert, where several are signed in; else none. */
  readonly accountNames: () => ReadonlyMap<string, string>;
  /** They are called otherwise than before, also where that becomes known late. */
  readonly onAccountNames: vscode.Event<unknown>;
  readonly useDemo: () => unknown;
  readonly log: Log;
}

export interface Chat {
  readonly dispose: () => void;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly conversations: ConversationActions;
  readonly history: ConversationStore;
  readonly review: Review;
  readonly files: Pick<FileViews, 'restore'>;
  readonly voice: PassingVoice;
  /** Lets what is typed wait for the reset of the plan; null where nothing is, or no reset is known. */
  readonly draftAtReset: () => (() => Promise<void>) | null;
  readonly agent: Agent;
  /** Does what a command of the editor asks for, with the panel in front. */
  readonly ask: (intent: AskIntent, args: readonly unknown[]) => Promise<void>;
  /** Sign-in or plan changed: an open page gets a message. */
  readonly availabilityChanged: () => void;
  /**
   * Ends what runs and lets go of all that is kept, which is to be deleted: nothing of it is written any more. Never
   * rejects.
   */
  readonly forget: () => Promise<void>;
  /** Ends what runs; resolves when all that was typed, asked and received is on disk, or cannot get there. */
  readonly close: () => Promise<void>;
}

export async function createChat(ports: ChatPorts): Promise<Chat> {
  const { connection, storage, log, useDemo, tightestLimit } = ports;
  const history = await openConversationStore(storage, log);
  const newPlace = (): PlaceName => placeForNew(storage);
  const [payers, costs] = [await ports.payers(), await ports.costs()];
  const models = createModelChoice(connection, ports.planModels);
  const treeOf: AgentPorts['treeOf'] = (id) => session.at(id)?.tree ?? null;
  const quotaReading = (): QuotaReading | null => lateQuota.reading();
  const takeWords = (id: string): readonly string[] => queue.takeWords(id);
  const agent = new Agent(models, openCopies(storage), { ...ports, quotaReading, treeOf, takeWords });
  const asking = { payers, models, agent: agent.answerPorts, mayStop: createStopQuestion(), newId: randomUUID };
  const session: ChatSession = new ChatSession({ ...asking, history, newPlace, clock: systemClock, log });
  const lastShown = await restoreShown(session, history, storage, log);
  const { draft, waiting, changes } = await openTexts(createFiles(storage.workspace ?? storage.person), log);
  const toasts = createToasts(() => panel);
  const review = openReview(changes, toasts.inform);
  const availability = (): Availability => availabilityFor(ports, payers);
  const queue = new PromptQueue(new PromptQueueStore(waiting), session, () => availability().canAsk, randomUUID);
  const usedUp = (): TightestLimit | null => usedUpOf(ports.tightestLimit());
  const { presenter, resetWait } = createPresenter({ session, history, usedUp }, payers, ports);
  const composer = new Composer(session, queue, models, draft, { costs, agent }, log);
  const agentView = new AgentView(agent, session, costs, (message) => panel.tell(message));
  const files = createFileViews(session, history, openCopies(storage), presenter, toasts, (fact) => panel.tell(fact));
  const seen = { session, composer, presenter, review, agent, agentView, resetWait, toasts, draft, availability };
  const panel: ChatPanel = createChatPanel(ports.extensionUri, { ...seen, ...files, useDemo, tightestLimit, log });
  const lateQuota = new LateQuota(session, ports.quotaReading, () => payers.account);
  const stopListening = session.events.listen((event) => {
    if (event.kind === 'conversationChanged') lastShown.note(session.tree.id);
    tellEnd(event, ports);
  });
  const lookAtLimit = onOther(usedUp, () => presenter.circumstancesChanged());
  const availabilityChanged = (): void => {
    lookAtLimit();
    lateQuota.figuresRead();
    if (!panel.isShown) return;
    panel.tell({ kind: 'availabilityShown', availability: availability() });
    panel.tell(composer.shown());
  };
  const editors = watchEditorInUse((name) => panel.tell({ kind: 'editorShown', name }));
  const others = [onKeyRulesChanged(availabilityChanged), ports.onAccountNames(() => presenter.accountNamesChanged())];
  const whoever = listenToAll(ports.onPayersChanged, () => {
    presenter.circumstancesChanged();
    availabilityChanged();
  });
  const flush = (): Promise<unknown> =>
    Promise.all([history, lastShown, draft, waiting, changes].map((kept) => kept.flush()));
  return {
    panel,
    session,
    conversations: new ConversationActions({ session, history, newPlace, panel, use: ports.conversationUse }),
    history,
    review,
    files,
    agent,
    ...{ voice: toasts, draftAtReset: () => draftAtReset(usedUp(), seen, (fact) => panel.tell(fact)) },
    ask: (intent, args) => ask(intent, args, composer, panel),
    availabilityChanged,
    forget: () => forgetAll({ session, resetWait, lateQuota, composer, review, panel, history }, flush),
    async close() {
      await session.close();
      await flush();
    },
    dispose() {
      stopListening();
      const parts = [panel, review, composer, presenter, queue, agentView, ...files.all, agent, resetWait, lateQuota];
      for (const each of [...whoever, ...others, editors, ...parts]) each.dispose();
      void session.close();
    },
  };
}

interface Forgetful extends Pick<Chat, 'session' | 'review' | 'panel' | 'history'> {
  readonly resetWait: ResetWait;
  readonly lateQuota: LateQuota;
  readonly composer: Composer;
}

async function forgetAll(kept: Forgetful, flush: () => Promise<unknown>): Promise<void> {
  const { session, resetWait, lateQuota, composer, review, panel, history } = kept;
  await session.abandon();
  lateQuota.forget();
  composer.forget();
  await resetWait.takeAllBack();
  await review.discardAll();
  panel.unseen.clearAll();
  panel.unseenQuestions.clearAll();
  await history.forget();
  await flush();
}

/** Each call looks whether `read` gives something other than at the last one. */
function onOther(read: () => unknown, act: () => void): () => void {
  let before = JSON.stringify(read());
  return () => {
    const now = JSON.stringify(read());
    if (now !== before) act();
    before = now;
  };
}

function listenToAll(events: readonly vscode.Event<unknown>[], listener: () => void): vscode.Disposable[] {
  return events.map((event) => event(listener));
}

function availabilityFor({ plan, tightestLimit, keyring }: ChatPorts, payers: Payers): Availability {
  const { hasKey, keyAnswers, needsKey } = payers;
  const trouble = keyring();
  return availabilityOf({
    plan: plan(),
    limit: tightestLimit(),
    hasKey,
    keyAnswers,
    needsKey,
    keyring: trouble === null ? null : keyringText(trouble),
  });
}

/** With what waits for a reset, of which it tells. */
function createPresenter(
  waits: Omit<ResetWaitPorts, 'files' | 'resets'> & { readonly usedUp: () => TightestLimit | null },
  payers: Payers,
  { connection, storage, resets, accountNames }: ChatPorts,
): { readonly presenter: Presenter; readonly resetWait: ResetWait } {
  const { session, usedUp } = waits;
  const profile = (): ServiceProfile | null => connection()?.profile ?? null;
  const spending = (): string => spendingText(payers.keySpentToday, readDailyTokenCap());
  const resetWait = new ResetWait({ ...waits, files: postponedFiles(storage), resets }, () =>
    presenter.circumstancesChanged(),
  );
  const presenter: Presenter = new Presenter(
    session,
    payers,
    profile,
    spending,
    usedUp,
    resetWait.dueAtOf,
    accountNames,
  );
  return { presenter, resetWait };
}

function createToasts(panel: () => ChatPanel): Toasts {
  const outside = { info: showInformation, warning: showWarning };
  return new Toasts({ isInView: () => panel().isInView, tell: (fact) => panel().tell(fact), outside }, randomUUID);
}

function tellEnd(event: ChatEvent, { onAnswerEnded }: ChatPorts): void {
  if (event.kind === 'summariesChanged' && event.end !== null) onAnswerEnded(failureIn(event.end));
  if (event.kind !== 'answerEnded') return;
  const { progress } = event.answer;
  onAnswerEnded(progress.kind === 'failed' ? progress.failure : null);
  // The walkthrough's step is done by an answer, not by a look at the panel.
  if (progress.kind === 'done') void vscode.commands.executeCommand('setContext', 'tidemark.answered', true);
}
