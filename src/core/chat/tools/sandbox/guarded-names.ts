// What becomes of a file of the workspace in the sandbox, by its name: what a person is asked about before an edit or a
// read of it is out of a command's reach as well, since nobody is asked there.
import { secretSign } from '../../attachments/secret-scan.ts';
import { isProtected } from '../../edits/protected-paths.ts';

/** `hidden`: it cannot be read either. */
export type Guard = 'free' | 'readOnly' | 'hidden';

/** What builds and tests write for themselves, although it begins with a dot: nothing of it is obeyed or run. */
const caches: ReadonlySet<string> = new Set(
  (
    '.cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .nyc_output .coverage .eslintcache .stylelintcache ' +
    '.parcel-cache .turbo .angular .tsbuildinfo .tmp .temp .jest-cache .swc .docusaurus .astro .nitro .vite .phpunit.cache ' +
    '.phpunit.result.cache .build .dart_tool .zig-cache .kotlin .ipynb_checkpoints .DS_Store'
  ).split(' '),
);

/** They say what runs when somebody installs, tests or starts the project. */
const manifests: ReadonlySet<string> = new Set(['package.json']);

/** @param fullPath within its workspace folder; what lies in a folder that is not free is as the folder */
export function guardOf(fullPath: string, isFolder: boolean): Guard {
  const names = fullPath.split('/');
  const name = names.at(-1) ?? '';
  if (caches.has(name)) return 'free';
  // What lies in a cache is judged as if the cache were the top folder.
  const path = names.slice(names.findLastIndex((one) => caches.has(one)) + 1).join('/');
  const inside = `${path}/any`;
  if (secretSign(path, '') !== null || (isFolder && secretSign(inside, '') !== null)) return 'hidden';
  const isGuarded = isProtected(path) || (isFolder && isProtected(inside)) || manifests.has(name.toLowerCase());
  return isGuarded ? 'readOnly' : 'free';
}

/**
 * Folders at the top that an editor obeys in the moment in which they are there: where there are none, none can be
 * made.
 */
export const obeyedAtOnce: readonly string[] = ['.vscode', '.git'];
