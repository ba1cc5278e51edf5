// What core needs from the world, as interfaces with their contracts.

/** A cancellable timer and the time; tests put a fake one in its place. */
export interface Clock {
  /** Milliseconds since the epoch: an instant, to be shown or stored. People and networks set it back and forward. */
  now(): number;
  /**
   * Milliseconds since an instant of no meaning, for durations: nobody sets it, and it never goes back. Whether the
   * time that the machine slept is counted differs from system to system.
   */
  monotonic(): number;
  /**
   * Calls `action` once after `milliseconds`, unless the returned function was called before. Never throws. What is no
   * number is 0; a time beyond 24 days comes sooner, so whoever waits that long looks again.
   */
  after(milliseconds: number, action: () => void): () => void;
}

/**
 * Where secrets live. Every method may reject when the store is locked or missing; nothing is cached by callers.
 * Values are text: a secret leaves its `Secret` only here and in a request.
 */
export interface SecretStore {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** The names of everything that is stored. */
  keys(): Promise<readonly string[]>;
}

/**
 * Something that at most one window of a person does at a time. A holder that dies loses it within five seconds, one
 * that lives after a while, so an action should end well within half a minute.
 */
export interface Lease {
  /** Waits for its turn, then runs the action; resolves and rejects as the action does. */
  run<T>(action: () => Promise<T>): Promise<T>;
}

/** Lines for a person who reports a problem. Never throws; arguments are kinds and numbers, never bodies or tokens. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
}

export interface StoredFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** Why something could not be written, as far as the system says so. */
export type WriteRefusal = 'diskFull' | 'notWritable' | 'unknown';

/** What `Files` rejects with where it cannot write. */
export class WriteError extends Error {
  readonly refusal: WriteRefusal;

  constructor(refusal: WriteRefusal, cause: unknown) {
    super(`Writing failed: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

/**
 * The files of one folder, by name. Every method may reject; one that does has changed nothing, but for `append`, which
 * may have written a part. Calls for one name are not made at once.
 */
export interface Files {
  /** Empty where the folder does not exist yet. */
  list(): Promise<readonly StoredFile[]>;
  read(name: string): Promise<Uint8Array>;
  /** Creates folder and file where they are missing. Rejects with a `WriteError`. */
  append(name: string, text: string): Promise<void>;
  /**
   * Puts `content` in the place of the whole file. Creates folder and file where they are missing. Rejects with a
   * `WriteError`.
   */
  replace(name: string, content: string | Uint8Array): Promise<void>;
  rename(name: string, newName: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** A text that outlives the window. Never throws. */
export interface PersistedText {
  /** As it was written last. */
  readonly text: string;
  write(text: string): void;
}

/** The part of `fetch` that core uses. The host passes the global one, which VS Code patches for proxies. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Fills an array with bytes from a cryptographically secure source. */
export type RandomBytes = (count: number) => Uint8Array;

/** A runtime calls a timer beyond this at once, so that one that is armed again and again never rests. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(
      action,
      Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(0, milliseconds), longestTimer),
    );
    return () => clearTimeout(timer);
  },
};
