// The prompt files of a workspace, in `.github/prompts`, where VS Code itself looks for them. Nothing is read from a
// workspace that is not trusted.
import * as vscode from 'vscode';
import { createAttachment } from '../../../core/chat/attachments/attachment.ts';
import { parsePromptFile, type PromptFile } from '../../../core/chat/prompt/slash-command.ts';
import { type FileReading, readFile } from './sources/file-reading.ts';
import type { ContextSource } from './sources/sources.ts';

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
  #lastReading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | null = null;
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

  /**
   * The one of this name; undefined where there is none. VS Code may tell late of a file that is new, so it is looked
   * for. Never rejects.
   */
  async find(name: string): Promise<PromptCommand | undefined> {
    const isNamed = (command: PromptCommand): boolean => command.name === name;
    if (!this.#commands.some(isNamed)) await this.reload();
    return this.#commands.find(isNamed);
  }

  /** Reads them anew, after a reading under way: what was read last is what was there last. Never rejects. */
  reload(): Promise<void> {
    this.#nextReading ??= this.#lastReading.then(() => {
      this.#nextReading = null;
      return this.#read();
    });
    this.#lastReading = this.#nextReading;
    return this.#nextReading;
  }

  /** The first of two of one name counts. */
  async #read(): Promise<void> {
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
  const commands = await Promise.all(
    names
      .sort()
      .slice(0, mostFiles)
      .map((name) => commandFrom(vscode.Uri.joinPath(uri, name), name)),
  );
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
