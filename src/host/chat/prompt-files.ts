// Knows where a workspace keeps prompts of its own, and reads them; not what one must look like. They lie where VS Code
// itself looks for them, in `.github/prompts`; nothing is read from a workspace that is not trusted.
import * as vscode from 'vscode';
import { parsePromptFile, type PromptFile } from '../../core/chat/slash-command.ts';

const folder = ['.github', 'prompts'];
const mostFiles = 100;

export class PromptFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #files: readonly PromptFile[] = [];

  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${folder.join('/')}/*.prompt.md`);
    const reload = (): void => void this.reload();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      watcher,
      watcher.onDidCreate(reload),
      watcher.onDidChange(reload),
      watcher.onDidDelete(reload),
      vscode.workspace.onDidGrantWorkspaceTrust(reload),
      vscode.workspace.onDidChangeWorkspaceFolders(reload),
    );
  }

  get all(): readonly PromptFile[] {
    return this.#files;
  }

  /** Reads them anew. The first of two of one name counts. Never rejects. */
  async reload(): Promise<void> {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const found = (await Promise.all(folders.map(({ uri }) => promptsIn(vscode.Uri.joinPath(uri, ...folder))))).flat();
    this.#files = [...new Map(found.toReversed().map((file) => [file.name, file])).values()].toReversed();
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

async function promptsIn(uri: vscode.Uri): Promise<PromptFile[]> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(uri)).catch(() => []);
  const names = entries.map(([name]) => name).filter((name) => name.endsWith('.prompt.md'));
  const read = async (name: string): Promise<PromptFile | null> => {
    const bytes = await Promise.resolve(vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, name))).catch(() => null);
    return bytes === null ? null : parsePromptFile(name, new TextDecoder().decode(bytes));
  };
  const files = await Promise.all(names.sort().slice(0, mostFiles).map(read));
  return files.filter((file) => file !== null);
}
