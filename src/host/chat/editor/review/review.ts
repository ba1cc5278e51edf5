// The review of proposed changes, whoever proposes them: they wait as diffs until a person accepts or discards each,
// and nothing else writes to a file.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { changeAtLine, isSameText } from '../../../../core/chat/review/line-changes.ts';
import type { PendingChange, PendingChanges } from '../../../../core/chat/review/pending-changes.ts';
import {
  type OpenChange,
  type ProposedChange,
  type ChangeStatus,
  changeStatus,
} from '../../../../core/chat/review/change-status.ts';
import { inertName } from '../../../display/names.ts';
import type { Tell } from '../../../display/notification.ts';
import type { ChangeDiffs } from './change-diffs.ts';
import { ProposalFiles } from './proposal-files.ts';
import { isProtectedFile } from './protection.ts';
import { allAcceptedText, notSavedText, notWrittenText, obstacleText, refusalText, statusText } from './review-text.ts';
import { readTargetFile, type TargetFile } from './target-file.ts';
import { type Look, pathOf, WatchedChanges } from './watched-changes.ts';
import { createFile, deleteFile, writeLines, type Written } from './write-change.ts';

const { l10n } = vscode;

/** How a person is spoken to. */
export interface ReviewVoice {
  readonly tell: Tell;
  /** As before a danger. */
  readonly confirm: (text: string, detail: string, button: string) => Promise<boolean>;
}

export class Review implements vscode.Disposable {
  readonly #pending: PendingChanges;
  readonly #diffs: ChangeDiffs;
  readonly #voice: ReviewVoice;
  readonly #isTrusted: () => boolean;
  readonly #emptied: vscode.Disposable;
  readonly watched: WatchedChanges;
  readonly files: ProposalFiles;

  constructor(pending: PendingChanges, diffs: ChangeDiffs, voice: ReviewVoice, isTrusted: () => boolean) {
    this.#pending = pending;
    this.#diffs = diffs;
    this.#voice = voice;
    this.#isTrusted = isTrusted;
    this.watched = new WatchedChanges(pending, diffs);
    this.files = new ProposalFiles(this.watched);
    this.#emptied = this.watched.onDidEmpty((id) => void this.#decided(id));
  }

  /**
   * Changes wait from now on, and the first is opened. A protected file needs no question here: it is asked about when
   * its change is accepted.
   */
  async propose(changes: readonly ProposedChange[]): Promise<void> {
    const ids: string[] = [];
    for (const change of changes) {
      const target = await readTargetFile(vscode.Uri.parse(change.uri));
      if (target.kind === 'closed') {
        void this.#voice.tell(obstacleText(target.obstacle, pathOf(change)));
        continue;
      }
      const proposal = this.#pending.propose(change, randomUUID());
      if (proposal.kind === 'refused') {
        void this.#voice.tell(refusalText(proposal.reason, pathOf(change)));
        continue;
      }
      if (proposal.kind === 'replaced')
        void this.#voice.tell(
          l10n.t('An earlier proposed change to the same lines of {0} was replaced.', inertName(pathOf(change))),
        );
      await this.watched.look(proposal.id);
      ids.push(proposal.id);
    }
    const [first] = ids;
    if (first !== undefined) await this.open(first);
  }

  async open(id: string): Promise<void> {
    const change = this.#pending.find(id);
    if (change === undefined) return;
    await this.watched.look(id);
    await this.#diffs.open(change, vscode.Uri.parse(change.uri));
  }

  /** @param id the change in front where it is left out. */
  async accept(id = this.#diffs.inFront()): Promise<void> {
    const change = id === null ? undefined : this.#pending.find(id);
    if (change === undefined || !(await this.#mayWrite(change))) return;
    const look = await this.watched.settle(change.id);
    if (!this.#isAcceptable(look, change)) return;
    const isInFront = this.#diffs.inFront() === change.id;
    if (look.status.kind === 'open') {
      const written = await this.#write(change, look.target, look.status);
      if (!this.#tellWritten(written, change)) return;
    }
    await this.#decided(change.id);
    if (change.proposed === null) this.#offerBack(change);
    else await vscode.window.showTextDocument(vscode.Uri.parse(change.uri), { preserveFocus: !isInFront });
  }

  /** The one that the cursor is in, on either side of the diff; the rest waits on. */
  async acceptAtCursor(): Promise<void> {
    const id = this.#diffs.inFront();
    const change = id === null ? undefined : this.#pending.find(id);
    const editor = vscode.window.activeTextEditor;
    if (change === undefined || editor === undefined) return;
    if (change.original === null || change.proposed === null) return this.accept(change.id);
    if (!(await this.#mayWrite(change))) return;
    const look = await this.watched.settle(change.id);
    if (!this.#isAcceptable(look, change)) return;
    const { target, status } = look;
    if (status.kind !== 'open' || target.kind !== 'there') return;
    const side = this.#diffs.idOf(editor.document.uri) === null ? 'old' : 'new';
    const part = changeAtLine(status.changes, side, editor.selection.active.line);
    if (part === undefined) {
      void this.#voice.tell(l10n.t('The cursor is not in a change. Move it into one.'));
      return;
    }
    if (!this.#tellWritten(await writeLines(target.document, [part]), change)) return;
    if (status.changes.length === 1) return this.#decided(change.id);
    this.#keepRest(change, target.document.getText(), status.text ?? '');
    await this.watched.look(change.id);
  }

  /**
   * Undo of a part that was accepted brings it back as a proposal, since it still differs from the text that everything
   * was proposed for; where the rest could not be found from there any more, it is proposed for the text as it is now.
   */
  #keepRest(change: PendingChange, now: string, wanted: string): void {
    const status = changeStatus(change, now);
    const isFound = status.kind === 'open' && isSameText(status.text ?? '', wanted);
    if (!isFound) this.#pending.rewrite(change.id, now, wanted);
  }

  /** No protected file, and none that has changed in the same lines, is among them. */
  async acceptAll(): Promise<void> {
    if (!(await this.#mayWriteHere())) return;
    let accepted = 0;
    for (const { change } of this.watched.all()) {
      const { target, isProtected, status } = await this.watched.settle(change.id);
      if (isProtected || status === null || (status.kind !== 'open' && status.kind !== 'done')) continue;
      if (status.kind === 'open') {
        const written = await this.#write(change, target, status);
        if (!this.#tellWritten(written, change)) continue;
      }
      await this.#decided(change.id);
      accepted += 1;
    }
    void this.#voice.tell(allAcceptedText(accepted, this.#pending.all().length));
  }

  /** @param id the change in front where it is left out. */
  async discard(id = this.#diffs.inFront()): Promise<void> {
    if (id !== null && this.#pending.find(id) !== undefined) await this.#decided(id);
  }

  async discardAll(): Promise<void> {
    for (const { id } of this.#pending.all()) await this.#decided(id);
  }

  async #write(change: PendingChange, target: TargetFile, { text, changes }: OpenChange): Promise<Written> {
    const uri = vscode.Uri.parse(change.uri);
    if (text === null) return deleteFile(uri);
    return target.kind === 'there' ? writeLines(target.document, changes) : createFile(uri, text);
  }

  /** Whether the file has changed. */
  #tellWritten(written: Written, change: PendingChange): boolean {
    if (written === 'refused') void this.#voice.tell(notWrittenText(pathOf(change)));
    if (written === 'unsaved') void this.#voice.tell(notSavedText(pathOf(change)));
    return written !== 'refused';
  }

  #isAcceptable(
    look: Look,
    change: PendingChange,
  ): look is Look & { status: Extract<ChangeStatus, { kind: 'open' | 'done' }> } {
    const { target, status } = look;
    if (target.kind === 'closed') void this.#voice.tell(obstacleText(target.obstacle, pathOf(change)));
    if (status === null) return false;
    if (status.kind === 'open' || status.kind === 'done') return true;
    void this.#voice.tell(statusText(status.kind, pathOf(change)));
    return false;
  }

  async #mayWrite(change: PendingChange): Promise<boolean> {
    if (!(await this.#mayWriteHere())) return false;
    if (!(await isProtectedFile(vscode.Uri.parse(change.uri)))) return true;
    return this.#voice.confirm(
      l10n.t('Change the protected file {0}?', inertName(pathOf(change))),
      l10n.t('It may hold secrets, or other programs run what it says. Read the whole change before you accept it.'),
      l10n.t('Accept'),
    );
  }

  async #mayWriteHere(): Promise<boolean> {
    if (this.#isTrusted()) return true;
    const manage = l10n.t('Manage Trust');
    const text = l10n.t(
      'This folder is not trusted, so no file is changed. The change waits until you trust the folder.',
    );
    if ((await this.#voice.tell(text, manage)) === manage)
      await vscode.commands.executeCommand('workbench.trust.manage');
    return false;
  }

  #offerBack(change: PendingChange): void {
    const undo = l10n.t('Undo');
    void this.#voice.tell(l10n.t('{0} is deleted.', inertName(pathOf(change))), undo).then(async (pressed) => {
      if (pressed !== undo) return;
      const written = await createFile(vscode.Uri.parse(change.uri), change.original ?? '');
      this.#tellWritten(written, change);
    });
  }

  /** Nothing of it is left to decide. */
  async #decided(id: string): Promise<void> {
    await this.#diffs.save(id);
    await this.#diffs.close(id);
    this.watched.drop(id);
  }

  dispose(): void {
    this.#emptied.dispose();
    this.files.dispose();
    this.watched.dispose();
  }
}
