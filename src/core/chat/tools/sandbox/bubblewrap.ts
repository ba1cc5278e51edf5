// The walls of the sandbox on Linux, as arguments of bubblewrap: a machine of its own, put together of nothing but what
// is named here. @see https://manpages.debian.org/bookworm/bubblewrap/bwrap.1.en.html
import { hiddenPlaces, type Machine, systemFolders, toolFolders } from './visible-folders.ts';

/** What lies in the open folders, by absolute path; each is there, and no link. */
export interface Guarded {
  readonly readOnly: readonly string[];
  readonly hidden: readonly Hidden[];
}

export interface Hidden {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Of memory, in bytes: what is written there is gone with the command. */
const mostScratch = 512 * 1024 * 1024;
const mostShared = 64 * 1024 * 1024;

/**
 * All that stands before the program.
 *
 * @param folder where it starts, in one of the roots
 * @param isThere whether something lies at a place of this machine, and whether that is a folder; null for nothing
 */
export function bubblewrapArguments(
  machine: Machine,
  guarded: Guarded,
  folder: string,
  isThere: (path: string) => 'file' | 'folder' | null,
): readonly string[] {
  const { home, roots } = machine;
  const hidden = hiddenPlaces(home).flatMap((path): Hidden[] => {
    const is = isThere(path);
    return is === null ? [] : [{ path, isFolder: is === 'folder' }];
  });
  return [
    ...['--unshare-user', '--disable-userns', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts'],
    ...['--unshare-cgroup-try', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
    ...systemFolders.flatMap((path) => ['--ro-bind-try', path, path]),
    // Who is root outside would set the kernel's own settings by it, with no right but the owner's.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...scratch('/dev/shm', mostShared),
    ...scratch('/tmp', mostScratch),
    ...scratch('/var/tmp', mostShared),
    ...scratch(home, mostScratch),
    ...toolFolders(machine).flatMap((path) => ['--ro-bind-try', path, path]),
    ...hidden.flatMap(hide),
    ...roots.flatMap((path) => ['--bind', path, path]),
    ...guarded.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...guarded.hidden.flatMap(hide),
    ...['--remount-ro', '/', '--chdir', folder, '--'],
  ];
}

function scratch(path: string, size: number): readonly string[] {
  return ['--size', String(size), '--tmpfs', path];
}

/** A device cannot be opened there, which says more than an empty file would. */
function hide({ path, isFolder }: Hidden): readonly string[] {
  return isFolder ? ['--size', '4096', '--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}
