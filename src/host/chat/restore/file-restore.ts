// Restores files that the agent has changed in the conversation that is shown: what would become of them is shown
// first, and done for the files that the person has chosen.
import * as vscode from 'vscode';
import type { LoggedChange } from '../../../core/chat/conversation/files/file-log.ts';
import type { FileRecord } from '../../../core/chat/conversation/files/file-records.ts';
import type { HistoryCopies } from '../../../core/chat/history/copies.ts';
import type { ConversationStore, StoredConversation } from '../../../core/chat/history/history.ts';
import { type FileBytes, FileKeeper } from '../../../core/chat/restore/file-keeper.ts';
import { changesSince, commandsSince, wantedHashes } from '../../../core/chat/restore/restore-plan.ts';
import { type Restored, restoreFile, type RestorePorts } from '../../../core/chat/restore/restoring.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import { inertName } from '../../display/names.ts';
import type { Voice } from '../../display/notification.ts';
import { bytesOfFile } from '../agent/file-bytes.ts';
import { ProposedDiffs } from '../agent/proposed-diffs.ts';
import { pickRestorable } from './prompt-picker.ts';
import { restorableFiles } from './restorable-files.ts';
import { isPlain, type OfferedStep, type RestoreOffer, restoreOffer, restoreView } from './restore-offer.ts';
import {
  answeringText,
  notTrustedText,
  nothingChangedText,
  nothingToRestoreText,
  restoredText,
} from './restore-text.ts';

const { l10n } = vscode;

interface OpenOffer {
  readonly offer: RestoreOffer;
  readonly stored: StoredConversation;
}

/** What restoring needs of what a conversation does. */
export type RestoredSession = Pick<
  ChatSession,
  'events' | 'tree' | 'current' | 'conversation' | 'isAnswering' | 'show'
>;

export class FileRestore implements vscode.Disposable {
  readonly #session: RestoredSession;
  readonly #history: Pick<ConversationStore, 'record' | 'flush'>;
  readonly #copies: HistoryCopies;
  readonly #voice: Voice;
  readonly #tell: (message: HostMessage) => void;
  readonly #diffs = new ProposedDiffs('tidemark-restore');
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #stopListening: () => void;
  #open: OpenOffer | null = null;
  /** Other files than before can be restored. */
  readonly onDidChange = this.#changed.event;
  readonly #restored = new vscode.EventEmitter<string>();
  /** With the id of the conversation of which a file was restored. */
  readonly onDidRestore = this.#restored.event;

  constructor(
    session: RestoredSession,
    history: Pick<ConversationStore, 'record' | 'flush'>,
    copies: HistoryCopies,
    voice: Voice,
    tell: (message: HostMessage) => void,
  ) {
    this.#session = session;
    this.#history = history;
    this.#copies = copies;
    this.#voice = voice;
    this.#tell = tell;
    this.#stopListening = session.events.listen(({ kind }) => {
      if (kind === 'conversationReplaced') this.#show(null);
    });
  }

  /** For a page that knows nothing yet. */
  shown(): HostMessage[] {
    const restore = this.#open === null ? null : restoreView(this.#open.offer);
    return [{ kind: 'restoreShown', restore }];
  }

  #show(open: OpenOffer | null): void {
    if (open === null && this.#open === null) return;
    if (this.#open !== null) void this.#diffs.close(this.#open.offer.id);
    this.#open = open;
    for (const message of this.shown()) this.#tell(message);
  }

  /** Asks what is to become of files that were changed since a prompt. Never rejects. */
  async offerBefore(promptId: string): Promise<void> {
    const stored = this.#session.current();
    const { tree } = stored;
    const prompt = this.#session.conversation().turns.find(({ id }) => id === promptId);
    const title = l10n.t('Restore files to before “{0}”?', inertName(prompt?.kind === 'prompt' ? prompt.text : ''));
    await this.#offer(stored, title, changesSince(tree, promptId), commandsSince(tree, promptId));
  }

  /** For a person at the keyboard, who has no prompt before them. @param focus brings the panel in front */
  async offerPicked(focus: () => Promise<void>): Promise<void> {
    if (!this.#mayRestore()) return;
    const picked = await pickRestorable(this.#session);
    if (picked.kind === 'none') void this.#voice.inform(nothingChangedText());
    if (picked.kind !== 'prompt') return;
    await focus();
    await this.offerBefore(picked.id);
  }

  /** Takes these changes back: at once where nothing of anybody else is touched, else the person is asked. */
  async revert(changes: readonly LoggedChange[], title: string, asksAlways: boolean): Promise<void> {
    await this.#offer(this.#session.current(), title, changes, [], asksAlways);
  }

  async #offer(
    stored: StoredConversation,
    title: string,
    changes: readonly LoggedChange[],
    commands: readonly string[],
    asksAlways = true,
  ): Promise<void> {
    if (!this.#mayRestore()) return;
    const { keeper, copy } = this.#portsOf(stored);
    const offer = await restoreOffer(title, changes, commands, keeper, copy);
    if (this.#session.tree !== stored.tree) return;
    if (offer.steps.length === 0) {
      this.#show(null);
      void this.#voice.inform(nothingToRestoreText());
      this.#changed.fire();
    } else if (!asksAlways && offer.steps.every(isPlain)) await this.#restore(stored, offer, offer.steps);
    else this.#show({ offer, stored });
  }

  #mayRestore(): boolean {
    const obstacle = this.#session.isAnswering ? answeringText() : vscode.workspace.isTrusted ? null : notTrustedText();
    if (obstacle !== null) void this.#voice.inform(obstacle);
    return obstacle === null;
  }

  /** @param chosen the places of what is restored; null for none. What fits no open question does nothing. */
  async reply(id: string, chosen: readonly number[] | null): Promise<void> {
    const open = this.#open;
    if (open?.offer.id !== id || (chosen !== null && !this.#mayRestore())) return;
    this.#show(null);
    const steps = open.offer.steps.filter((step, index) => step.obstacle === null && chosen?.includes(index) === true);
    if (steps.length > 0) await this.#restore(open.stored, open.offer, steps);
  }

  async #restore(stored: StoredConversation, offer: RestoreOffer, steps: readonly OfferedStep[]): Promise<void> {
    const { changes } = stored.tree.files;
    const before = changes.length;
    const ends = await this.#take(stored, offer, steps);
    this.#changed.fire();
    if (ends.some(([, end]) => end === 'done')) this.#restored.fire(stored.tree.id);
    const undo = l10n.t('Undo');
    const say = ends.every(([, end]) => end === 'done') ? this.#voice.inform : this.#voice.warn;
    const pressed = await say(restoredText(ends), undo);
    if (pressed !== undo) return;
    if (this.#session.tree !== stored.tree) this.#session.show(stored);
    await this.#offer(stored, l10n.t('Undo restoring these files?'), changes.slice(before), [], false);
  }

  async #take(
    stored: StoredConversation,
    { seen }: RestoreOffer,
    steps: readonly OfferedStep[],
  ): Promise<(readonly [name: string, end: Restored])[]> {
    const ports = this.#portsOf(stored, wantedHashes(steps.map(({ step }) => step)));
    const ends: (readonly [name: string, end: Restored])[] = [];
    for (const { step, name } of steps) ends.push([name, await restoreFile(step, seen, ports)]);
    return ends;
  }

  /** Of the open question, what becomes of the file in this row. */
  async showFile(id: string, row: number): Promise<void> {
    const offered = this.#open?.offer.steps[row];
    const stored = this.#open?.stored;
    if (offered === undefined || stored === undefined || this.#open?.offer.id !== id) return;
    const { step, name } = offered;
    const { wanted } = step;
    const now = await bytesOfFile(step.from ?? step.file);
    const bytes = wanted.kind === 'bytes' ? await this.#portsOf(stored).copy(wanted.hash) : null;
    const change = { path: name, before: await textIn(now), after: bytes === null ? null : await textOf(bytes) };
    await this.#diffs.open(id, change, l10n.t('{0}: what restoring changes', inertName(lastName(name))));
  }

  /** @param wanted hashes of what is about to be restored, which no copy that is kept meanwhile takes the place of */
  #portsOf({ tree, place }: StoredConversation, wanted: readonly string[] = []): RestorePorts {
    const needed = new Set([...tree.files.firstHashes, ...wanted]);
    return {
      keeper: new FileKeeper({ read: bytesOfFile, keep: (bytes) => this.#copies.keep(tree.id, place, bytes, needed) }),
      copy: (hash) => this.#copies.read(tree.id, place, hash),
      record: (record) => this.record({ tree, place }, record),
      files: restorableFiles,
    };
  }

  /** Resolves when it is on disk; rejects where it cannot get there. */
  async record({ tree, place }: StoredConversation, record: FileRecord): Promise<void> {
    tree.take(record, Date.now());
    this.#history.record(tree.id, place, record);
    if (!(await this.#history.flush())) throw new Error('What happened is not saved.');
  }

  dispose(): void {
    this.#stopListening();
    this.#changed.dispose();
    this.#restored.dispose();
    this.#diffs.dispose();
  }
}

async function textIn(found: FileBytes): Promise<string | null> {
  return found.kind === 'bytes' ? await textOf(found.bytes) : null;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  return await vscode.workspace.decode(bytes);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
