// What a person does with whole conversations: list, rename, pin, delete, export, import.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { conversationMarkdown } from '../../../core/chat/conversation/markdown-export.ts';
import { ConversationTree } from '../../../core/chat/conversation/tree.ts';
import type { ConversationStore, ListedConversation, StoredConversation } from '../../../core/chat/history/history.ts';
import type { PlaceName } from '../../../core/chat/history/place.ts';
import {
  encodeExport,
  type ExportedConversation,
  imagesIn,
  parseExport,
} from '../../../core/chat/conversation/conversation-export.ts';
import { type HistoryRecord, largestFile } from '../../../core/chat/conversation/records.ts';
import { readImage } from '../../../core/chat/attachments/image.ts';
import { askText } from '../../display/input-box.ts';
import { inertName } from '../../display/names.ts';
import { showError, showInformation, type Tell } from '../../display/notification.ts';
import { pickOne } from '../../display/quick-pick.ts';
import { largestTitle } from '../../../core/service/stored-fields.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { UnseenAnswers } from '../../../core/chat/session/unseen-answers.ts';
import { type ItemAction, showConversations } from './picker.ts';

const { l10n } = vscode;

export interface ConversationPorts {
  readonly session: ChatSession;
  readonly history: ConversationStore;
  readonly newPlace: () => PlaceName;
  readonly panel: {
    readonly unseen: UnseenAnswers;
    /** Brings it to the front. */
    readonly focus: () => Promise<void>;
  };
  /** What conversations have cost, in a few words, by their ids. */
  readonly use: () => Promise<ReadonlyMap<string, string>>;
}

export class ConversationActions {
  readonly #session: ChatSession;
  readonly #history: ConversationStore;
  readonly #ports: ConversationPorts;

  constructor(ports: ConversationPorts) {
    this.#session = ports.session;
    this.#history = ports.history;
    this.#ports = ports;
  }

  /** Opens the list; see conversation-pick.ts. */
  list(): void {
    showConversations({
      conversations: () => this.#history.list(),
      read: (conversation) => this.#history.read(conversation),
      shownId: this.#session.tree.id,
      mark: (id) =>
        this.#session.answering.has(id) ? 'answering' : this.#ports.panel.unseen.has(id) ? 'unseen' : null,
      onAnswerEnded: (redraw) =>
        this.#session.events.listen(({ kind }) => {
          if (kind === 'answerEnded') redraw();
        }),
      use: () => this.#ports.use().catch(() => new Map<string, string>()),
      open: ({ id }) => this.openById(id),
      act: (action, conversation, changed) => this.#act(action, conversation, changed),
      import: () => this.import(),
    });
  }

  /** Those that the list shows, by their ids. Never rejects. */
  async titles(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#history.list()).map(({ id, title }) => [id, title]));
  }

  /** Shows a conversation in the panel; the one that is shown stays where it is not there any more. */
  async openById(id: string): Promise<void> {
    const stored = id === this.#session.tree.id ? null : await this.#history.open(id);
    if (stored !== null) this.#session.show(stored);
    await this.#ports.panel.focus();
  }

  async #act(action: ItemAction, conversation: ListedConversation, changed: () => void): Promise<void> {
    switch (action) {
      case 'pin':
      case 'unpin':
        this.#record(conversation, { kind: 'pinned', pinned: action === 'pin' });
        changed();
        return;
      case 'rename':
        return this.#rename(conversation);
      case 'export':
        return this.#export({ tree: await this.#history.read(conversation), place: conversation.place });
      case 'delete':
        return this.#delete(conversation, changed);
    }
  }

  async #rename(conversation: ListedConversation): Promise<void> {
    const value = conversation.title;
    const title = await askText({
      title: l10n.t('Rename Conversation'),
      prompt: l10n.t('What the conversation is called in the list'),
      value,
    });
    if (title !== undefined && title.trim() !== '')
      this.#record(conversation, { kind: 'titled', title: title.trim().slice(0, largestTitle).toWellFormed() });
  }

  async #delete(conversation: ListedConversation, changed: () => void): Promise<void> {
    const wasShown = conversation.id === this.#session.tree.id;
    await this.#session.stopIn(conversation.id);
    this.#ports.panel.unseen.clear(conversation.id);
    if (wasShown) this.#session.clear();
    this.#record(conversation, { kind: 'deleted', deleted: true });
    changed();
    const undo = l10n.t('Undo');
    const text = l10n.t('The conversation “{0}” is deleted.', inertName(conversation.title));
    if ((await showInformation(text, undo)) !== undo) return;
    this.#record(conversation, { kind: 'deleted', deleted: false });
    changed();
    const back = wasShown && this.#session.tree.isEmpty ? await this.#history.open(conversation.id) : null;
    if (back !== null) this.#session.show(back);
  }

  /** Changes a conversation of the list, and with it the one that is shown, where it is the same. */
  #record({ id, place }: ListedConversation, record: HistoryRecord): void {
    if (id === this.#session.tree.id) this.#session.note(record);
    else this.#history.record(id, place, record);
  }

  /** Writes the shown conversation to a file that the person chooses. */
  async exportShown(): Promise<void> {
    const conversation = this.#session.current();
    if (conversation.tree.allTurns().length === 0)
      void showInformation(l10n.t('There is nothing to export yet: nothing has been asked.'));
    else await this.#export(conversation);
  }

  async #export(conversation: StoredConversation): Promise<void> {
    const { tree } = conversation;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name =
      tree.title
        .replaceAll(/[^\p{L}\p{N} _-]+/gu, '')
        .trim()
        .slice(0, 60) || 'conversation';
    const markdown = {
      label: l10n.t('Markdown'),
      description: l10n.t('The versions shown now, for reading'),
      extension: 'md',
    };
    const json = { label: l10n.t('JSON'), description: l10n.t('Everything, for importing again'), extension: 'json' };
    const kind = await pickOne([markdown, json], { title: l10n.t('Export Conversation') });
    if (kind === undefined) return;
    const target = await vscode.window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.${kind.extension}`) }),
      filters: { [kind.label]: [kind.extension] },
    });
    if (target === undefined) return;
    const words = { you: l10n.t('You'), answer: l10n.t('Answer'), attached: l10n.t('Attached:') };
    const text =
      kind === json ? await this.#exported(conversation) : conversationMarkdown(tree.title, tree.shown(), words);
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    const open = l10n.t('Open');
    if ((await showInformation(l10n.t('The conversation is exported.'), open)) === open) {
      await vscode.window.showTextDocument(target);
    }
  }

  async #exported({ tree, place }: StoredConversation): Promise<string> {
    const records = tree.records();
    const images = new Map<string, string>();
    for (const image of imagesIn(records)) {
      const data = await this.#history.readImage(tree.id, place, image);
      if (data !== null) images.set(image.fileId, data);
    }
    return encodeExport({ records, images });
  }

  /** Reads an exported conversation and shows it, as a new one beside those that are there. */
  async import(): Promise<void> {
    const chosen = (
      await vscode.window.showOpenDialog({ title: l10n.t('Import a Conversation'), filters: { JSON: ['json'] } })
    )?.[0];
    if (chosen === undefined) return;
    // Its size is known before it is read: what is far too large must not fill the memory.
    const { size } = await vscode.workspace.fs.stat(chosen);
    if (size > largestFile) {
      void showError(
        l10n.t('This file is larger than 64 MB, the most that a conversation may have. Nothing was changed.'),
      );
      return;
    }
    const exported = parseExport(new TextDecoder().decode(await vscode.workspace.fs.readFile(chosen)));
    if (exported === null)
      void showError(l10n.t('This file is not a conversation that Tidemark exported. Nothing was changed.'));
    else await this.#take(exported);
  }

  async #take({ records, images }: ExportedConversation): Promise<void> {
    const conversation = { tree: new ConversationTree(randomUUID()), place: this.#ports.newPlace() };
    const { id } = conversation.tree;
    const now = Date.now();
    const dated = records.map(({ at, ...record }) => ({ record, at: Math.min(at, now) }));
    for (const { record, at } of dated) conversation.tree.take(record, at);
    this.#session.show(conversation);
    for (const image of imagesIn(records)) {
      const content = readImage(images.get(image.fileId) ?? '');
      if (typeof content !== 'string') this.#history.keepImage(id, conversation.place, image, content.data);
    }
    for (const { record, at } of dated) this.#history.record(id, conversation.place, record, at);
    await this.#ports.panel.focus();
  }
}

/** Deletes a prompt with its answers, and offers it back. */
export async function removeTurn(session: ChatSession, turnId: string, tell: Tell): Promise<void> {
  const { id } = session.tree;
  if (!(await session.setRemoved(turnId, true))) return;
  const undo = l10n.t('Undo');
  const pressed = await tell(l10n.t('The prompt and its answers are deleted.'), undo);
  if (pressed === undo && session.tree.id === id) await session.setRemoved(turnId, false);
}
