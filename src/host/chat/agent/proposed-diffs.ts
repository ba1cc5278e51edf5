// Shows what is to become of a file as a diff, as long as the person is asked about it. Both sides are texts of ours:
// what was judged is what is shown, whatever happens to the file.
import * as vscode from 'vscode';
import type { FileChange } from '../../../core/chat/tools/calls/offered-tool.ts';
import { openDiff } from '../../display/titles.ts';

export class ProposedDiffs implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  /** @param scheme of the addresses of both sides: nobody else's */
  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** @param id of the question that is asked about it */
  async open(id: string, { path, before, after }: FileChange, title: string): Promise<void> {
    const old = this.#side(id, 'before', path, before);
    const fresh = this.#side(id, 'after', path, after);
    await openDiff(old, fresh, title, true);
  }

  /** @param file as it is, on the right: it can be edited there */
  async openBeside(
    id: string,
    { path, before }: Pick<FileChange, 'path' | 'before'>,
    file: vscode.Uri,
    title: string,
  ): Promise<void> {
    await openDiff(this.#side(id, 'before', path, before), file, title, true);
  }

  #side(id: string, side: string, path: string, text: string | null): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, authority: `${id}.${side}`, path: `/${path}` });
    this.#texts.set(uri.toString(), text ?? '');
    return uri;
  }

  /** The question is decided. */
  async close(id: string): Promise<void> {
    const isOurs = (uri: vscode.Uri): boolean => uri.scheme === this.#scheme && uri.authority.startsWith(`${id}.`);
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isOurs(input.modified));
    // One that the person has closed meanwhile is no trouble.
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true).then(undefined, () => undefined);
    for (const address of this.#texts.keys()) if (isOurs(vscode.Uri.parse(address))) this.#texts.delete(address);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
