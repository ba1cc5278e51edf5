// The files that were changed in a conversation, in the order in which that happened, whichever branch it was in: there
// is but one of each file.
import type { HistoryRecord } from '../records.ts';
import { type FileAddress, type FileAsFound, fileKey, type FileState } from './file-records.ts';

export interface LoggedChange {
  /** The answer whose agent made it; null where a person restored files. */
  readonly id: string | null;
  readonly file: FileAddress;
  readonly before: FileState;
  /** Unknown until it has ended, and where nobody saw it end. */
  readonly after: FileState;
  /** The same for the files that one step changed together. */
  readonly step: number;
}

export class FileLog {
  readonly #changes: LoggedChange[] = [];
  /** By the file: how many changes there were when a person wanted it to stay as it is. */
  readonly #kept = new Map<string, number>();
  #steps = 0;

  /** In the order in which they were made. */
  get changes(): readonly LoggedChange[] {
    return this.#changes;
  }

  /**
   * Of each file, what an agent has changed, and whatever came after that, since a person last said that it is to stay
   * as it is.
   */
  get undecided(): readonly LoggedChange[] {
    const begun = new Set<string>();
    return this.#changes.filter(({ id, file }, index) => {
      const key = fileKey(file);
      if (index < (this.#kept.get(key) ?? 0)) return false;
      if (id !== null) begun.add(key);
      return begun.has(key);
    });
  }

  /**
   * Hashes of what each file held before its first change, and before the first that is undecided: the ways back that
   * nothing else can stand in for.
   */
  get firstHashes(): ReadonlySet<string> {
    return new Set([...firstStates(this.#changes), ...firstStates(this.undecided)]);
  }

  /** Records of other things change nothing. */
  take(record: HistoryRecord): void {
    switch (record.kind) {
      case 'fileChangeBegan': {
        this.#steps += 1;
        for (const { state: before, ...file } of record.files)
          this.#changes.push({ id: record.id, file, before, after: { kind: 'unknown' }, step: this.#steps });
        return;
      }
      case 'fileChangeEnded':
        for (const found of record.files) this.#end(found);
        return;
      case 'fileChangesKept':
        for (const file of record.files) this.#kept.set(fileKey(file), this.#changes.length);
        return;
      default:
    }
  }

  #end({ state: after, ...file }: FileAsFound): void {
    const index = this.#changes.findLastIndex((change) => fileKey(change.file) === fileKey(file));
    const change = this.#changes[index];
    if (change !== undefined) this.#changes[index] = { ...change, after };
  }
}

function firstStates(changes: readonly LoggedChange[]): readonly string[] {
  const first = new Map<string, FileState>();
  for (const { file, before } of changes) if (!first.has(fileKey(file))) first.set(fileKey(file), before);
  return [...first.values()].flatMap((state) => (state.kind === 'bytes' ? [state.hash] : []));
}
