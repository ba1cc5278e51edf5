// What the names of a path mean to lenient file systems, and which paths name no file at all. These are rules on text:
// no disk is asked.
import { withHiddenAs } from '../../service/characters.ts';
import { trimEndOf } from '../../service/trimming.ts';

/**
 * The names along a path, each as the loosest file system reads it, so that no other spelling of a name escapes a rule
 * on it: letters of any case and form, characters that nobody sees, and on Windows dots and blanks at the end and a
 * stream's name after a colon. `path` may hold either slash.
 *
 * @see https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
export function looseNames(path: string): string[] {
  return namesAlong(path, (name) => name.replace(/^([^:]+):.*$/s, '$1'));
}

/**
 * The same for a rule that holds wherever the path lies: also as a file system reads it on which a colon is a letter
 * like any other.
 */
export function looseReadings(path: string): string[][] {
  return [looseNames(path), namesAlong(path, (name) => name)];
}

function namesAlong(path: string, read: (name: string) => string): string[] {
  return path
    .split(/[/\\]/)
    .map((name) => withHiddenAs(name.normalize('NFKC'), () => '').toLowerCase())
    .map((name) => trimEndOf(read(name), '. '))
    .filter((name) => name !== '');
}

/** Names that open a device wherever they stand, with any ending. */
const windowsDevices = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)\d)$/;

/**
 * Whether opening the path could reach something else than a file of a disk: a device or a namespace of devices, or the
 * files in which a kernel tells of itself.
 */
export function namesDevice(path: string, platform: string): boolean {
  if (platform !== 'win32') return /^\/+(?:proc|sys|dev(?!\/+shm\/))(?:\/|$)/.test(path);
  if (/^[\\/]{2}[.?](?:[\\/]|$)|^\\\?\?\\/.test(path)) return true;
  return looseNames(path).some((name) => windowsDevices.test(name.split('.')[0]?.trimEnd() ?? ''));
}

/** `//host/share` of a path on Windows that leads to another machine, in one spelling; null for every other path. */
export function shareOf(path: string, platform: string): string | null {
  if (platform !== 'win32') return null;
  const match = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/.exec(path);
  return match === null ? null : `//${match[1] ?? ''}/${match[2] ?? ''}`.toLowerCase();
}

/**
 * Whether a path may be touched at all. Only to look at a share means to sign in to its machine, so no share is touched
 * but one that a folder of the workspace lies on.
 */
export function mayTouch(path: string, folders: readonly string[], platform: string): boolean {
  if (namesDevice(path, platform)) return false;
  const isOnNetwork = platform === 'win32' && /^[\\/]{2}/.test(path);
  return (
    !isOnNetwork ||
    folders.some(
      (folder) => shareOf(folder, platform) !== null && shareOf(folder, platform) === shareOf(path, platform),
    )
  );
}
