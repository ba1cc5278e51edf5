// Files on a disk in memory, by their whole paths, to the byte: what a run changes there is kept and taken back.
import type { FileAddress } from '../../../src/core/chat/conversation/files/file-records.ts';
import { HistoryCopies } from '../../../src/core/chat/history/copies.ts';
import type { FileBytes, FileKeeperPorts } from '../../../src/core/chat/restore/file-keeper.ts';
import type { FileWritten, RestorableFiles } from '../../../src/core/chat/restore/restoring.ts';
import { memoryFiles } from './memory-files.ts';

export class MemoryDisk implements RestorableFiles, FileKeeperPorts {
  readonly files = new Map<string, Uint8Array>();
  readonly copies: HistoryCopies;
  /** Hashes of the copies that stay whatever else is kept. */
  needed: () => ReadonlySet<string> = () => new Set();
  isWritable = true;

  /** @param texts by path @param room bytes for all copies */
  constructor(texts: Readonly<Record<string, string | Uint8Array>> = {}, room?: number) {
    this.copies = new HistoryCopies([{ name: 'person', files: memoryFiles() }], room);
    for (const [path, content] of Object.entries(texts)) this.put(path, content);
  }

  put(path: string, content: string | Uint8Array): void {
    this.files.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }

  /** As text; null where there is no such file. */
  text(path: string): string | null {
    const bytes = this.files.get(path);
    return bytes === undefined ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  readonly read = ({ path }: FileAddress): Promise<FileBytes> => {
    const bytes = this.files.get(path);
    return Promise.resolve(bytes === undefined ? { kind: 'absent' } : { kind: 'bytes', bytes });
  };

  readonly keep = (bytes: Uint8Array): Promise<string> => this.copies.keep('c', 'person', bytes, this.needed());
  readonly copy = (hash: string): Promise<Uint8Array | null> => this.copies.read('c', 'person', hash);

  create({ path }: FileAddress, bytes: Uint8Array): Promise<FileWritten> {
    return this.#write(!this.files.has(path), () => this.files.set(path, bytes));
  }

  change({ path }: FileAddress, bytes: Uint8Array): Promise<FileWritten> {
    return this.#write(this.files.has(path), () => this.files.set(path, bytes));
  }

  remove({ path }: FileAddress): Promise<FileWritten> {
    return this.#write(this.files.has(path), () => this.files.delete(path));
  }

  rename(from: FileAddress, to: FileAddress): Promise<FileWritten> {
    const bytes = this.files.get(from.path);
    return this.#write(bytes !== undefined && !this.files.has(to.path), () => {
      this.files.delete(from.path);
      this.files.set(to.path, bytes ?? new Uint8Array());
    });
  }

  #write(isPossible: boolean, act: () => unknown): Promise<FileWritten> {
    if (!isPossible || !this.isWritable) return Promise.resolve('refused');
    act();
    return Promise.resolve('done');
  }
}

export function addressOf(path: string): FileAddress {
  return { scheme: 'file', path, realPath: path };
}
