// Keeps which sign-ins have ended, for all windows together: one small file that each looks into before it uses a
// session.
import path from 'node:path';
import {
  buriedBy,
  formatTombstones,
  isBuried,
  joined,
  noTombstones,
  parseTombstones,
  type Tombstones,
  type TombstoneStore,
} from '../core/account/accounts/tombstones.ts';
import type { Session, SignInMark } from '../core/account/session.ts';
import { type Clock, systemClock } from '../core/ports.ts';
import { parseJson } from '../core/service/json.ts';
import { readSharedNow, watchShared, writeShared } from './shared-files.ts';

/** Writing takes a moment. */
const leaseMilliseconds = 5000;
/** Its folder within the global storage. It stays when all data is deleted, since it tells that, too. */
export const endedFolder = 'ended';
const fileName = 'ended.json';

/** @param storage the folder of what all windows keep; null where there is no disk */
export function openTombstones(storage: string | null): TombstoneFile {
  return new TombstoneFile(storage === null ? null : path.join(storage, endedFolder));
}

export class TombstoneFile implements TombstoneStore {
  readonly #folder: string | null;
  readonly #clock: Clock;
  /** All that this window has read or buried: it holds here also where the file cannot be read or written. */
  #known = noTombstones;

  /**
   * @param folder an absolute path that all windows share, with nothing else in it; null where there is no disk, so
   * that what ends, ends here alone
   */
  constructor(folder: string | null, clock: Clock = systemClock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  get current(): Tombstones {
    if (this.#folder === null) return this.#known;
    const stored = parseTombstones(parseJson(readSharedNow(path.join(this.#folder, fileName)) ?? ''));
    this.#known = joined(this.#known, stored);
    return this.#known;
  }

  /** Those that have not ended. */
  living(sessions: readonly Session[]): readonly Session[] {
    const { current } = this;
    return sessions.filter((session) => !isBuried(current, session));
  }

  async bury(marks: readonly SignInMark[]): Promise<void> {
    if (marks.length > 0) await this.#add(buriedBy(marks));
  }

  /** Ends every sign-in there has been, of every account. Never rejects. */
  async buryAll(): Promise<void> {
    const { all, accounts } = this.current;
    await this.#add({ all: Math.max(this.#clock.now(), all, ...accounts.values()), accounts: new Map() });
  }

  async #add(tombstones: Tombstones): Promise<void> {
    this.#known = joined(this.current, tombstones);
    if (this.#folder === null) return;
    const file = path.join(this.#folder, fileName);
    try {
      const { createFileLease } = await import('./leases/waiting-lease.ts');
      await createFileLease(`${file}.lease`, this.#clock, leaseMilliseconds).run(() =>
        writeShared(file, formatTombstones(this.current)),
      );
    } catch {
      // It holds in this window, and goes to the file with the next one.
    }
  }

  /**
   * Calls the listener after any window has written: `isAll` where every sign-in has ended since it was called last.
   * Never throws.
   */
  onChange(listener: (isAll: boolean) => void): { readonly dispose: () => void } {
    let isDisposed = false;
    let { all: seen } = this.current;
    const changed = (name: string): void => {
      if (isDisposed || name !== fileName) return;
      const { all } = this.current;
      const isAll = all > seen;
      seen = all;
      listener(isAll);
    };
    const watching = this.#folder === null ? null : watchShared(this.#folder, changed);
    return {
      dispose() {
        isDisposed = true;
        void watching?.then((end) => end());
      },
    };
  }
}
