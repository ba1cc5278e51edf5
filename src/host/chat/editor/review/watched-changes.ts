// How each proposed change stands against its file, while either is typed in, and what the right sides of the diffs
// hold.
import * as vscode from 'vscode';
import type { PendingChange, PendingChanges } from '../../../../core/chat/review/pending-changes.ts';
import { type ProposedChange, type ChangeStatus, changeStatus } from '../../../../core/chat/review/change-status.ts';
import type { ChangeDiffs } from './change-diffs.ts';
import type { ProposalTexts } from './proposal-files.ts';
import { isProtectedFile } from './protection.ts';
import { refusalText } from './review-text.ts';
import { readTargetFile, type TargetFile } from './target-file.ts';

export interface WatchedChange {
  readonly change: PendingChange;
  /** Relative to the workspace, where the file is in it. */
  readonly path: string;
  readonly isProtected: boolean;
  /** Null where the file cannot be changed by Tidemark, or has not been looked at yet. */
  readonly status: ChangeStatus | null;
}

export interface Look {
  readonly target: TargetFile;
  readonly isProtected: boolean;
  /** Null where the file cannot be changed by Tidemark. */
  readonly status: ChangeStatus | null;
}

/** Typing in a file, or on the right side of a diff, is looked at when it rests for a moment. */
const restMilliseconds = 150;

export class WatchedChanges implements ProposalTexts, vscode.Disposable {
  readonly #pending: PendingChanges;
  readonly #diffs: ChangeDiffs;
  readonly #looks = new Map<string, Look>();
  readonly #resting = new Map<string, NodeJS.Timeout>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #textChanged = new vscode.EventEmitter<string>();
  readonly #emptied = new vscode.EventEmitter<string>();
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly onDidChange = this.#changed.event;
  readonly onDidChangeText = this.#textChanged.event;
  /** A person has left nothing of this change on the right side. */
  readonly onDidEmpty = this.#emptied.event;

  constructor(pending: PendingChanges, diffs: ChangeDiffs) {
    this.#pending = pending;
    this.#diffs = diffs;
    const lookAtAll = (): void => {
      for (const { id } of pending.all()) void this.look(id);
    };
    this.#subscriptions = [
      ...[this.#changed, this.#textChanged, this.#emptied],
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#documentChanged(document)),
      vscode.workspace.onDidSaveTextDocument((document) => void this.#documentSaved(document)),
      vscode.workspace.onDidCreateFiles(lookAtAll),
      vscode.workspace.onDidDeleteFiles(lookAtAll),
      vscode.workspace.onDidRenameFiles(lookAtAll),
    ];
    lookAtAll();
  }

  all(): WatchedChange[] {
    return this.#pending.all().map((change) => ({
      change,
      path: pathOf(change),
      // Until a file has been looked at, it is none that may go along with others.
      isProtected: this.#looks.get(change.id)?.isProtected ?? true,
      status: this.#looks.get(change.id)?.status ?? null,
    }));
  }

  #documentChanged(document: vscode.TextDocument): void {
    const id = this.#diffs.idOf(document.uri);
    for (const change of this.#pending.all()) {
      const isAbout = id === null ? change.uri === document.uri.toString() : change.id === id;
      if (!isAbout) continue;
      clearTimeout(this.#resting.get(change.id));
      const act = (): unknown => (id === null ? this.look(change.id) : this.#diffs.save(change.id));
      this.#resting.set(
        change.id,
        setTimeout(() => void act(), restMilliseconds),
      );
    }
  }

  async #documentSaved({ uri }: vscode.TextDocument): Promise<void> {
    const id = this.#diffs.idOf(uri);
    if (id === null || this.#pending.find(id) === undefined) return;
    const { status } = await this.look(id);
    if (status?.kind === 'done') this.#emptied.fire(id);
  }

  /** With what a person has typed on the right side up to now. */
  async settle(id: string): Promise<Look> {
    await this.#diffs.save(id);
    return this.look(id);
  }

  /** Reads the file, and tells whoever listens how the change stands now. */
  async look(id: string): Promise<Look> {
    const found = this.#pending.find(id);
    if (found === undefined) return { target: { kind: 'missing' }, isProtected: true, status: null };
    const uri = vscode.Uri.parse(found.uri);
    const [target, isProtected] = await Promise.all([readTargetFile(uri), isProtectedFile(uri)]);
    const change = this.#pending.find(id);
    if (change === undefined) return { target, isProtected, status: null };
    const before = this.#looks.get(id);
    const status = target.kind === 'closed' ? null : changeStatus(change, currentText(target));
    const look = { target, isProtected, status };
    this.#looks.set(id, look);
    if (before !== undefined && rightSide(before, change) !== rightSide(look, change)) this.#textChanged.fire(id);
    this.#changed.fire();
    return look;
  }

  async textOf(id: string): Promise<string | undefined> {
    const look = this.#looks.get(id) ?? (await this.look(id));
    const change = this.#pending.find(id);
    return change === undefined ? undefined : rightSide(look, change);
  }

  async rewrite(id: string, text: string): Promise<void> {
    const change = this.#pending.find(id);
    if (change === undefined) return;
    const { target, isProtected } = await this.look(id);
    if (target.kind === 'closed') throw vscode.FileSystemError.NoPermissions(vscode.Uri.parse(change.uri));
    const current = currentText(target);
    if (!this.#pending.rewrite(id, current, text))
      throw vscode.FileSystemError.Unavailable(refusalText('tooLong', pathOf(change)));
    const status = changeStatus({ ...change, original: current, proposed: text }, current);
    this.#looks.set(id, { target, isProtected, status });
    this.#changed.fire();
  }

  /** Closes nothing: whoever decides has done so. */
  drop(id: string): void {
    this.#pending.drop(id);
    this.#looks.delete(id);
    this.#changed.fire();
  }

  dispose(): void {
    for (const rest of this.#resting.values()) clearTimeout(rest);
    for (const each of this.#subscriptions) each.dispose();
  }
}

function currentText(target: TargetFile): string | null {
  return target.kind === 'there' ? target.document.getText() : null;
}

/** Where a change has no place any more, what was proposed. */
function rightSide({ status }: Look, { proposed }: PendingChange): string {
  return (status?.kind === 'open' ? status.text : proposed) ?? '';
}

export function pathOf({ uri }: ProposedChange): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
}
