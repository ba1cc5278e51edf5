// A file system that is there from the start, since VS Code may open a diff before anybody has opened the chat; what it
// holds loads with the first file that is asked for. No file of it is made, renamed or deleted but by us.
import * as vscode from 'vscode';
import { LoadedOnce } from '../../../loaded-once.ts';

export type LazyFiles = Pick<vscode.FileSystemProvider, 'onDidChangeFile' | 'stat' | 'readFile' | 'writeFile'>;

const refuse = (uri: vscode.Uri): never => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

export class LazyProposalFiles implements vscode.FileSystemProvider {
  readonly #files: LoadedOnce<LazyFiles>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly readDirectory = refuse;
  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  constructor(load: () => Promise<LazyFiles>) {
    this.#files = new LoadedOnce(async () => {
      const files = await load();
      files.onDidChangeFile((changes) => this.#changed.fire(changes));
      return files;
    });
  }

  watch(): vscode.Disposable {
    return vscode.Disposable.from();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#files.get()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#files.get()).readFile(uri);
  }

  async writeFile(uri: vscode.Uri, ...how: [Uint8Array, { create: boolean; overwrite: boolean }]): Promise<void> {
    await (await this.#files.get()).writeFile(uri, ...how);
  }
}
