// A secret storage that two extension hosts share through a folder, with change events in both. The windows of a VS
// Code in a browser each cache their own secrets, so theirs cannot be shared.
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';

export class FolderSecrets implements vscode.SecretStorage, vscode.Disposable {
  readonly #folder: string;
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly #watcher: FSWatcher;
  #written = 0;

  readonly onDidChange = this.#changed.event;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#watcher = watch(folder, (_event, name) => {
      if (name?.endsWith('.secret') === true)
        this.#changed.fire({ key: decodeURIComponent(name.slice(0, -'.secret'.length)) });
    });
  }

  static async open(folder: string): Promise<FolderSecrets> {
    await mkdir(folder, { recursive: true });
    return new FolderSecrets(folder);
  }

  async get(key: string): Promise<string | undefined> {
    return readFile(this.#file(key), 'utf8').catch(() => undefined);
  }

  async store(key: string, value: string): Promise<void> {
    // Whole or not at all, as a keyring does it.
    this.#written += 1;
    const draft = path.join(this.#folder, `${process.pid}-${this.#written}.draft`);
    await writeFile(draft, value);
    await rename(draft, this.#file(key));
  }

  async delete(key: string): Promise<void> {
    await rm(this.#file(key), { force: true });
  }

  async keys(): Promise<string[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.secret'));
    return names.map((name) => decodeURIComponent(name.slice(0, -'.secret'.length))).sort();
  }

  #file(key: string): string {
    return path.join(this.#folder, `${encodeURIComponent(key)}.secret`);
  }

  dispose(): void {
    this.#watcher.close();
    this.#changed.dispose();
  }
}
