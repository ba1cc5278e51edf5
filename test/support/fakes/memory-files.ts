// Files in memory for tests, which can be made to fail, to tear a write, or to be cut anywhere; and a text that is kept
// nowhere else.
import { type Files, type PersistedText, WriteError } from '../../../src/core/ports.ts';

export interface MemoryFiles extends Files {
  readonly contents: Map<string, Uint8Array>;
  /** When each was written, in milliseconds since the epoch; 0 for what is not in it. */
  readonly times: Map<string, number>;
  /** While it is a number, an append writes so many bytes of its text and then rejects, as a full disk does. */
  roomLeft: number | null;
}

export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Uint8Array>();
  const times = new Map<string, number>();
  const held = (name: string): Uint8Array => {
    const bytes = contents.get(name);
    if (bytes === undefined) throw new Error(`There is no ${name}.`);
    return bytes;
  };
  const files: MemoryFiles = {
    contents,
    times,
    roomLeft: null,
    list: () =>
      Promise.resolve(
        [...contents].map(([name, { length: size }]) => ({ name, size, changedAt: times.get(name) ?? 0 })),
      ),
    read: (name) => Promise.resolve().then(() => held(name)),
    append: (name, text) => {
      const added = new TextEncoder().encode(text);
      const written = files.roomLeft === null ? added : added.subarray(0, files.roomLeft);
      contents.set(name, Buffer.concat([contents.get(name) ?? new Uint8Array(), written]));
      return files.roomLeft === null ? Promise.resolve() : Promise.reject(new WriteError('diskFull', null));
    },
    replace: (name, content) => {
      if (files.roomLeft !== null) return Promise.reject(new WriteError('diskFull', null));
      contents.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
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

/** @param text as the window before left it. */
export function memoryText(text = ''): PersistedText {
  let kept = text;
  return {
    get text() {
      return kept;
    },
    write(written) {
      kept = written;
    },
  };
}
