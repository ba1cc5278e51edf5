// Files in memory for tests, which may be told to fail, to tear a write, or to be cut anywhere.
import { type Files, WriteError } from '../../src/core/ports.ts';

export interface MemoryFiles extends Files {
  readonly contents: Map<string, Uint8Array>;
  /** While it is a number, an append writes so many bytes of its text and then rejects, as a full disk does. */
  roomLeft: number | null;
}

export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Uint8Array>();
  const held = (name: string): Uint8Array => {
    const bytes = contents.get(name);
    if (bytes === undefined) throw new Error(`There is no ${name}.`);
    return bytes;
  };
  const files: MemoryFiles = {
    contents,
    roomLeft: null,
    list: () => Promise.resolve([...contents].map(([name, bytes]) => ({ name, size: bytes.length, changedAt: 0 }))),
    read: (name) => Promise.resolve().then(() => held(name)),
    append: (name, text) => {
      const added = new TextEncoder().encode(text);
      const written = files.roomLeft === null ? added : added.subarray(0, files.roomLeft);
      contents.set(name, Buffer.concat([contents.get(name) ?? new Uint8Array(), written]));
      return files.roomLeft === null ? Promise.resolve() : Promise.reject(new WriteError('diskFull', null));
    },
    replace: (name, text) => {
      if (files.roomLeft !== null) return Promise.reject(new WriteError('diskFull', null));
      contents.set(name, new TextEncoder().encode(text));
      return Promise.resolve();
    },
    rename: (name, newName) =>
      Promise.resolve().then(() => {
        contents.set(newName, held(name));
        contents.delete(name);
      }),
    delete: (name) => Promise.resolve().then(() => void contents.delete(name)),
  };
  return files;
}
