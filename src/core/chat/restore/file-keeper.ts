// Looks at files right before and after they are changed, and keeps a copy of what is about to go.
import { type FileAddress, type FileAsFound, fileKey, type FileState } from '../conversation/files/file-records.ts';
import { hashOf } from '../history/copies.ts';

export type FileBytes =
  /** As they are on disk; where an editor holds changes that are not saved, as saving would write them. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  /** It cannot be read, is too large, or its path leads elsewhere by now. */
  | { readonly kind: 'unknown' };

export interface FileKeeperPorts {
  /** Never rejects. */
  readonly read: (file: FileAddress) => Promise<FileBytes>;
  /** Resolves with the hash when a copy is on disk, or there is no room for one; rejects where it cannot get there. */
  readonly keep: (bytes: Uint8Array) => Promise<string>;
}

export class FileKeeper {
  readonly #ports: FileKeeperPorts;
  /** As they were left last, by the file: whoever comes back to that comes back to before it. */
  readonly #left = new Map<string, string>();

  constructor(ports: FileKeeperPorts) {
    this.#ports = ports;
  }

  /** Before a change. Rejects where a copy cannot be kept: then nothing may be changed. */
  async keep(files: readonly FileAddress[]): Promise<FileAsFound[]> {
    return await Promise.all(files.map(async (file) => ({ ...addressOf(file), state: await this.#kept(file) })));
  }

  /** After a change. Never rejects. */
  async look(files: readonly FileAddress[]): Promise<FileAsFound[]> {
    const found = await Promise.all(files.map(async (file) => ({ ...addressOf(file), state: await this.state(file) })));
    for (const file of found) if (file.state.kind === 'bytes') this.#left.set(fileKey(file), file.state.hash);
    return found;
  }

  /** Never rejects. */
  async state(file: FileAddress): Promise<FileState> {
    const found = await this.#ports.read(file);
    if (found.kind !== 'bytes') return found;
    return { kind: 'bytes', hash: await hashOf(found.bytes), size: found.bytes.length };
  }

  async #kept(file: FileAddress): Promise<FileState> {
    const found = await this.#ports.read(file);
    if (found.kind !== 'bytes') return found;
    const { bytes } = found;
    const hash = await hashOf(bytes);
    if (this.#left.get(fileKey(file)) !== hash) await this.#ports.keep(bytes);
    return { kind: 'bytes', hash, size: bytes.length };
  }
}

/** Nothing else of what is known of a file is stored. */
function addressOf({ scheme, path, realPath }: FileAddress): FileAddress {
  return { scheme, path, realPath };
}
