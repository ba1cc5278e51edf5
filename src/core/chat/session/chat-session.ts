// The conversation that a window shows, what a person can do with it, and the answers of those that were shown before.
import { isImage, keptAttachment, type PendingAttachment } from '../attachments/attachment.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import type { HistoryRecord } from '../conversation/records.ts';
import {
  type Asked,
  chosenBranch,
  continuedAnswer,
  continuedRun,
  editedPrompt,
  leftUnsent,
  removedPrompt,
  retriedAnswer,
  sentPrompt,
  type Stamp,
} from '../conversation/steps.ts';
import type { RunRecord } from '../conversation/runs/run-state.ts';
import { storedRunRecord, turnAfter } from '../conversation/runs/run-turn.ts';
import type { ConversationTree } from '../conversation/tree.ts';
import type { StoredConversation } from '../history/history.ts';
import type { Route } from '../providers/fallback-chain.ts';
import { answerUnderWay, type AnsweringPorts, type AnswerUnderWay } from './agent/answer-under-way.ts';
import { ChatEvents } from './chat-events.ts';
import { Compacting } from './compaction/compacting.ts';
import type { ReadImageFile } from '../prompt/message-images.ts';
import { refusalOf, routeOfContinuing, routeOfRetry } from './retry-route.ts';
import { type RunningAnswer, RunningAnswers } from './running-answers.ts';
import { ShownConversation, type ShownConversationPorts } from './shown-conversation.ts';

export interface ChatSessionPorts extends AnsweringPorts, ShownConversationPorts {
  /** Asks the person whether the answer that runs in the shown conversation may be stopped. */
  readonly mayStop: () => Promise<boolean>;
}

export class ChatSession {
  readonly #ports: ChatSessionPorts;
  readonly #stamp: Stamp;
  readonly #events: ChatEvents;
  /** They join their conversations when they end, so that a piece of one costs the same in a long conversation. */
  readonly #answers = new RunningAnswers();
  readonly compacting: Compacting;
  readonly #shown: ShownConversation;
  #closed = false;

  constructor(ports: ChatSessionPorts) {
    this.#ports = ports;
    this.#stamp = { newId: ports.newId, now: () => ports.clock.now() };
    this.#events = new ChatEvents(ports.log);
    this.#shown = new ShownConversation(ports);
    this.compacting = new Compacting(ports, this.#answers, this.#events, this.#shown);
  }

  get events(): Pick<ChatEvents, 'listen'> {
    return this.#events;
  }

  get tree(): ConversationTree {
    return this.#shown.tree;
  }

  /** Whether an answer runs in the conversation that is shown. */
  get isAnswering(): boolean {
    return this.#running !== null;
  }

  /** Whether as many answers run in other conversations as may at once. */
  get isFull(): boolean {
    return this.#running === null && this.#answers.isFull;
  }

  /** The conversations that an answer runs in, by their ids. */
  get answering(): ReadonlySet<string> {
    return this.#answers.conversationIds;
  }

  /** The conversation with this id, where it is shown or an answer runs in it. */
  at(conversationId: string): StoredConversation | null {
    return this.tree.id === conversationId ? this.#shown.stored() : (this.#answers.in(conversationId)?.stored ?? null);
  }

  get #running(): RunningAnswer | null {
    return this.#answers.in(this.tree.id);
  }

  /** The branch that is shown, with the running answer as far as it is. */
  conversation(): Conversation {
    return this.current().tree.shown();
  }

  /** The conversation as it is kept, with the running answer as far as it is. */
  current(): StoredConversation {
    if (this.#running !== null) this.tree.settle(this.#running.run.answer);
    return this.#shown.stored();
  }

  /**
   * Sends a prompt in the conversation that is shown, or in another that was; not where an answer runs in it, or where
   * as many run elsewhere as may. Never rejects.
   */
  async send(
    text: string,
    attachments: readonly PendingAttachment[] = [],
    elsewhere?: StoredConversation,
  ): Promise<void> {
    if (elsewhere === undefined) this.#shown.beginHere();
    const into = elsewhere ?? this.#shown.stored();
    const { tree } = into;
    if (text.trim() === '' || this.#answers.isFull || this.#answers.in(tree.id) !== null) return;
    const asked = this.#promptIn(into, text, attachments);
    await this.#ask(asked, 'byPolicy', into, () => this.#tellAdded(asked.turns));
  }

  /** Adds a prompt that nobody is asked, here; the id of its answer, or null where one runs. */
  addUnsent(text: string, attachments: readonly PendingAttachment[]): string | null {
    if (text.trim() === '' || this.#running !== null) return null;
    this.#shown.beginHere();
    const { records, turns, answer } = leftUnsent(this.#promptIn(this.#shown.stored(), text, attachments));
    for (const record of records) this.#shown.record(record);
    this.#tellAdded(turns);
    return answer.id;
  }

  #promptIn({ tree, place }: StoredConversation, text: string, attachments: readonly PendingAttachment[]): Asked {
    for (const image of attachments.filter(isImage)) this.#ports.history.keepImage(tree.id, place, image, image.data);
    return sentPrompt(tree, text, attachments.map(keptAttachment), this.#stamp);
  }

  #tellAdded(turns: readonly Turn[]): void {
    for (const turn of turns) this.#events.tell({ kind: 'turnAdded', turn });
    if (this.tree.shown().turns.length === turns.length) this.#events.tell({ kind: 'conversationChanged' });
  }

  /**
   * Sends a prompt in another wording, as a branch of its own; the old one stays. An answer that runs here is stopped
   * first. False where it is not sent: the person wants that answer, or as many run elsewhere as may. Never rejects.
   */
  async edit(promptId: string, text: string): Promise<boolean> {
    const { tree } = this;
    if (text.trim() === '' || tree.turn(promptId)?.kind !== 'prompt' || !(await this.#stopAllowed())) return false;
    if (this.#answers.isFull || this.#running !== null || this.tree !== tree) return false;
    const asked = editedPrompt(tree, promptId, text, this.#stamp);
    if (asked !== null) await this.#askBehind(asked, 'byPolicy');
    return asked !== null;
  }

  /**
   * Asks for an answer anew, by the rule or by the way that the person chose. What had text stays reachable. A run goes
   * on with the key from where it is. Never rejects.
   */
  async retry(answerId: string, chosen: 'again' | 'withKey'): Promise<void> {
    const before = this.#endedAnswer(answerId);
    if (before === null) return;
    const gone = chosen === 'withKey' && before.run !== undefined ? continuedRun(this.tree, before) : null;
    if (gone !== null) return this.#askBehind(gone, 'apiKeyOnly');
    const asked = retriedAnswer(this.tree, before, this.#stamp);
    const answer = chosen === 'withKey' ? { ...asked.answer, planRefusal: refusalOf(before) } : asked.answer;
    await this.#askBehind({ ...asked, answer }, routeOfRetry(before, chosen, this.#ports.payers.hasSession));
  }

  /** Goes on with an answer that was cut. Never rejects. */
  async continueAnswer(answerId: string): Promise<void> {
    const before = this.#endedAnswer(answerId);
    if (before === null) return;
    const asked =
      before.run === undefined ? continuedAnswer(this.tree, before, this.#stamp) : continuedRun(this.tree, before);
    if (asked !== null) await this.#askBehind(asked, routeOfContinuing(before));
  }

  /** Asks the plan alone and for words alone, also where another conversation is shown. Never rejects. */
  async askPlan(asked: Asked, into: StoredConversation): Promise<void> {
    const isBusy = this.#answers.isFull || this.#answers.in(into.tree.id) !== null;
    if (!isBusy) await this.#askBehind(asked, 'planOnly', into, true);
  }

  #endedAnswer(id: string): AnswerTurn | null {
    const turn = this.tree.turn(id);
    return this.#running === null && !this.#answers.isFull && turn?.kind === 'answer' ? turn : null;
  }

  #askBehind(asked: Asked, route: Route, into = this.#shown.stored(), inWords = false): Promise<void> {
    const tell = (): void => this.#events.tell({ kind: 'branchReplaced', after: asked.after });
    return this.#ask(asked, route, into, tell, inWords);
  }

  /** Shows the version before or after this turn's; what is before it stays. */
  showBranchBeside(turnId: string, step: 1 | -1): void {
    const chosen = this.#running === null ? chosenBranch(this.tree, turnId, step) : null;
    if (chosen === null) return;
    this.#shown.record(chosen);
    this.#events.tell({ kind: 'branchReplaced', after: this.tree.parentOf(turnId) });
  }

  /**
   * Takes a prompt and its answers out of the conversation, or puts them back; false where the one that runs may not be
   * stopped.
   */
  async setRemoved(turnId: string, removed: boolean): Promise<boolean> {
    const { tree } = this;
    const running = this.#running?.run.answer.id;
    if (running !== undefined && tree.answersTo(turnId).includes(running) && !(await this.#stopAllowed())) return false;
    if (this.tree !== tree) return false;
    for (const record of removedPrompt(tree, turnId, removed)) this.#shown.record(record);
    this.#events.tell({ kind: 'conversationReplaced' });
    this.#events.tell({ kind: 'conversationChanged' });
    return true;
  }

  /** Keeps what was decided about the conversation as a whole: its title, its pin, its deletion. */
  note(record: HistoryRecord): void {
    this.#shown.record(record);
    this.#events.tell({ kind: 'conversationChanged' });
  }

  /** More became known of a run that has ended; of one that goes on by now, it will tell itself. */
  addToRun({ tree, place }: StoredConversation, answerId: string, record: RunRecord): void {
    const turn = tree.turn(answerId);
    if (turn?.kind !== 'answer' || this.#answers.in(tree.id)?.run.answer.id === answerId) return;
    const answer = turnAfter(turn, record);
    tree.settle(answer);
    this.#ports.history.record(tree.id, place, storedRunRecord(answer, record));
    if (this.#shown.is({ tree, place })) this.#events.tell({ kind: 'answerReplaced', answer });
  }

  /** Ends the answer that runs in the shown conversation at once; what arrived is kept. */
  stop(): void {
    this.#running?.run.stop();
  }

  /** Ends the answer that runs in any conversation; resolves when it has ended. */
  stopIn(conversationId: string): Promise<void> {
    return this.#answers.stop(conversationId);
  }

  /** Begins a new conversation; see `show`. */
  clear(): void {
    this.show(this.#shown.begun());
  }

  /** Shows another conversation. An answer that runs in the one before goes on, and is kept there. */
  show(stored: StoredConversation): void {
    this.#shown.show(this.#answers.in(stored.tree.id)?.stored ?? stored);
    this.#events.tell({ kind: 'conversationReplaced' });
    this.#events.tell({ kind: 'conversationChanged' });
  }

  /** Begins a new conversation, and ends what runs in every other. Resolves when nothing runs any more. */
  async abandon(): Promise<void> {
    const stopped = this.#answers.stopAll();
    this.clear();
    await stopped;
  }

  /** Stops the answer that runs here, where the person lets it; true where none runs any more. */
  async #stopAllowed(): Promise<boolean> {
    const { id } = this.tree;
    if (this.#running !== null && !(await this.#ports.mayStop())) return false;
    await this.#answers.stop(id);
    return true;
  }

  /**
   * Begins an answer and runs it to its end.
   *
   * @param tell says what is new in the conversation, where it is the one that is shown.
   */
  async #ask(asked: Asked, route: Route, stored: StoredConversation, tell: () => void, inWords = false): Promise<void> {
    for (const record of asked.records) this.#shown.record(record, stored);
    const run = answerUnderWay(asked.answer, stored, this.#ports, inWords);
    const work = async (): Promise<void> => {
      if (this.#shown.is(stored)) tell();
      await this.#runToEnd(stored, run, route);
      stored.tree.settle(run.answer);
    };
    await this.#answers.during(stored, run, work, () =>
      this.#events.tell({ kind: 'answerEnded', answer: run.answer, stored, isShown: this.#shown.is(stored) }),
    );
  }

  async #runToEnd(stored: StoredConversation, run: AnswerUnderWay, route: Route): Promise<void> {
    const { tree, place } = stored;
    const read: ReadImageFile = (image) => this.#ports.history.readImage(tree.id, place, image);
    await run.run(tree, route, read, ({ records, event }) => {
      for (const record of records) tree.takeBeside(record);
      // An answer that ends with its window was not stopped by the person: without an end it counts as interrupted.
      if (!this.#closed) for (const record of records) this.#ports.history.record(tree.id, place, record);
      if (event !== null && this.#shown.is(stored)) this.#events.tell(event);
    });
  }

  /**
   * The window closes: the history hears of no end of the answers that run, so they count as interrupted. Never
   * rejects.
   */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#answers.stopAll();
  }
}
