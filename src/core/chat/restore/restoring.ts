// Takes back changes of files, one at a time: each as it was shown to the person, or not at all.
import {
  type FileAddress,
  fileKey,
  type FileRecord,
  type FileState,
  isSameState,
} from '../conversation/files/file-records.ts';
import type { FileBytes, FileKeeper } from './file-keeper.ts';
import type { RestoreStep } from './restore-plan.ts';

/** `unsaved`: it stands in its editor, and the disk did not take it. */
export type FileWritten = 'done' | 'unsaved' | 'refused';

/** The files of a workspace. None rejects; what is `refused` has changed nothing. */
export interface RestorableFiles {
  create(file: FileAddress, bytes: Uint8Array): Promise<FileWritten>;
  /** To the byte; in its editor alone, where that holds changes that are not saved. */
  change(file: FileAddress, bytes: Uint8Array): Promise<FileWritten>;
  remove(file: FileAddress): Promise<FileWritten>;
  rename(from: FileAddress, to: FileAddress): Promise<FileWritten>;
}

export type Restored =
  | FileWritten
  /** The file is not as it was when the person decided. */
  | 'changedMeanwhile'
  /** What it held before is not kept any more. */
  | 'noCopy';

export interface RestorePorts {
  readonly keeper: FileKeeper;
  /** Null where there is no such copy any more. Never rejects. */
  readonly copy: (hash: string) => Promise<Uint8Array | null>;
  /** Resolves when it is where a crash leaves it; rejects where it cannot get there. */
  readonly record: (record: FileRecord) => Promise<void>;
  readonly files: RestorableFiles;
}

/** @param seen what the person has decided about, by `fileKey`. Never rejects. */
export async function restoreFile(
  step: RestoreStep,
  seen: ReadonlyMap<string, FileState>,
  ports: RestorePorts,
): Promise<Restored> {
  const { keeper, record } = ports;
  const files = step.from === null ? [step.file] : [step.from, step.file];
  try {
    const bytes = step.wanted.kind === 'bytes' ? await ports.copy(step.wanted.hash) : null;
    if (bytes === null && step.does !== 'delete') return 'noCopy';
    // Kept as well, so that a restored file can be had back.
    const found = await keeper.keep(files);
    if (!found.every((file) => isAsSeen(file.state, seen.get(fileKey(file))))) return 'changedMeanwhile';
    await record({ kind: 'fileChangeBegan', id: null, files: found });
    const written = await write(step, bytes, ports.files);
    await record({ kind: 'fileChangeEnded', id: null, files: await keeper.look(files) });
    return written;
  } catch {
    return 'refused';
  }
}

function isAsSeen(state: FileState, seen: FileState | undefined): boolean {
  return seen !== undefined && isSameState(state, seen);
}

async function write(
  { file, from, does }: RestoreStep,
  bytes: Uint8Array | null,
  files: RestorableFiles,
): Promise<FileWritten> {
  if (bytes === null || does === 'delete') return await files.remove(file);
  if (does === 'create') return await files.create(file, bytes);
  if (from !== null) {
    const renamed = await files.rename(from, file);
    if (renamed !== 'done') return renamed;
  }
  return await files.change(file, bytes);
}

/** A file that an edit has written, on disk. */
export interface WrittenFile {
  /** As it is now; `unknown` where its path leads elsewhere by now. Never rejects. */
  readonly read: () => Promise<FileBytes>;
  /** Whether its path still leads where it led. */
  readonly isSamePlace: () => Promise<boolean>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/** Writes what an edit has not brought back to the byte; never where the path leads elsewhere since. */
export async function writtenExactly(bytes: Uint8Array, file: WrittenFile): Promise<FileWritten> {
  const now = await file.read();
  if (now.kind !== 'bytes') return 'refused';
  const isSame = now.bytes.length === bytes.length && now.bytes.every((byte, index) => byte === bytes[index]);
  if (isSame) return 'done';
  if (!(await file.isSamePlace())) return 'refused';
  await file.write(bytes);
  return 'done';
}
