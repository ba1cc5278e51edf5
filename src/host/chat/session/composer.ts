// Turns what was typed, pasted and chosen in the composer into what is sent, and tells the page what the composer
// shows.
import * as vscode from 'vscode';
import { type PendingAttachment, withAttachment } from '../../../core/chat/attachments/attachment.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import type { ChatEvent } from '../../../core/chat/session/chat-events.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { ModelChoice } from '../../../core/chat/session/model-choice.ts';
import type { PromptQueue } from '../../../core/chat/session/queue/prompt-queue.ts';
import { type AskingCommand, isAsking, parseSlashCommand } from '../../../core/chat/prompt/slash-command.ts';
import type { Log, PersistedText } from '../../../core/ports.ts';
import { onSendKeyChanged } from '../../settings.ts';
import { AccompanyingContext, type Accompaniment, readHarmlessText } from '../context/accompanying.ts';
import { readAllAllowed, readAllowed, readAtHand, tellNothingAtHand, tellObstacle } from '../context/attaching.ts';
import { ContextMention } from '../context/mention.ts';
import type { ContextSource } from '../context/sources/sources.ts';
import { PromptFiles } from '../context/prompt-files.ts';
import { commandPrompt, instructionsPrompt } from '../context/slash-commands.ts';
import { showInformation } from '../../display/notification.ts';
import type { PromptCircumstances } from './prompt-costs.ts';
import { tooManyText } from '../present/answering.ts';
import { compactConversation } from './compacting.ts';
import { composerView, goesAnyway, imageRead } from './composer-view.ts';
import { PromptAttachments } from './prompt-attachments.ts';

interface TypedPrompt {
  readonly text: string;
  readonly attachments: readonly PendingAttachment[];
}

export class Composer implements vscode.Disposable {
  readonly #session: ChatSession;
  readonly #queue: PromptQueue;
  readonly #models: ModelChoice;
  readonly #draft: PersistedText;
  readonly #circumstances: PromptCircumstances;
  readonly #log: Log;
  readonly attachments: PromptAttachments;
  /** What is offered at an @ in the prompt. */
  readonly mention: ContextMention;
  readonly #message = new vscode.EventEmitter<HostMessage>();
  readonly #promptFiles = new PromptFiles();
  readonly #accompanying = new AccompanyingContext(readHarmlessText);
  readonly #subscriptions: vscode.Disposable;

  readonly onMessage = this.#message.event;

  constructor(
    session: ChatSession,
    queue: PromptQueue,
    models: ModelChoice,
    draft: PersistedText,
    circumstances: PromptCircumstances,
    log: Log,
  ) {
    this.#session = session;
    this.#queue = queue;
    this.#models = models;
    this.#draft = draft;
    this.#circumstances = circumstances;
    this.#log = log;
    this.attachments = new PromptAttachments(queue, models, log, (image) => {
      this.#tell();
      if (image !== null) this.#message.fire(imageRead(image));
    });
    // A folder is attached as its listing.
    this.mention = new ContextMention(
      (label) => queue.attachments.some((attached) => attached.label === label || attached.label === `${label}/`),
      log,
    );
    const stopListening = session.events.listen(({ kind }) => {
      // A run that hears of a waiting prompt is shown anew.
      if (retold.has(kind)) this.#tell();
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#promptFiles,
      this.#promptFiles.onDidChange(() => this.#tell()),
      this.#accompanying,
      this.#accompanying.onDidChange(() => this.#tell()),
      this.mention,
      onSendKeyChanged(() => this.#tell()),
      circumstances.costs.onDidChange(() => this.#tell()),
      circumstances.agent.onDidChooseMode(() => this.#tell()),
      { dispose: stopListening },
    );
    void this.#promptFiles.reload();
  }

  shown(): HostMessage {
    const composer = composerView({
      conversation: this.#session.conversation(),
      queue: this.#queue,
      models: this.#models,
      accompanying: this.#accompaniments(),
      text: this.#draft.text,
      promptFiles: this.#promptFiles.all,
      circumstances: this.#circumstances,
    });
    return { kind: 'composerShown', composer };
  }

  /** What goes along by itself, unless it does already, or has gone along as it is. */
  #accompaniments(): readonly Accompaniment[] {
    return this.#accompanying.shown((attachment) => goesAnyway(attachment, this.#session.conversation(), this.#queue));
  }

  /** For a page that has just begun: images that it has not drawn in small yet. */
  undrawnImages(): HostMessage[] {
    return this.attachments.undrawn.map(imageRead);
  }

  /** Sends what was typed with its attachments, now or after the running answer. Never rejects. */
  async send(text: string): Promise<void> {
    if (text.trim() === '') return;
    this.saveDraft('');
    const prompt = await this.#prompt(text);
    if (prompt !== null) this.submit(prompt.text, prompt.attachments);
  }

  /**
   * Lets what was typed wait with its attachments, as `wait` does it; where that gives false it stays in the composer.
   * Never rejects.
   */
  async postpone(text: string, wait: (prompt: TypedPrompt) => Promise<boolean>): Promise<void> {
    if (text.trim() === '') return;
    this.saveDraft('');
    const prompt = await this.#prompt(text);
    if (prompt !== null && !(await wait(prompt))) this.#giveBack(text, prompt.attachments);
    this.#tell();
  }

  /** Sends a command with its own context, and leaves pending attachments for another prompt. Never rejects. */
  async ask(command: AskingCommand, sources: readonly ContextSource[]): Promise<void> {
    const attachments = await readAllAllowed(sources, this.#log, tellObstacle);
    if (attachments.length > 0) this.submit(commandPrompt(command), attachments);
  }

  /** Sends this, now or after the running answer, and leaves what is typed and attached for another prompt. */
  submit(text: string, attachments: readonly PendingAttachment[]): void {
    this.#queue.send(text, attachments);
    this.#tell();
  }

  /** Keeps what is being typed; it counts towards what the next prompt takes of the model's window. */
  saveDraft(text: string): void {
    const before = this.#draft.text;
    this.#draft.write(text);
    this.#tell();
    if (text.startsWith('/') && !before.startsWith('/')) void this.#promptFiles.reload();
    if (before === '' && text !== '') this.#accompanying.look();
  }

  /** Sends something along that comes by itself, or leaves it out. */
  switchAccompanying(id: string, on: boolean): void {
    this.#accompanying.switch(id, on);
  }

  /** Sends a prompt in another wording; where that may not be, the wording is not lost. Never rejects. */
  async edit(turnId: string, text: string): Promise<void> {
    const { isFull } = this.#session;
    if (await this.#session.edit(turnId, text)) return;
    this.#giveBack(text, []);
    if (isFull) void showInformation(tooManyText());
  }

  unqueue(id: string, keepsAttachments: boolean): void {
    this.#queue.remove(id, keepsAttachments);
    this.#tell();
  }

  joinRun(id: string, joins: boolean): void {
    this.#queue.joinRun(id, joins);
    this.#tell();
  }

  sendQueued(): void {
    this.#queue.sendNext();
    this.#tell();
  }

  chooseModel(id: string): void {
    this.#models.choose(id);
    this.#tell();
  }

  switchThinking(on: boolean): void {
    this.#models.switchThinking(on);
    this.#tell();
  }

  /**
   * What is sent for what was typed; null where a command did something else. A prompt takes the pending attachments at
   * once.
   */
  async #prompt(text: string): Promise<TypedPrompt | null> {
    const command = parseSlashCommand(text);
    if (command?.name === 'clear') {
      this.#session.clear();
      return null;
    }
    if (command?.name === 'compact') {
      void compactConversation(this.#session, command.rest, showInformation);
      return null;
    }
    const along = this.#accompaniments().filter(({ isOn }) => isOn);
    const taken = this.#queue.takeAttachments();
    const withAlong = (attachments: readonly PendingAttachment[]): readonly PendingAttachment[] =>
      attachments.reduce(
        withAttachment<PendingAttachment>,
        along.map(({ attachment }) => attachment),
      );
    if (command === null) return { text, attachments: withAlong(taken) };
    const { name, rest } = command;
    if (isAsking(name)) {
      const attachments = taken.length > 0 ? taken : await readAtHand(name === 'fix', this.#log);
      if (attachments.length === 0 && rest === '') {
        tellNothingAtHand(name);
        this.#giveBack(text, []);
        return null;
      }
      return { text: [commandPrompt(name), rest].join('\n\n').trim(), attachments: withAlong(attachments) };
    }
    const source = (await this.#promptFiles.find(name))?.source;
    if (source === undefined) return { text, attachments: withAlong(taken) };
    const instructions = await readAllowed(source, this.#log, tellObstacle);
    if (instructions !== null)
      return { text: rest === '' ? instructionsPrompt(name) : rest, attachments: withAlong([instructions, ...taken]) };
    this.#giveBack(text, taken);
    return null;
  }

  /** What was typed, and what was to go along, where it is not sent after all. */
  #giveBack(text: string, taken: readonly PendingAttachment[]): void {
    this.#queue.giveBack(taken);
    const draft = this.#draft.text;
    this.saveDraft(draft.trim() === '' ? text : `${text}\n\n${draft}`);
    this.#message.fire({ kind: 'draftShown', text: this.#draft.text });
  }

  /** Discards all pending attachments and prompts. */
  forget(): void {
    this.#queue.clear();
    this.saveDraft('');
  }

  #tell(): void {
    this.#message.fire(this.shown());
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#message.dispose();
  }
}

/** What changes how full the window is. */
const retold: ReadonlySet<ChatEvent['kind']> = new Set([
  ...(['answerEnded', 'answerReplaced', 'conversationChanged', 'summariesChanged'] as const),
]);
