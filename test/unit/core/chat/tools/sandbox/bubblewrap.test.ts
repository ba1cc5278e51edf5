import assert from 'node:assert/strict';
import { bubblewrapArguments } from '../../../../../../src/core/chat/tools/sandbox/bubblewrap.ts';
import {
  canBeOpened,
  systemFolders,
  toolFolders,
} from '../../../../../../src/core/chat/tools/sandbox/visible-folders.ts';

const machine = { home: '/home/ada', roots: ['/home/ada/shop'], programPath: '/home/ada/.cargo/bin:/usr/bin' };
const nothing = (): null => null;

/** What stands behind each option of that name, in order. */
function pairs(given: readonly string[], option: string): string[] {
  return given.flatMap((one, index) => (one === option ? [given[index + 2] ?? ''] : []));
}

describe('the arguments of bubblewrap', () => {
  it('make a machine without network, other processes and rights, which ends with us', () => {
    const given = bubblewrapArguments(machine, { readOnly: [], hidden: [] }, '/home/ada/shop', nothing);
    assert.deepEqual(given.slice(0, 11), [
      ...['--unshare-user', '--disable-userns', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts'],
      ...['--unshare-cgroup-try', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
    ]);
    assert.deepEqual(given.slice(-5), ['--remount-ro', '/', '--chdir', '/home/ada/shop', '--']);
  });

  it('let nothing be written but the open folders and scratch that is bounded', () => {
    const given = bubblewrapArguments(machine, { readOnly: [], hidden: [] }, '/home/ada/shop', nothing);
    assert.deepEqual(pairs(given, '--bind'), ['/home/ada/shop']);
    const scratch = given.flatMap((one, index) => (one === '--tmpfs' ? [given.slice(index - 2, index + 2)] : []));
    assert.deepEqual(scratch, [
      ['--size', '67108864', '--tmpfs', '/dev/shm'],
      ['--size', '536870912', '--tmpfs', '/tmp'],
      ['--size', '67108864', '--tmpfs', '/var/tmp'],
      ['--size', '536870912', '--tmpfs', '/home/ada'],
    ]);
  });

  it('show nothing but where programs are, which is no home, no /run and no /var', () => {
    const given = bubblewrapArguments(machine, { readOnly: [], hidden: [] }, '/home/ada/shop', nothing);
    assert.deepEqual(pairs(given, '--ro-bind-try'), [...systemFolders, ...toolFolders(machine)]);
    assert.equal(
      [...systemFolders, ...toolFolders(machine)].some((one) =>
        ['/', '/home', '/home/ada', '/run', '/var'].includes(one),
      ),
      false,
    );
  });

  it('put walls in front of what is guarded, behind the folder that it is in', () => {
    const guarded = {
      readOnly: ['/home/ada/shop/.git'],
      hidden: [
        { path: '/home/ada/shop/.env', isFolder: false },
        { path: '/home/ada/shop/.ssh', isFolder: true },
      ],
    };
    const given = bubblewrapArguments(machine, guarded, '/home/ada/shop', nothing);
    assert.deepEqual(given.slice(given.indexOf('--bind')), [
      ...['--bind', '/home/ada/shop', '/home/ada/shop'],
      ...['--ro-bind', '/home/ada/shop/.git', '/home/ada/shop/.git'],
      ...['--ro-bind', '/dev/null', '/home/ada/shop/.env'],
      ...['--size', '4096', '--tmpfs', '/home/ada/shop/.ssh', '--remount-ro', '/home/ada/shop/.ssh'],
      ...['--remount-ro', '/', '--chdir', '/home/ada/shop', '--'],
    ]);
  });

  it('hide the secrets of the machine and of tools, where there are any', () => {
    const there = new Map([
      ['/etc/shadow', 'file'],
      ['/etc/ssl/private', 'folder'],
      ['/home/ada/.cargo/credentials.toml', 'file'],
    ] as const);
    const isThere = (path: string): 'file' | 'folder' | null => [...there].find(([one]) => one === path)?.[1] ?? null;
    const given = bubblewrapArguments(machine, { readOnly: [], hidden: [] }, '/home/ada/shop', isThere);
    assert.deepEqual(pairs(given, '--ro-bind'), ['/etc/shadow', '/home/ada/.cargo/credentials.toml']);
    assert.equal(given.includes('/etc/ssl/private'), true);
    assert.equal(given.indexOf('/home/ada/.cargo/credentials.toml') > given.indexOf('/home/ada/.cargo'), true);
  });
});

describe('a folder that commands in the sandbox may write', () => {
  it('holds no home, no files of the editor, and nothing of the system', () => {
    const kept = ['/home/ada', '/srv/code/storage'];
    const refused = ['/', '/home', '/home/ada', '/srv', '/srv/code', '/tmp', '/run', '/var', '/usr', '/etc', '/root'];
    assert.deepEqual(
      refused.filter((folder) => canBeOpened(folder, kept)),
      [],
    );
    for (const folder of ['/home/ada/shop', '/tmp/shop', '/srv/shop', '/root/shop', '/home/ada2'])
      assert.equal(canBeOpened(folder, kept), true, folder);
  });
});

describe('the folders of programs', () => {
  const onPath = (programPath: string): string[] =>
    toolFolders({ ...machine, programPath }).filter(
      (folder) => !toolFolders({ ...machine, programPath: '' }).includes(folder),
    );

  it('are those on the path as well, outside of the system and of the open folders', () => {
    assert.deepEqual(onPath('/srv/tools/bin/:/usr/bin:/home/ada/shop/node_modules/.bin:/home/ada/bin'), [
      '/home/ada/bin',
      '/srv/tools/bin',
    ]);
  });

  it('are none that hold the home or an open folder, none that are relative, and none of secrets', () => {
    assert.deepEqual(onPath('/tmp:/var:/run:/root'), []);
    assert.deepEqual(onPath('/:/home:/home/ada:bin:.::/srv/../home/ada:/home/ada/.ssh/bin:/home/ada/.vscode/bin'), []);
  });

  it('come before what lies in them', () => {
    const folders = toolFolders(machine);
    assert.deepEqual(folders, [...folders].sort());
    assert.equal(folders.indexOf('/home/ada/.cargo') < folders.indexOf('/home/ada/.cargo/bin'), true);
  });
});
