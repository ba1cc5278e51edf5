// What the tools need of the folders that are open, as interfaces. Text of files and of problems is untrusted.
import type { Problem } from '../../attachments/problem-list.ts';
import type { ImageBlock } from '../../messages/message.ts';
import type { FoundFile } from '../consent/consent.ts';

/** A place of the workspace, or one outside, as it is now. */
export interface Entry {
  readonly found: FoundFile;
  /**
   * Its path as the model and the person know it: within its folder, led by the folder's name where several are open.
   */
  readonly name: string;
  readonly is: 'file' | 'folder' | 'missing';
  /** Whether an editor holds changes of it that are not saved. */
  readonly isDirty: boolean;
}

export type FileContent =
  /** As its editor shows it, saved or not. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ImageBlock }
  | { readonly kind: 'notebook' | 'binary' | 'tooLarge' };

/**
 * How a change ended. `changedMeanwhile`: the file is not as it was when the change was prepared, or its path leads
 * elsewhere now; nothing was done.
 */
export type ChangeEnd =
  | { readonly kind: 'done' }
  /** Saving it made another text of it, as formatters do. */
  | { readonly kind: 'formatted' }
  | { readonly kind: 'changedMeanwhile' }
  /** It stands in its editor, and the disk did not take it. */
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'refused' };

/** What editors report of a file, which they may do of any file of this machine. */
export interface FileProblems {
  readonly found: FoundFile;
  readonly problems: readonly Problem[];
}

export interface SearchQuery {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly ignoresCase: boolean;
  /** Null for every file. */
  readonly glob: string | null;
}

export interface SearchMatch {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

export interface Looked<Result> {
  readonly results: readonly Result[];
  /** Of one folder, where it has more files than are looked at one by one; null where all were. */
  readonly stoppedAfter: number | null;
}

/** Every method may reject; one that does has changed nothing. Each ends soon after its signal is aborted. */
export interface Workspace {
  /** Looks along the path without opening the file. Null where it may not be touched at all, such as a device. */
  find(path: string, signal: AbortSignal): Promise<Entry | null>;
  read(entry: Entry, signal: AbortSignal): Promise<FileContent>;
  /**
   * Names of files, at most `most`, without those that git ignores, and of the open folders alone, whatever the glob
   * says. `glob` is null for all.
   */
  list(glob: string | null, most: number, signal: AbortSignal): Promise<Looked<string>>;
  /** At most `most` matches in the files that `list` names, or why the regular expression cannot be searched for. */
  search(
    query: SearchQuery,
    most: number,
    signal: AbortSignal,
  ): Promise<Looked<SearchMatch> | 'noRegex' | 'noRegexHere'>;
  /** Of a file that `search` has named; null where it has more than `most` bytes, or cannot be read. Never rejects. */
  wholeText(name: string, most: number): Promise<string | null>;
  /** What editors report now of a file. */
  problems(entry: Entry): Promise<readonly Problem[]>;
  /** The same of every file that has problems; where those are very many, of the ones with the worst. */
  problemsOfAll(): Promise<readonly FileProblems[]>;
  /** The same once those who look at the file have seen its change, or after a few seconds. */
  problemsAfterChange(entry: Entry, signal: AbortSignal): Promise<readonly Problem[]>;
  /** Only where the file still says `before`, null for no file. Saved, but where it was dirty before. */
  write(entry: Entry, before: string | null, after: string): Promise<ChangeEnd>;
  /** To the trash, where there is one, and only where the file still says `before`; null for what is no text. */
  remove(entry: Entry, before: string | null): Promise<ChangeEnd>;
  /** Only where `from` is there and `to` is not. */
  rename(from: Entry, to: Entry): Promise<ChangeEnd>;
}
