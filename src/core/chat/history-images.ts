// Knows how the images of conversations are kept: each as a file of base64 text beside its conversation's segments, written
// once. What cannot be written stays in memory and is tried again. It does not know what an image shows.
import type { Clock, Files } from '../ports.ts';
import type { ImageAttachment } from './attachment.ts';

const suffix = '.image';
const retryMilliseconds = 2000;

interface Unwritten {
  readonly files: Files;
  readonly name: string;
  readonly data: string;
}

export class HistoryImages {
  readonly #clock: Clock;
  readonly #onTrouble: (failing: boolean) => void;
  /** What is not on disk yet, by name. */
  readonly #unwritten = new Map<string, Unwritten>();
  #writing: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;
  #failing = false;

  /** @param onTrouble told, once a change, whether writing fails. */
  constructor(clock: Clock, onTrouble: (failing: boolean) => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Never throws, and never waits for the disk. */
  keep(files: Files, conversation: string, { fileId }: ImageAttachment, data: string): void {
    const name = imageName(conversation, fileId);
    this.#unwritten.set(name, { files, name, data });
    void this.flush();
  }

  /** Base64; null where the file is not there, or not whole. Never rejects. */
  async read(files: Files, conversation: string, { fileId, size }: ImageAttachment): Promise<string | null> {
    const name = imageName(conversation, fileId);
    const unwritten = this.#unwritten.get(name);
    if (unwritten !== undefined) return unwritten.data;
    try {
      const data = new TextDecoder().decode(await files.read(name));
      return data.length === Math.ceil(size / 3) * 4 ? data : null;
    } catch {
      return null;
    }
  }

  /** Resolves when everything is on disk, or has failed to get there; never rejects. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    while (this.#writing !== null) await this.#writing;
    if (this.#unwritten.size === 0) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      for (const { files, name, data } of [...this.#unwritten.values()]) {
        // A write that failed may have left a part behind.
        if (this.#failing && (await files.list()).some((file) => file.name === name)) await files.delete(name);
        await files.append(name, data);
        this.#unwritten.delete(name);
      }
      this.#setFailing(false);
    } catch {
      this.#setFailing(true);
      this.#cancelTimer ??= this.#clock.after(retryMilliseconds, () => void this.flush());
    } finally {
      this.#writing = null;
    }
  }

  #setFailing(failing: boolean): void {
    if (failing !== this.#failing) this.#onTrouble(failing);
    this.#failing = failing;
  }
}

/** The conversation that a file belongs to; null for a file that is no image. */
export function imageOwner(name: string): string | null {
  return name.endsWith(suffix) ? (name.split('.')[0] ?? null) : null;
}

/** Both ids are our own random ones or were checked when they were read, so that neither holds a dot or a slash. */
function imageName(conversation: string, fileId: string): string {
  return `${conversation}.${fileId}${suffix}`;
}
