// Knows what lies ready for the next prompt: attachments, prompts that wait for the running answer, model and thinking;
// and turns what was typed into what is sent. It does not know how a source is read, nor what an answer is.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { type Attachment, createAttachment, withAttachment } from '../../core/chat/attachment.ts';
import type { HostMessage, PageMessage } from '../../core/chat/panel-messages.ts';
import { type AskingCommand, builtInCommands, isBuiltIn, parseSlashCommand } from '../../core/chat/slash-command.ts';
import { windowUse } from '../../core/chat/window-fill.ts';
import type { Log } from '../../core/ports.ts';
import { mayAttach } from './attach-consent.ts';
import { pickContext } from './attach-pick.ts';
import type { ChatSession } from './chat-session.ts';
import { activeEditor, type ContextSource, fileSource, problemsSource, selectionSource } from './context-sources.ts';
import { isThinking } from './model-choice.ts';
import { PromptFiles } from './prompt-files.ts';
import { commandDescription, commandPrompt, instructionsPrompt } from './slash-words.ts';
import { attachmentView } from './turn-view.ts';

export interface DeskParts {
  readonly chat: ChatSession;
  /** Whether anybody could answer at all; a prompt waits otherwise. */
  readonly canAsk: () => boolean;
  readonly log: Log;
}

interface ReadyPrompt {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export type ComposerRequest = Extract<
  PageMessage,
  { kind: 'attachContext' | 'detachContext' | 'unqueuePrompt' | 'sendQueued' | 'chooseModel' | 'switchThinking' | 'attachFiles' }
>;

export class ComposerDesk implements vscode.Disposable {
  readonly #parts: DeskParts;
  readonly #told = new vscode.EventEmitter<HostMessage>();
  readonly #promptFiles = new PromptFiles();
  readonly #subscriptions: vscode.Disposable;
  #attachments: readonly Attachment[] = [];
  #queue: readonly ReadyPrompt[] = [];
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
      parts.chat.onTold((message) => this.#follow(message)),
    );
    void this.#promptFiles.reload();
  }

  shown(): HostMessage {
    const { chat } = this.#parts;
    const { model } = chat;
    const size = model?.contextWindow;
    const use = (): number => windowUse(chat.conversation(), { text: this.#draft, attachments: this.#attachments });
    const builtIn = builtInCommands.map((name) => ({ name, description: commandDescription(name) }));
    return {
      kind: 'composerShown',
      composer: {
        attachments: this.#attachments.map(attachmentView),
        queued: this.#queue.map(({ id, text, attachments }) => ({ id, text, attachments: attachments.map(attachmentView) })),
        commands: [...builtIn, ...this.#promptFiles.all.map(({ name, description }) => ({ name, description }))],
        models: chat.models.map(({ id, name }) => ({ id, name: name ?? id })),
        modelId: model?.id ?? null,
        thinking: model?.thinking === true ? isThinking(chat.choice) : null,
        fill: size === undefined ? null : { used: use(), size },
      },
    };
  }

  /** Reads a source and lays it ready, asking first where that is wise; says why where it cannot be. Never rejects. */
  async attach(source: ContextSource): Promise<void> {
    const attachment = await this.#allowed(source, this.#toldUnreadable);
    if (attachment === null) return;
    this.#attachments = withAttachment(this.#attachments, attachment);
    this.#tell();
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
    const attachments = await this.#allAllowed(sources, this.#toldUnreadable);
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
        for (const uri of request.uris.filter(isAddress)) await this.attach(fileSource(vscode.Uri.parse(uri, true)));
        return;
    }
    this.#tell();
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
        this.#parts.chat.clear();
        return null;
      }
      const attachments = taken.length > 0 ? taken : await this.#readAtHand(name === 'fix');
      return readyPrompt([commandPrompt(name), rest].join('\n\n').trim(), attachments);
    }
    const file = this.#promptFiles.all.find((promptFile) => promptFile.name === name);
    if (file === undefined) return readyPrompt(text, taken);
    const instructions = createAttachment('instructions', `/${name}`, file.body, 'markdown');
    return readyPrompt(rest === '' ? instructionsPrompt(name) : rest, [instructions, ...taken]);
  }

  /** What a command is about where nothing was attached: nothing is taken from a workspace that is not trusted. */
  async #readAtHand(withProblems: boolean): Promise<Attachment[]> {
    const editor = activeEditor();
    if (editor === undefined || !vscode.workspace.isTrusted) return [];
    const { document, selection } = editor;
    const code = selectionSource(editor) ?? fileSource(document.uri);
    const problems = withProblems ? problemsSource(document.uri, selection.isEmpty ? undefined : selection) : null;
    return this.#allAllowed(problems === null ? [code] : [code, problems], () => undefined);
  }

  /** One after the other, since each may ask; what is told of a file that may not go does not go either. */
  async #allAllowed(sources: readonly ContextSource[], unreadable: (label: string) => void): Promise<Attachment[]> {
    const found: Attachment[] = [];
    for (const source of sources) {
      const attachment = await this.#allowed(source, unreadable);
      if (attachment === null) break;
      found.push(attachment);
    }
    return found;
  }

  async #allowed(source: ContextSource, unreadable: (label: string) => void): Promise<Attachment | null> {
    try {
      const attachment = await source.read();
      if (attachment === null) unreadable(source.label);
      return attachment !== null && (await mayAttach(source.uri, attachment)) ? attachment : null;
    } catch (error) {
      this.#parts.log.warn(`Something could not be attached: ${error instanceof vscode.FileSystemError ? error.code : 'unknown'}`);
      unreadable(source.label);
      return null;
    }
  }

  readonly #toldUnreadable = (label: string): void => {
    const text = vscode.l10n.t('{0} was not attached: it cannot be read as text, or it is too large.', label);
    void vscode.window.showInformationMessage(text);
  };

  #follow(message: HostMessage): void {
    if (message.kind === 'answerEnded') this.#endedWell = message.progress.kind === 'done' || message.progress.kind === 'truncated';
    const { id } = this.#parts.chat.tree;
    if (message.kind !== 'conversationShown' || id === this.#conversationId) return;
    // Another conversation: what lay ready for the one before is not sent into it.
    this.#conversationId = id;
    this.#attachments = [];
    this.#queue = [];
    this.#tell();
  }

  #tell(): void {
    this.#told.fire(this.shown());
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#told.dispose();
  }
}

function readyPrompt(text: string, attachments: readonly Attachment[]): ReadyPrompt {
  return { id: randomUUID(), text, attachments };
}

/** A drop may bring anything; only an address with a scheme names a file. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\//i.test(text);
}
