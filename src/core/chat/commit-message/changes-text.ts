// The changes of a commit as a model reads them: file by file, within a bound, and what is cut is named.
import { secretSign } from '../attachments/secret-scan.ts';

export interface ChangedFile {
  /** Within the repository, with forward slashes. */
  readonly path: string;
  /** As git writes it; for a new file that git does not know yet, its text. */
  readonly diff: string;
}

/** Characters: what a commit message is written by. */
export const longestChanges = 200_000;

/** Whatever looks like it holds a secret: a person is asked before it is sent. */
export function secretFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return files.filter(({ path, diff }) => secretSign(path, diff) !== null);
}

/** The longest are cut first, so that of every file there is something. */
export function changesText(files: readonly ChangedFile[], most: number): string {
  const shares = sharesOf(files, most);
  return files
    .map((file) => {
      const { path, diff } = file;
      const share = shares.get(file) ?? 0;
      if (diff.length <= share) return `${path}\n${diff}`;
      return `${path} (cut: the first ${share} of ${diff.length} characters)\n${wholeLines(diff.slice(0, share))}`;
    })
    .join('\n\n');
}

/** How much of each file there is room for. */
function sharesOf(files: readonly ChangedFile[], most: number): ReadonlyMap<ChangedFile, number> {
  const shares = new Map<ChangedFile, number>();
  let left = most;
  for (const file of files.toSorted((one, other) => one.diff.length - other.diff.length)) {
    const share = Math.min(file.diff.length, Math.max(0, Math.floor(left / (files.length - shares.size))));
    shares.set(file, share);
    left -= share;
  }
  return shares;
}

function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
