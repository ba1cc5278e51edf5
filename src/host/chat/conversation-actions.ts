// Knows what a person does with whole conversations: list, rename, pin, delete, export, import; not how they are kept, nor
// what the list looks like.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { conversationMarkdown } from '../../core/chat/conversation-markdown.ts';
import { ConversationTree } from '../../core/chat/conversation-tree.ts';
import type { History, ListedConversation, PlaceName, StoredConversation } from '../../core/chat/history.ts';
import { encodeExport, type ExportedConversation, imagesIn, parseExport } from '../../core/chat/history/conversation-export.ts';
import { type HistoryRecord, largestFile } from '../../core/chat/history-record.ts';
import { readImage } from '../../core/chat/image.ts';
import { askText } from '../display/input-box.ts';
import { inertName } from '../display/names.ts';
import { showError, showInformation } from '../display/notification.ts';
import { pickOne } from '../display/quick-pick.ts';
import { largestTitle } from '../../core/service/stored-fields.ts';
import type { ChatSession } from './chat-session.ts';
import { type ItemAction, showConversations } from './conversation-pick.ts';

const { l10n } = vscode;

export interface ActionParts {
  readonly session: ChatSession;
  readonly history: History;
  readonly newPlace: () => PlaceName;
  /** Brings the panel to the front. */
  readonly focus: () => Promise<void>;
}

export class ConversationActions {
  readonly #parts: ActionParts;

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  /** Opens the list; see conversation-pick.ts. */
  list(): void {
    const { session, history, focus } = this.#parts;
    showConversations({
      conversations: () => history.list(),
      read: (conversation) => history.read(conversation),
      shownId: session.tree.id,
      open: async ({ id }) => {
        const stored = id === session.tree.id ? null : await history.open(id);
        if (stored === null || (await session.show(stored))) await focus();
      },
      act: (action, conversation) => this.#act(action, conversation),
      import: () => this.import(),
    });
  }

  async #act(action: ItemAction, conversation: ListedConversation): Promise<void> {
    switch (action) {
      case 'pin':
      case 'unpin':
        this.#record(conversation, { kind: 'pinned', pinned: action === 'pin' });
        return;
      case 'rename':
        return this.#rename(conversation);
      case 'export':
        return this.#export({ tree: await this.#parts.history.read(conversation), place: conversation.place });
      case 'delete':
        return this.#delete(conversation);
    }
  }

  async #rename(conversation: ListedConversation): Promise<void> {
    const value = conversation.title;
    const title = await askText({ title: l10n.t('Rename Conversation'), prompt: l10n.t('What the conversation is called in the list'), value });
    if (title !== undefined && title.trim() !== '') this.#record(conversation, { kind: 'titled', title: title.trim().slice(0, largestTitle).toWellFormed() });
  }

  async #delete(conversation: ListedConversation): Promise<void> {
    const { session, history } = this.#parts;
    const wasShown = conversation.id === session.tree.id;
    if (wasShown && !(await session.clear())) return;
    this.#record(conversation, { kind: 'deleted', deleted: true });
    const undo = l10n.t('Undo');
    const text = l10n.t('The conversation “{0}” is deleted.', inertName(conversation.title));
    if ((await showInformation(text, undo)) !== undo) return;
    this.#record(conversation, { kind: 'deleted', deleted: false });
    const back = wasShown && session.tree.isEmpty ? await history.open(conversation.id) : null;
    if (back !== null) await session.show(back);
  }

  /** Changes a conversation of the list, and with it the one that is shown, where it is the same. */
  #record({ id, place }: ListedConversation, record: HistoryRecord): void {
    const { session, history } = this.#parts;
    if (id === session.tree.id) session.note(record);
    else history.record(id, place, record);
  }

  /** Writes the shown conversation to a file that the person chooses. */
  async exportShown(): Promise<void> {
    const conversation = this.#parts.session.current();
    if (conversation.tree.allTurns().length === 0) void showInformation(l10n.t('There is nothing to export yet: nothing has been asked.'));
    else await this.#export(conversation);
  }

  async #export(conversation: StoredConversation): Promise<void> {
    const { tree } = conversation;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = tree.title.replaceAll(/[^\p{L}\p{N} _-]+/gu, '').trim().slice(0, 60) || 'conversation';
    const markdown = { label: l10n.t('Markdown'), description: l10n.t('The branch that is shown, to read'), extension: 'md' };
    const json = { label: l10n.t('JSON'), description: l10n.t('Everything, to import again'), extension: 'json' };
    const kind = await pickOne([markdown, json], { title: l10n.t('Export Conversation') });
    if (kind === undefined) return;
    const target = await vscode.window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.${kind.extension}`) }),
      filters: { [kind.label]: [kind.extension] },
    });
    if (target === undefined) return;
    const words = { you: l10n.t('You'), answer: l10n.t('Answer'), attached: l10n.t('Attached:') };
    const text = kind === json ? await this.#exported(conversation) : conversationMarkdown(tree.title, tree.shown(), words);
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
      const data = await this.#parts.history.readImage(tree.id, place, image);
      if (data !== null) images.set(image.fileId, data);
    }
    return encodeExport({ records, images });
  }

  /** Reads an exported conversation and shows it, as a new one beside those that are there. */
  async import(): Promise<void> {
    const chosen = (await vscode.window.showOpenDialog({ title: l10n.t('Import a Conversation'), filters: { JSON: ['json'] } }))?.[0];
    if (chosen === undefined) return;
    // Its size is known before it is read: what is far too large must not fill the memory.
    const { size } = await vscode.workspace.fs.stat(chosen);
    if (size > largestFile) {
      void showError(l10n.t('This file is larger than 64 MB, the most that a conversation may have. Nothing was changed.'));
      return;
    }
    const exported = parseExport(new TextDecoder().decode(await vscode.workspace.fs.readFile(chosen)));
    if (exported === null) void showError(l10n.t('This file is not a conversation that Tidemark exported. Nothing was changed.'));
    else await this.#take(exported);
  }

  async #take({ records, images }: ExportedConversation): Promise<void> {
    const { session, history, newPlace, focus } = this.#parts;
    const conversation = { tree: new ConversationTree(randomUUID()), place: newPlace() };
    const { id } = conversation.tree;
    const now = Date.now();
    const dated = records.map(({ at, ...record }) => ({ record, at: Math.min(at, now) }));
    for (const { record, at } of dated) conversation.tree.take(record, at);
    if (!(await session.show(conversation))) return;
    for (const image of imagesIn(records)) {
      const content = readImage(images.get(image.fileId) ?? '');
      if (typeof content !== 'string') history.keepImage(id, conversation.place, image, content.data);
    }
    for (const { record, at } of dated) history.record(id, conversation.place, record, at);
    await focus();
  }
}

/** Deletes a prompt with its answers, and offers it back. */
export async function removeTurn(session: ChatSession, turnId: string): Promise<void> {
  const { id } = session.tree;
  if (!(await session.setRemoved(turnId, true))) return;
  const undo = l10n.t('Undo');
  const pressed = await showInformation(l10n.t('The prompt and its answers are deleted.'), undo);
  if (pressed === undo && session.tree.id === id) await session.setRemoved(turnId, false);
}
