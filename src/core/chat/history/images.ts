// Stores the images of conversations: each as a file of base64 text beside its conversation's segments, written once.
// What cannot be written stays in memory and is tried again.
import { type Clock, type Files, WriteError, type WriteRefusal } from '../../ports.ts';
import type { ImageAttachment } from '../attachments/attachment.ts';

const suffix = '.image';
const retryMilliseconds = 2000;

/** The images of one place. */
export class HistoryImages {
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #onTrouble: (refusal: WriteRefusal | null) => void;
  /** What is not on disk yet, by name. */
  readonly #unwritten = new Map<string, string>();
  #writing: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;
  #failing = false;

  /** @param onTrouble called when writing begins to fail, with the reason, and with null when it works again */
  constructor(files: Files, clock: Clock, onTrouble: (refusal: WriteRefusal | null) => void) {
    this.#files = files;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Never throws, and never waits for the disk. */
  keep(conversation: string, { fileId }: ImageAttachment, data: string): void {
    this.#unwritten.set(imageName(conversation, fileId), data);
    void this.flush();
  }

  /** Base64; null where the file is not there, or not whole. Never rejects. */
  async read(conversation: string, { fileId, size }: ImageAttachment): Promise<string | null> {
    const name = imageName(conversation, fileId);
    const unwritten = this.#unwritten.get(name);
    if (unwritten !== undefined) return unwritten;
    try {
      const data = new TextDecoder().decode(await this.#files.read(name));
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

  /**
   * Its files are to be deleted: what waits is not written any more. Resolves when nothing is being written. Never
   * rejects.
   */
  async forget(): Promise<void> {
    this.#unwritten.clear();
    while (this.#writing !== null) await this.#writing;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  async #write(): Promise<void> {
    try {
      for (const [name, data] of [...this.#unwritten]) {
        await this.#files.replace(name, data);
        this.#unwritten.delete(name);
      }
      if (this.#failing) this.#onTrouble(null);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#onTrouble(error instanceof WriteError ? error.refusal : 'unknown');
      this.#failing = true;
      this.#cancelTimer ??= this.#clock.after(retryMilliseconds, () => void this.flush());
    } finally {
      this.#writing = null;
    }
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
