// Knows the conversation that this window shows, and what a person can do with it; not how an answer is fetched, the page
// that shows it, or the files that keep it. What it tells is facts: a listener may come late and read everything instead.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { type Attachment, isImage, keptAttachment, type ReadyAttachment } from '../../core/chat/attachment.ts';
import { type AnswerTurn, canContinue, type Conversation, createAnswer, type PromptTurn } from '../../core/chat/conversation.ts';
import { ConversationTree } from '../../core/chat/conversation-tree.ts';
import type { History, PlaceName, StoredConversation } from '../../core/chat/history.ts';
import type { HistoryRecord } from '../../core/chat/history-record.ts';
import { chosenModel, type OfferedModel, offeredModels } from '../../core/chat/offered-models.ts';
import type { ReadImageFile } from '../../core/chat/message-images.ts';
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
}

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
  /** Another conversation is shown, or the one shown has begun. */
  readonly onSwitched = this.#switched.event;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#answering = new Answering(parts);
    this.#shown = this.#begun();
  }

  get tree(): ConversationTree {
    return this.#shown.tree;
  }

  get place(): PlaceName {
    return this.#shown.place;
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
    const running = this.#running?.answer;
    return { turns: this.tree.shown().turns.map((turn) => (turn.id === running?.id ? running : turn)) };
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
    const prompt = this.#addPrompt(text, tree.head, attachments.map(keptAttachment));
    const running = this.#begin(this.#addAnswer(prompt.id, null));
    this.#told.fire({ kind: 'turnAdded', turn: turnView(prompt, this.#viewer()) });
    this.#told.fire({ kind: 'turnAdded', turn: turnView(running.answer, this.#viewer()) });
    if (begins) this.#switched.fire();
    await this.#run(running, 'byPolicy');
  }

  /**
   * Sends a prompt in another wording: a branch of its own, the old one stays. An answer that runs is stopped, since who
   * sends this has left it. Never rejects.
   */
  async edit(promptId: string, text: string): Promise<void> {
    if (text.trim() === '' || this.tree.turn(promptId)?.kind !== 'prompt') return;
    this.stop();
    await this.#lastRun;
    const parent = this.tree.parentOf(promptId);
    const before = this.tree.turn(promptId);
    const attachments = before?.kind === 'prompt' ? (before.attachments ?? []) : [];
    const running = this.#begin(this.#addAnswer(this.#addPrompt(text, parent, attachments).id, null));
    this.#tellBehind(parent);
    await this.#run(running, 'byPolicy');
  }

  /** Asks for an answer anew, by the rule or by the way that the person chose. What had text stays reachable. Never rejects. */
  async retry(answerId: string, chosen: 'again' | 'withKey'): Promise<void> {
    const before = this.#endedAnswer(answerId);
    if (before === null) return;
    const isEmpty = before.text === '' && before.thinking === '';
    const answer = this.#addAnswer(before.promptId, isEmpty ? answerId : null);
    const running = this.#begin(chosen === 'withKey' ? { ...answer, planRefusal: refusalOf(before) } : answer);
    this.#tellBehind(before.promptId);
    await this.#run(running, routeOfRetry(before, chosen, this.#parts.session() !== null));
  }

  /** Goes on with an answer that was cut, in its place. Never rejects. */
  async continueAnswer(answerId: string): Promise<void> {
    const before = this.#endedAnswer(answerId);
    if (before === null || !canContinue(before)) return;
    const running = this.#begin(this.#addAnswer(before.promptId, answerId, before));
    this.#tellBehind(before.promptId);
    await this.#run(running, isPaidByKey(before) ? 'apiKeyAgain' : 'byPolicy');
  }

  #endedAnswer(id: string): (AnswerTurn & { readonly promptId: string }) | null {
    const [turn, promptId] = [this.tree.turn(id), this.tree.parentOf(id)];
    return this.#running === null && turn?.kind === 'answer' && promptId !== null ? { ...turn, promptId } : null;
  }

  /** Shows the version before or after this turn's; what stands before it stays. */
  showBranchBeside(turnId: string, step: 1 | -1): void {
    const head = this.tree.headBeside(turnId, step);
    if (this.#running !== null || head === null) return;
    this.#record({ kind: 'chosen', head });
    this.#tellBehind(this.tree.parentOf(turnId));
  }

  /** Takes a prompt and its answers out of the conversation, or puts them back. One that is being answered is stopped. */
  async setRemoved(turnId: string, removed: boolean): Promise<void> {
    if (this.tree.turn(turnId)?.kind !== 'prompt') return;
    if (this.#running !== null && this.tree.answersTo(turnId).includes(this.#running.answer.id)) {
      this.stop();
      await this.#lastRun;
    }
    for (const id of [turnId, ...this.tree.answersTo(turnId)]) this.#record({ kind: 'removed', id, removed });
    this.#told.fire(this.shown());
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

  /** Begins a new conversation. */
  clear(): void {
    this.show(this.#begun());
  }

  /** Shows another conversation. An answer that runs in the one shown is stopped, and kept as far as it came. */
  show(stored: StoredConversation): void {
    this.stop();
    this.#running = null;
    this.#shown = stored;
    this.#told.fire(this.shown());
    this.#switched.fire();
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

  #begin(answer: AnswerTurn): Running {
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
    const readImage: ReadImageFile = (image) => this.#parts.history.readImage(tree.id, place, image);
    const told = await toldMessages(tree.shown(), running.answer, model, preferences, readImage);
    await this.#answering.run(running, { route, model, preferences, told }, listener);
    tree.settle(running.answer);
    if (this.#running === running) this.#running = null;
    const { progress } = running.answer;
    this.#parts.onAnswerEnded(progress.kind === 'failed' ? progress.failure : null);
  }

  #begun(): StoredConversation {
    return { tree: new ConversationTree(randomUUID()), place: this.#parts.newPlace() };
  }

  #addPrompt(text: string, parent: string | null, attachments: readonly Attachment[]): PromptTurn {
    const prompt = { kind: 'prompt' as const, id: randomUUID(), text, ...(attachments.length === 0 ? {} : { attachments: [...attachments] }) };
    this.#record({ ...prompt, parent });
    return prompt;
  }

  #addAnswer(promptId: string, replaces: string | null, begun?: AnswerTurn): AnswerTurn {
    const answer = { ...createAnswer(randomUUID(), Date.now()), text: begun?.text ?? '', thinking: begun?.thinking ?? '' };
    const { id, text, thinking } = answer;
    this.#record({ kind: 'answer', id, parent: promptId, replaces, text, thinking });
    return answer;
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
