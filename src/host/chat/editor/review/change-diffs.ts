// The diffs that show proposed changes: the addresses of their sides, and their tabs.
import * as vscode from 'vscode';
import type { PendingChange } from '../../../../core/chat/review/pending-changes.ts';
import { inertName } from '../../../display/names.ts';
import { openDiff } from '../../../display/titles.ts';
import { changeIdOf, nothingBehind } from './proposal-files.ts';

const { l10n } = vscode;

export class ChangeDiffs {
  readonly #scheme: string;

  /** @param scheme that the files of the right sides are registered for */
  constructor(scheme: string) {
    this.#scheme = scheme;
  }

  async open({ id, original, proposed }: PendingChange, file: vscode.Uri): Promise<void> {
    const before = original === null ? this.#uri(nothingBehind(id), file) : file;
    const after = this.#uri(proposed === null ? nothingBehind(id) : id, file);
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    await openDiff(before, after, l10n.t('{0}: proposed change', inertName(name)));
  }

  /** The path stays that of the file, so that a proposal is coloured as the file is. */
  #uri(authority: string, { path }: vscode.Uri): vscode.Uri {
    return vscode.Uri.from({ scheme: this.#scheme, authority, path });
  }

  /** The id of the change that a document is the right side of; null for any other. */
  idOf(uri: vscode.Uri): string | null {
    return uri.scheme === this.#scheme ? changeIdOf(uri) : null;
  }

  /** The change that is in front; null where none is. */
  inFront(): string | null {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab === undefined ? null : this.#idOfTab(tab);
  }

  /** So that the diff can be closed, and the change be decided on, as it is seen. */
  async save(id: string): Promise<void> {
    const document = vscode.workspace.textDocuments.find(({ uri }) => this.idOf(uri) === id);
    if (document?.isDirty === true) await document.save();
  }

  /** In whatever group they are. */
  async close(id: string): Promise<void> {
    const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const tabs = all.filter((tab) => this.#idOfTab(tab) === id);
    // One that the person has closed meanwhile is no trouble.
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true).then(undefined, () => undefined);
  }

  #idOfTab({ input }: vscode.Tab): string | null {
    if (input instanceof vscode.TabInputTextDiff) return this.idOf(input.modified);
    return input instanceof vscode.TabInputText ? this.idOf(input.uri) : null;
  }
}
