// Knows where a workspace keeps prompts of its own, and reads them; not what one must look like. They lie where VS Code
// itself looks for them, in `.github/prompts`; nothing is read from a workspace that is not trusted.
import * as vscode from 'vscode';
import { createAttachment } from '../../core/chat/attachment.ts';
import { parsePromptFile, type PromptFile } from '../../core/chat/slash-command.ts';
import { type FileReading, readFile } from './context/file-reading.ts';
import type { ContextSource } from './context-sources.ts';

const folder = ['.github', 'prompts'];
const mostFiles = 100;
/** Bytes. */
const largestPromptFile = 256 * 1024;

/** A command that a workspace brings. What its file says is read when it is used, and asked about as every file is. */
interface PromptCommand extends Pick<PromptFile, 'name' | 'description'> {
  readonly source: ContextSource;
}

export class PromptFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  #commands: readonly PromptCommand[] = [];

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

  get all(): readonly PromptCommand[] {
    return this.#commands;
  }

  /** Reads them anew. The first of two of one name counts. Never rejects. */
  async reload(): Promise<void> {
    const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    const found = (await Promise.all(folders.map(({ uri }) => commandsIn(vscode.Uri.joinPath(uri, ...folder))))).flat();
    this.#commands = [...new Map(found.toReversed().map((command) => [command.name, command])).values()].toReversed();
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

async function commandsIn(uri: vscode.Uri): Promise<PromptCommand[]> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(uri)).catch(() => []);
  const names = entries.map(([name]) => name).filter((name) => name.endsWith('.prompt.md'));
  const commands = await Promise.all(names.sort().slice(0, mostFiles).map((name) => commandFrom(vscode.Uri.joinPath(uri, name), name)));
  return commands.filter((command) => command !== null);
}

async function commandFrom(uri: vscode.Uri, fileName: string): Promise<PromptCommand | null> {
  const read = (): Promise<FileReading> => readFile(uri, largestPromptFile);
  const parsed = promptIn(await read().catch(() => null), fileName);
  if (parsed === null) return null;
  const { name, description } = parsed;
  const label = `/${name}`;
  const source: ContextSource = {
    label,
    read: async () => {
      const found = await read();
      const body = promptIn(found, fileName)?.body;
      if (found.kind !== 'file' || body === undefined) return 'unreadable';
      return { attachment: createAttachment('instructions', label, body, 'markdown'), origin: found.origin };
    },
  };
  return { name, description, source };
}

function promptIn(found: FileReading | null, fileName: string): PromptFile | null {
  return found?.kind === 'file' ? parsePromptFile(fileName, new TextDecoder().decode(found.bytes)) : null;
}
