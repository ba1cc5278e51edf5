// Knows what lies ready for the next prompt: attachments, prompts that wait for the running answer, model and thinking;
// and turns what was typed into what is sent. It does not know how a source is read, nor what an answer is.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { isImage, type ReadyAttachment, type ReadyImage, withAttachment } from '../../core/chat/attachment.ts';
import { readableTokens } from '../../core/chat/answer-preferences.ts';
import type { ComposerView, HostMessage, PageMessage } from '../../core/chat/panel-messages.ts';
import type { ReadyPrompt, ReadyShelf } from '../../core/chat/ready-shelf.ts';
import { type AskingCommand, builtInCommands, isBuiltIn, parseSlashCommand } from '../../core/chat/slash-command.ts';
import { fitWindow } from '../../core/chat/window-fill.ts';
import type { Log } from '../../core/ports.ts';
import { onSendKeyChanged, readSendKey } from '../settings.ts';
import { nameOf, offerImageModel, readAllAllowed, readAllowed, readAtHand, tellObstacle } from './attaching.ts';
import { pickContext } from './attach-pick.ts';
import type { ChatSession } from './chat-session.ts';
import { type ContextSource, droppedSources, imageSource } from './context-sources.ts';
import { fillNote, imagesNote } from './fill-text.ts';
import { isThinking, preferencesFor } from './model-choice.ts';
import { PromptFiles } from './prompt-files.ts';
import { commandDescription, commandPrompt, instructionsPrompt } from './slash-words.ts';
import { attachmentView } from './turn-view.ts';

export interface DeskParts {
  readonly chat: ChatSession;
  readonly shelf: ReadyShelf;
  /** Whether anybody could answer at all; a prompt waits otherwise. */
  readonly canAsk: () => boolean;
  readonly log: Log;
}

export type ComposerRequest = Extract<
  PageMessage,
  { kind: 'attachContext' | 'attachFiles' | 'attachImage' | 'detachContext' | 'unqueuePrompt' | 'sendQueued' | 'chooseModel' | 'switchThinking' | 'thumbnailDrawn' }
>;

export class ComposerDesk implements vscode.Disposable {
  readonly #parts: DeskParts;
  readonly #told = new vscode.EventEmitter<HostMessage>();
  readonly #promptFiles = new PromptFiles();
  readonly #subscriptions: vscode.Disposable;
  #draft = '';
  #conversationId: string;
  /** Whether the last answer ended as answers should: after a stop or a failure, what waits is sent by the person alone. */
  #endedWell = true;

  readonly onTold = this.#told.event;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#conversationId = parts.chat.tree.id;
    this.#subscriptions = vscode.Disposable.from(
      this.#promptFiles,
      this.#promptFiles.onDidChange(() => this.#tell()),
      onSendKeyChanged(() => this.#tell()),
      parts.chat.onTold((message) => this.#follow(message)),
      parts.chat.onSwitched(() => this.#switched()),
    );
    void this.#promptFiles.reload();
  }

  get #attachments(): readonly ReadyAttachment[] {
    return this.#parts.shelf.of(this.#parts.chat.tree).attachments;
  }

  set #attachments(attachments: readonly ReadyAttachment[]) {
    this.#parts.shelf.put(this.#parts.chat.tree, { attachments, queue: this.#queue });
  }

  get #queue(): readonly ReadyPrompt[] {
    return this.#parts.shelf.of(this.#parts.chat.tree).queue;
  }

  set #queue(queue: readonly ReadyPrompt[]) {
    this.#parts.shelf.put(this.#parts.chat.tree, { attachments: this.#attachments, queue });
  }

  shown(): HostMessage {
    const { chat } = this.#parts;
    const { model } = chat;
    const builtIn = builtInCommands.map((name) => ({ name, description: commandDescription(name) }));
    return {
      kind: 'composerShown',
      composer: {
        attachments: this.#attachments.map(attachmentView),
        queued: this.#queue.map(({ id, text, attachments }) => ({ id, text, attachments: attachments.map(attachmentView) })),
        commands: [...builtIn, ...this.#promptFiles.all.map(({ name, description }) => ({ name, description }))],
        models: chat.models.map((offered) => ({ id: offered.id, name: nameOf(offered) })),
        modelId: model?.id ?? null,
        thinking: model?.thinking === true ? isThinking(chat.choice) : null,
        fill: this.#fill(),
        imagesNote: model === undefined || model.images ? null : imagesNote(nameOf(model), this.#countImages()),
        sendKey: readSendKey(),
      },
    };
  }

  #fill(): ComposerView['fill'] {
    const { chat } = this.#parts;
    const size = chat.model === undefined ? null : readableTokens(chat.model, preferencesFor(chat.choice));
    if (size === null) return null;
    const fit = fitWindow(chat.conversation(), { text: this.#draft, attachments: this.#attachments }, size);
    return { used: fit.used, size, note: fillNote(fit) };
  }

  /** Images that the next prompt would bring along, those of the conversation included. */
  #countImages(): number {
    const asked = this.#parts.chat.conversation().turns.flatMap((turn) => (turn.kind === 'prompt' ? (turn.attachments ?? []) : []));
    return [...asked, ...this.#attachments].filter(isImage).length;
  }

  /** For a page that has just begun: images that it has not drawn in small yet. */
  undrawnImages(): HostMessage[] {
    return this.#attachments.filter(isImage).filter(({ thumbnail }) => thumbnail === '').map(imageRead);
  }

  /** Reads a source and lays it ready, asking first where that is wise; says why where it cannot be. Never rejects. */
  async attach(source: ContextSource): Promise<void> {
    const { chat, log } = this.#parts;
    const attachment = await readAllowed(source, log, tellObstacle);
    if (attachment === null) return;
    if (!isImage(attachment) || chat.model?.images === true) this.#add(attachment);
    // The answer may come much later: whatever else is to be attached does not wait for it.
    else void this.#addWithOtherModel(attachment);
  }

  async #addWithOtherModel(image: ReadyImage): Promise<void> {
    const { chat } = this.#parts;
    const modelId = await offerImageModel(image, chat.model, chat.models);
    if (modelId === undefined) return;
    chat.choice = { ...chat.choice, modelId };
    this.#add(image);
  }

  #add(attachment: ReadyAttachment): void {
    this.#attachments = withAttachment(this.#attachments, attachment);
    this.#tell();
    if (isImage(attachment)) this.#told.fire(imageRead(attachment));
  }

  /** Sends what was typed with what lies ready, now or after the running answer. Never rejects. */
  async send(text: string): Promise<void> {
    if (text.trim() === '') return;
    this.draftSaved('');
    const prompt = await this.#prompt(text);
    if (prompt !== null) this.#sendOrQueue(prompt);
  }

  /** Sends a command with its own context, and leaves what lies ready for another prompt. Never rejects. */
  async ask(command: AskingCommand, sources: readonly ContextSource[]): Promise<void> {
    const attachments = await readAllAllowed(sources, this.#parts.log, tellObstacle);
    if (attachments.length > 0) this.#sendOrQueue(readyPrompt(commandPrompt(command), attachments));
  }

  #sendOrQueue(prompt: ReadyPrompt): void {
    if (this.#parts.chat.isAnswering || !this.#parts.canAsk()) {
      this.#queue = [...this.#queue, prompt];
      this.#tell();
    } else {
      this.#deliver(prompt);
    }
  }

  /** The text being written counts towards the window's fill. */
  draftSaved(text: string): void {
    this.#draft = text;
    this.#tell();
  }

  /** The chat is free again: what waits goes next, if the last answer ended well. */
  answerEnded(): void {
    if (this.#endedWell) this.#sendNext();
    this.#tell();
  }

  async fulfil(request: ComposerRequest): Promise<void> {
    const { chat } = this.#parts;
    switch (request.kind) {
      case 'attachContext': {
        const source = await pickContext();
        if (source !== undefined) await this.attach(source);
        return;
      }
      case 'detachContext':
        this.#attachments = this.#attachments.filter(({ id }) => id !== request.id);
        break;
      case 'unqueuePrompt': {
        const taken = this.#queue.find(({ id }) => id === request.id);
        this.#queue = this.#queue.filter((prompt) => prompt !== taken);
        if (request.keepsAttachments) this.#attachments = (taken?.attachments ?? []).reduce(withAttachment, this.#attachments);
        break;
      }
      case 'sendQueued':
        this.#sendNext();
        break;
      case 'chooseModel':
        if (chat.models.some(({ id }) => id === request.id)) chat.choice = { ...chat.choice, modelId: request.id };
        break;
      case 'switchThinking':
        chat.choice = { ...chat.choice, thinks: request.on };
        break;
      case 'attachFiles':
        for (const source of request.uris.flatMap(droppedSources)) await this.attach(source);
        return;
      case 'attachImage':
        return this.attach(imageSource(this.#unlikeOthers(request.name), request.data));
      case 'thumbnailDrawn':
        this.#attachments = this.#attachments.map((ready) =>
          ready.kind === 'image' && ready.id === request.id ? { ...ready, thumbnail: request.thumbnail } : ready,
        );
        break;
    }
    this.#tell();
  }

  /** Everything that is pasted comes under one name. */
  #unlikeOthers(name: string): string {
    const labels = new Set(this.#attachments.map(({ label }) => label));
    let found = name;
    for (let number = 2; labels.has(found); number += 1) found = `${name} (${number})`;
    return found;
  }

  #sendNext(): void {
    const [next, ...rest] = this.#queue;
    if (next === undefined || this.#parts.chat.isAnswering || !this.#parts.canAsk()) return;
    this.#queue = rest;
    this.#deliver(next);
  }

  #deliver({ text, attachments }: ReadyPrompt): void {
    this.#endedWell = false;
    void this.#parts.chat.send(text, attachments);
    this.#tell();
  }

  /** What is sent for what was typed; null where a command did something else. Takes what lies ready at once. */
  async #prompt(text: string): Promise<ReadyPrompt | null> {
    const taken = this.#attachments;
    this.#attachments = [];
    const command = parseSlashCommand(text);
    if (command === null) return readyPrompt(text, taken);
    const { name, rest } = command;
    if (isBuiltIn(name)) {
      if (name === 'clear') {
        await this.#parts.chat.clear();
        return null;
      }
      const attachments = taken.length > 0 ? taken : await readAtHand(name === 'fix', this.#parts.log);
      return readyPrompt([commandPrompt(name), rest].join('\n\n').trim(), attachments);
    }
    const source = this.#promptFiles.all.find((promptFile) => promptFile.name === name)?.source;
    if (source === undefined) return readyPrompt(text, taken);
    const instructions = await readAllowed(source, this.#parts.log, tellObstacle);
    if (instructions !== null) return readyPrompt(rest === '' ? instructionsPrompt(name) : rest, [instructions, ...taken]);
    this.#giveBack(text, taken);
    return null;
  }

  /** What was typed, and what was to go along, where it is not sent after all. */
  #giveBack(text: string, taken: readonly ReadyAttachment[]): void {
    this.#attachments = this.#attachments.reduce(withAttachment, taken);
    this.draftSaved(this.#draft.trim() === '' ? text : `${text}\n\n${this.#draft}`);
    this.#told.fire({ kind: 'draftShown', text: this.#draft });
  }

  #follow(message: HostMessage): void {
    if (message.kind === 'answerEnded') this.#endedWell = message.progress.kind === 'done' || message.progress.kind === 'truncated';
  }

  /** What lay ready for another conversation waits there, and for one that begins it is still at hand. */
  #switched(): void {
    const { id, isEmpty } = this.#parts.chat.tree;
    if (id === this.#conversationId && !isEmpty) this.#parts.shelf.begun(id);
    this.#conversationId = id;
    this.#tell();
  }

  /** Lets go of all that lies ready. */
  forget(): void {
    this.#parts.shelf.clear();
    this.draftSaved('');
  }

  #tell(): void {
    this.#told.fire(this.shown());
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#told.dispose();
  }
}

function imageRead({ id, mediaType, data }: ReadyImage): HostMessage {
  return { kind: 'imageRead', id, mediaType, data };
}

function readyPrompt(text: string, attachments: readonly ReadyAttachment[]): ReadyPrompt {
  return { id: randomUUID(), text, attachments };
}
