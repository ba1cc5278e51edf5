// Knows the conversation that this window shows, and what a person can do with it; not how an answer is fetched, drawn or kept.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { isImage, keptAttachment, type ReadyAttachment } from '../../core/chat/attachment.ts';
import type { AnswerTurn, Conversation } from '../../core/chat/conversation.ts';
import { type Asked, chosenBranch, continuedAnswer, editedPrompt, removedPrompt, retriedAnswer, sentPrompt, type Stamp } from '../../core/chat/conversation/steps.ts';
import { ConversationTree } from '../../core/chat/conversation-tree.ts';
import type { History, PlaceName, StoredConversation } from '../../core/chat/history.ts';
import type { HistoryRecord } from '../../core/chat/history-record.ts';
import { chosenModel, type OfferedModel, offeredModels } from '../../core/chat/offered-models.ts';
import type { HostMessage } from '../../core/chat/panel-messages.ts';
import { isPaidByKey, refusalOf, routeOfRetry } from '../../core/chat/retry-route.ts';
import type { Route } from '../../core/chat/providers.ts';
import { toldMessages } from '../../core/chat/told-messages.ts';
import type { Failure } from '../../core/service/errors.ts';
import { readDailyTokenCap, readModelId } from '../settings.ts';
import { spendingText } from '../spending-text.ts';
import { type AnswerListener, Answering, type AnsweringParts, type Running } from './answering.ts';
import { endOf, partBefore, partBehind } from './conversation-parts.ts';
import { type ModelChoice, noChoice, preferencesFor } from './model-choice.ts';
import { turnView, type Viewer } from './turn-view.ts';

export interface ChatParts extends AnsweringParts {
  readonly history: History;
  /** The session is free again; with the failure that ended the answer, or null. */
  readonly onAnswerEnded: (failure: Failure | null) => void;
  /** Ids of the models that the plan names; empty where it names none. */
  readonly planModels: () => readonly string[];
  /** Where a conversation that begins now is kept. */
  readonly newPlace: () => PlaceName;
  /** Asks the person whether the answer that runs may be stopped. */
  readonly mayStop: () => Promise<boolean>;
}

const stamp: Stamp = { newId: randomUUID, now: () => Date.now() };

export class ChatSession implements vscode.Disposable {
  readonly #parts: ChatParts;
  readonly #answering: Answering;
  readonly #told = new vscode.EventEmitter<HostMessage>();
  readonly #switched = new vscode.EventEmitter<void>();
  #shown: StoredConversation;
  #running: Running | null = null;
  #lastRun: Promise<void> = Promise.resolve();
  #closed = false;
  /** Which model the next answer is asked of, and whether it thinks. */
  choice: ModelChoice = noChoice;

  readonly onTold = this.#told.event;
  readonly onSwitched = this.#switched.event;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#answering = new Answering(parts);
    this.#shown = this.#begun();
  }

  get tree(): ConversationTree {
    return this.#shown.tree;
  }

  /** The models that the profile and the plan offer; empty while nothing is connected. */
  get models(): readonly OfferedModel[] {
    return offeredModels(this.#parts.connection()?.profile.models ?? [], this.#parts.planModels());
  }

  /** The model that the next answer is asked of. */
  get model(): OfferedModel | undefined {
    return chosenModel(this.models, this.choice.modelId ?? readModelId());
  }

  get isAnswering(): boolean {
    return this.#running !== null;
  }

  /** The branch that is shown, with the running answer as far as it is. */
  conversation(): Conversation {
    return this.current().tree.shown();
  }

  /** The conversation as it is kept, with the running answer as far as it is. */
  current(): StoredConversation {
    if (this.#running !== null) this.tree.settle(this.#running.answer);
    return this.#shown;
  }

  /** The conversation's end, for a page that knows nothing of it. */
  shown(): HostMessage {
    return endOf(this.conversation(), this.#viewer());
  }

  /** The turns before one that a page has, which asks when it has time; null where there are none. */
  olderTurns(before: string): HostMessage | null {
    return partBefore(this.conversation(), before, this.#viewer());
  }

  /** Sends a prompt, unless an answer is running. Never rejects. */
  async send(text: string, attachments: readonly ReadyAttachment[] = []): Promise<void> {
    if (this.#running !== null || text.trim() === '') return;
    const begins = this.tree.isEmpty;
    if (begins) this.#shown = { tree: this.tree, place: this.#parts.newPlace() };
    const { tree, place } = this.#shown;
    for (const image of attachments.filter(isImage)) this.#parts.history.keepImage(tree.id, place, image, image.data);
    const asked = sentPrompt(tree, text, attachments.map(keptAttachment), stamp);
    const running = this.#begin(asked);
    for (const turn of asked.turns) this.#told.fire({ kind: 'turnAdded', turn: turnView(turn, this.#viewer()) });
    if (tree.shown().turns.length === asked.turns.length) this.#switched.fire();
    await this.#run(running, 'byPolicy');
  }

  /** Sends a prompt in another wording, as a branch of its own; the old one stays. An answer that runs is left first. Never rejects. */
  async edit(promptId: string, text: string): Promise<void> {
    const { tree } = this;
    if (text.trim() === '' || tree.turn(promptId)?.kind !== 'prompt' || !(await this.#leave())) return;
    await this.#lastRun;
    const asked = this.#running === null && this.tree === tree ? editedPrompt(tree, promptId, text, stamp) : null;
    if (asked !== null) await this.#askBehind(asked, 'byPolicy');
  }

  /** Asks for an answer anew, by the rule or by the way that the person chose. What had text stays reachable. Never rejects. */
  async retry(answerId: string, chosen: 'again' | 'withKey'): Promise<void> {
    const before = this.#endedAnswer(answerId);
    if (before === null) return;
    const asked = retriedAnswer(this.tree, before, stamp);
    const answer = chosen === 'withKey' ? { ...asked.answer, planRefusal: refusalOf(before) } : asked.answer;
    await this.#askBehind({ ...asked, answer }, routeOfRetry(before, chosen, this.#parts.session() !== null));
  }

  /** Goes on with an answer that was cut. Never rejects. */
  async continueAnswer(answerId: string): Promise<void> {
    const before = this.#endedAnswer(answerId);
    const asked = before === null ? null : continuedAnswer(this.tree, before, stamp);
    if (before !== null && asked !== null) await this.#askBehind(asked, isPaidByKey(before) ? 'apiKeyAgain' : 'byPolicy');
  }

  #endedAnswer(id: string): AnswerTurn | null {
    const turn = this.tree.turn(id);
    return this.#running === null && turn?.kind === 'answer' ? turn : null;
  }

  async #askBehind(asked: Asked, route: Route): Promise<void> {
    const running = this.#begin(asked);
    this.#tellBehind(asked.after);
    await this.#run(running, route);
  }

  /** Shows the version before or after this turn's; what stands before it stays. */
  showBranchBeside(turnId: string, step: 1 | -1): void {
    const chosen = this.#running === null ? chosenBranch(this.tree, turnId, step) : null;
    if (chosen === null) return;
    this.#record(chosen);
    this.#tellBehind(this.tree.parentOf(turnId));
  }

  /** Takes a prompt and its answers out of the conversation, or puts them back; false where the one that runs may not be stopped. */
  async setRemoved(turnId: string, removed: boolean): Promise<boolean> {
    const { tree } = this;
    if (this.#running !== null && tree.answersTo(turnId).includes(this.#running.answer.id)) {
      if (!(await this.#leave())) return false;
      await this.#lastRun;
    }
    if (this.tree !== tree) return false;
    for (const record of removedPrompt(tree, turnId, removed)) this.#record(record);
    this.#told.fire(this.shown());
    this.#switched.fire();
    return true;
  }

  /** Keeps what was decided about the conversation as a whole: its title, its pin, its deletion. */
  note(record: HistoryRecord): void {
    this.#record(record);
    this.#switched.fire();
  }

  /** Ends the running answer at once; what arrived is kept. */
  stop(): void {
    this.#running?.abort.abort();
  }

  /** Begins a new conversation; see `show`. */
  clear(): Promise<boolean> {
    return this.show(this.#begun());
  }

  /** Shows another conversation. An answer that runs is left first, and kept as far as it came; false where it may not be stopped. */
  async show(stored: StoredConversation): Promise<boolean> {
    const isLeft = await this.#leave();
    if (isLeft) this.#turnTo(stored);
    return isLeft;
  }

  /** Begins a new conversation without asking. Resolves when nothing of the one before runs any more. */
  async abandon(): Promise<void> {
    this.stop();
    this.#turnTo(this.#begun());
    await this.#lastRun;
  }

  #turnTo(stored: StoredConversation): void {
    this.#running = null;
    this.#shown = stored;
    this.#told.fire(this.shown());
    this.#switched.fire();
  }

  /** The one way to end an answer for something else: true where none runs, or where the person lets it be stopped. */
  async #leave(): Promise<boolean> {
    if (this.#running !== null && !(await this.#parts.mayStop())) return false;
    this.stop();
    return true;
  }

  /** Somebody signed in or out: what the plan refused before it may accept now (decisions 13). */
  sessionChanged(): void {
    if (this.#parts.session() !== null) this.#answering.liftRefusal();
    this.#retellFailures();
  }

  /** An API key was set or removed. */
  keyChanged(): void {
    if (this.#parts.apiKey() === null) this.#parts.onPayer(false);
    this.#retellFailures();
  }

  /** What can be done about a failure depends on who is signed in and whether there is a key. */
  #retellFailures(): void {
    for (const turn of this.conversation().turns) {
      if (turn.kind === 'answer' && turn.progress.kind === 'failed') this.#told.fire({ kind: 'turnReplaced', turn: turnView(turn, this.#viewer()) });
    }
  }

  #begin({ records, answer }: Asked): Running {
    for (const record of records) this.#record(record);
    this.#running = { answer, abort: new AbortController() };
    return this.#running;
  }

  #run(running: Running, route: Route): Promise<void> {
    this.#lastRun = this.#runToEnd(running, route);
    return this.#lastRun;
  }

  async #runToEnd(running: Running, route: Route): Promise<void> {
    const { tree, place } = this.#shown;
    const listener: AnswerListener = {
      // A conversation that is no longer shown is still written to its end.
      record: (record) => {
        // An answer that ends with its window was not stopped by the person: without an end it counts as interrupted.
        if (!this.#closed) this.#parts.history.record(tree.id, place, record);
      },
      tell: (message) => {
        if (this.#running === running) this.#told.fire(message);
      },
      viewer: () => this.#viewer(),
    };
    const [model, preferences] = [this.model, preferencesFor(this.choice)];
    const told = await toldMessages(tree.shown(), running.answer, model, preferences, (image) => this.#parts.history.readImage(tree.id, place, image));
    await this.#answering.run(running, { route, model, preferences, told }, listener);
    tree.settle(running.answer);
    if (this.#running === running) this.#running = null;
    const { progress } = running.answer;
    this.#parts.onAnswerEnded(progress.kind === 'failed' ? progress.failure : null);
  }

  #begun(): StoredConversation {
    return { tree: new ConversationTree(randomUUID()), place: this.#parts.newPlace() };
  }

  #record(record: HistoryRecord): void {
    const { tree, place } = this.#shown;
    tree.take(record, Date.now());
    this.#parts.history.record(tree.id, place, record);
  }

  #tellBehind(after: string | null): void {
    this.#told.fire(partBehind(this.conversation(), after, this.#viewer()));
  }

  #viewer(): Viewer {
    return {
      profile: this.#parts.connection()?.profile ?? null,
      spending: spendingText(this.#parts.keySpending.today, readDailyTokenCap()),
      circumstances: { hasKey: this.#parts.apiKey() !== null, signedIn: this.#answering.isSignedIn },
      branchOf: (id) => this.tree.branchOf(id),
    };
  }

  /** The window closes: the history hears of no end of the answer that runs, so it counts as interrupted. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    this.stop();
    await this.#lastRun;
  }

  dispose(): void {
    void this.close();
    this.#told.dispose();
    this.#switched.dispose();
  }
}
