// Commands that mean harm, in the real bubblewrap of this machine: each tries to write, read or reach what is not in
// the sandbox. What lies outside says whether it could, and where the attack ends by itself, so does what it printed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type LineEnd, runLine, type RunningLine } from '../../../../src/node/programs/shell-command.ts';
import { sandboxed, trySandbox } from '../../../../src/node/sandbox/bubblewrap.ts';
import { type Look, WorkspaceGuard } from '../../../../src/node/sandbox/workspace-guard.ts';
import { findBubblewrap } from '../../../support/vscode-host/bubblewrap.ts';

const secret = 'made-up-secret-of-home';

(process.platform === 'linux' ? describe : describe.skip)('a command in the sandbox', function () {
  this.timeout(60_000);
  let outside: string;
  let folder: string;
  let program: string;
  let connections: number;
  let servers: Server[];
  const environment = { ...process.env };

  before(async function () {
    await findBubblewrap();
    const trial = await trySandbox();
    assert.notEqual(trial.kind, 'leaks');
    if (trial.kind === 'works') {
      ({ program } = trial);
      return;
    }
    // A kernel or container that forbids it cannot tell whether it holds; there it is not offered either.
    console.warn(`The sandbox cannot be tried on this machine: ${JSON.stringify(trial)}`);
    this.skip();
  });

  beforeEach(async () => {
    outside = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tidemark-red-team-')));
    folder = path.join(outside, 'home', 'shop');
    connections = 0;
    servers = [];
    const files = {
      'home/.ssh/id_rsa': secret,
      'home/.aws/credentials': secret,
      'home/.npmrc': secret,
      'home/.config/Code/User/globalStorage/state.vscdb': secret,
      'home/.cargo/credentials.toml': secret,
      'home/.cargo/bin/tool': 'echo a tool',
      'home/.bashrc': 'mine',
      'home/other/notes.txt': secret,
      'home/shop/src/cart.js': 'cart',
      'home/shop/.env': secret,
      'home/shop/AGENTS.md': 'mine',
      'home/shop/package.json': '{}',
      'home/shop/.vscode/settings.json': 'mine',
      'home/shop/.git/HEAD': 'ref: refs/heads/main',
      'home/shop/.git/config': 'mine',
      'home/shop/.git/hooks/pre-commit': 'mine',
      'home/shop/lib/.git/config': 'mine',
      'home/shop/lib/.vscode/tasks.json': 'mine',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(outside, name)), { recursive: true });
      await writeFile(path.join(outside, name), text);
    }
    Object.assign(process.env, { HOME: path.join(outside, 'home'), MY_TOKEN: secret, SSH_AUTH_SOCK: sock('agent') });
    process.env['VSCODE_IPC_HOOK_CLI'] = sock('vscode');
  });

  afterEach(async () => {
    for (const server of servers) server.close();
    delete process.env['MY_TOKEN'];
    delete process.env['SSH_AUTH_SOCK'];
    delete process.env['VSCODE_IPC_HOOK_CLI'];
    Object.assign(process.env, environment);
    await rm(outside, { recursive: true });
  });

  const sock = (name: string): string => path.join(outside, `${name}.sock`);
  const text = (name: string): string => readFileSync(path.join(outside, name), 'utf8');
  const listen = async (where: string | number): Promise<number> => {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve) => {
      if (typeof where === 'number') server.listen(where, '127.0.0.1', resolve);
      else server.listen(where, resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const begin = async (line: string): Promise<{ readonly guard: WorkspaceGuard; readonly running: RunningLine }> => {
    const guard = await WorkspaceGuard.around([folder]);
    if (typeof guard === 'string') assert.fail(guard);
    const walled = sandboxed({ file: '/bin/sh', options: ['-c'] }, program, [folder], guard.guarded, folder);
    return { guard, running: runLine(walled, line, folder, () => undefined, 60_000) };
  };
  const attack = async (line: string): Promise<LineEnd & Look> => {
    const { guard, running } = await begin(line);
    const end = await running.end;
    assert.equal(await running.gone, true);
    const { left, unknown } = await guard.takeAway();
    await guard.end();
    if (left !== null) await rm(left.folder, { recursive: true });
    return { ...end, left, unknown };
  };
  const exitCode = (end: LineEnd): number | null => (end.kind === 'exited' ? end.exitCode : null);
  const connecting = (to: string): string =>
    `node -e 'require("net").connect(${to}).on("connect",()=>process.exit(0)).on("error",e=>{console.log(e.code);process.exit(7)})'`;

  it('does its work: it reads and writes the workspace and temp, and gives its exit code', async () => {
    const end = await attack('cat src/cart.js; echo new > src/new.js; echo x > /tmp/x; cat /tmp/x; exit 3');
    assert.deepEqual([exitCode(end), end.output, end.left], [3, 'cartx\n', null]);
    assert.equal(text('home/shop/src/new.js'), 'new\n');
    assert.equal(existsSync('/tmp/x'), false);
  });

  it('has the programs of the home folder, and can listen to itself', async () => {
    assert.equal((await attack('sh ~/.cargo/bin/tool')).output, 'a tool\n');
    const self =
      'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{const c=require("net").connect(s.address().port,()=>{console.log("heard");process.exit()})})';
    assert.equal((await attack(`node -e '${self}'`)).output, 'heard\n');
  });

  // Each prints only where it comes through, and nothing outside is another than before.
  for (const [name, line] of Object.entries({
    'writes to home': 'echo evil >> ~/.bashrc; true',
    'writes to /etc': 'echo evil > /etc/evil && echo through',
    'writes to /usr/local/bin': 'echo evil > /usr/local/bin/evil && echo through',
    'writes to the root': 'echo evil > /evil && echo through',
    'writes beside the workspace': 'echo evil > ../evil; true',
    'changes a hook': 'echo evil > .git/hooks/pre-commit && echo through',
    'adds a hook': 'echo evil > .git/hooks/post-checkout && echo through',
    'changes the configuration of git': 'echo evil >> .git/config && echo through',
    'changes that of a nested repository': 'echo evil >> lib/.git/config && echo through',
    'changes settings of the editor': 'echo evil > .vscode/settings.json && echo through',
    'adds a task': 'echo evil > .vscode/tasks.json && echo through',
    'changes what agents are told': 'echo evil > AGENTS.md && echo through',
    'changes scripts of the package': 'echo evil > package.json && echo through',
    'removes a guarded folder': 'rm -rf .vscode/* .git/* && echo through',
    'moves a guarded folder away': 'mv .vscode settings && echo through',
    'moves the workspace away': 'cd .. && mv shop elsewhere && echo through',
    'writes over a guarded file by a rename': 'echo evil > evil && mv -f evil AGENTS.md && echo through',
    'writes by a new hard link': 'ln .vscode/settings.json link && echo evil > link && echo through',
    'writes by a new symbolic link': 'ln -s .vscode/settings.json l && echo evil > l && echo through; rm -f l',
    'changes modes of what is guarded': 'chmod 777 .git/hooks/pre-commit && echo through',
    'mounts it anew': 'mount -o remount,rw,bind .git && echo through; umount .git && echo through',
    'takes rights in a namespace of its own': 'unshare -Urm true && echo through',
    'makes a device': 'mknod disk b 8 0 && echo through',
    'sets what the kernel runs': 'cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && echo through',
    'reads keys of the home folder': 'cat ~/.ssh/id_rsa ~/.aws/credentials ~/.npmrc ~/.cargo/credentials.toml',
    "reads the editor's own storage": 'cat ~/.config/Code/User/globalStorage/state.vscdb',
    'reads another project': 'cat ../other/notes.txt ~/other/notes.txt',
    'reads secrets of the workspace': 'cat .env; cp .env seen && cat seen; ln .env linked && cat linked',
    'reads passwords of the system': 'cat /etc/shadow',
    'reads the environment': 'env | grep -i -e token -e sock -e vscode -e secret',
    'reads the environment of others':
      "cat /proc/*/environ | tr '\\0' '\\n' | grep -i -e token -e sock -e vscode -e secret",
    'looks for sockets':
      'ls -A /run /var/run /tmp/.X11-unix /var/lib/docker 2>/dev/null; find / -xdev -type s 2>/dev/null',
    'types into the terminal': `perl -e 'open(T,"+</dev/tty") && ioctl(T,0x5412,my $c="x") && print "through"'`,
  }))
    it(`does no harm where it ${name}`, async () => {
      const pattern = readFileSync('/proc/sys/kernel/core_pattern', 'utf8');
      const { output, left } = await attack(`{ ${line}; } 2>/dev/null`);
      assert.deepEqual([output, left], ['', null]);
      for (const file of [
        'home/.bashrc',
        'home/shop/.vscode/settings.json',
        'home/shop/AGENTS.md',
        'home/shop/.git/config',
      ])
        assert.equal(text(file), 'mine', file);
      for (const file of [
        'home/shop/.git/hooks/pre-commit',
        'home/shop/lib/.git/config',
        'home/shop/lib/.vscode/tasks.json',
      ])
        assert.equal(text(file), 'mine', file);
      assert.equal(text('home/shop/package.json'), '{}');
      assert.deepEqual(readdirSync(path.join(folder, '.git', 'hooks')), ['pre-commit']);
      assert.deepEqual(readdirSync(path.join(folder, '.vscode')), ['settings.json']);
      for (const file of ['/etc/evil', '/evil', '/usr/local/bin/evil', path.join(outside, 'home', 'evil')])
        assert.equal(existsSync(file), false, file);
      assert.equal(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'), pattern);
    });

  it('does no harm by a link that was there before, and leads out', async () => {
    await symlink(path.join(outside, 'home'), path.join(folder, 'up'));
    const { output } = await attack('{ cat up/.ssh/id_rsa; echo evil > up/evil && cat up/evil; } 2>/dev/null');
    // What it wrote was the scratch that is called home in there.
    assert.equal(output, 'evil\n');
    assert.equal(existsSync(path.join(outside, 'home', 'evil')), false);
  });

  it('cannot make a folder of the editor or of git where there is none, and none is left', async () => {
    await rm(path.join(folder, '.vscode'), { recursive: true });
    await rm(path.join(folder, '.git'), { recursive: true });
    const line =
      '{ mkdir .vscode .git; echo evil > .vscode/settings.json && echo through; git init .; ls -A .git; rmdir .vscode; }';
    const { output, left } = await attack(`${line} >/dev/null 2>&1`);
    assert.deepEqual([output, left], ['', null]);
    assert.deepEqual([existsSync(path.join(folder, '.vscode')), existsSync(path.join(folder, '.git'))], [false, false]);
  });

  for (const [name, line, names] of [
    [
      'what agents are told',
      'echo evil > CLAUDE.md; mkdir -p a/b; echo evil > a/b/AGENTS.md',
      ['CLAUDE.md', 'a/b/AGENTS.md'],
    ],
    ['a repository within', 'git init -q nested; git -C nested config core.fsmonitor evil', ['nested/.git']],
    [
      'a workspace file and servers',
      'echo {} > x.code-workspace; echo {} > .mcp.json',
      ['.mcp.json', 'x.code-workspace'],
    ],
    ['a workflow', 'mkdir -p .github/workflows; echo evil > .github/workflows/ci.yml', ['.github/workflows']],
    ['a package', 'mkdir web; echo {} > web/package.json', ['web/package.json']],
    ['secrets', 'echo x > .npmrc; echo x > prod.env', ['.npmrc', 'prod.env']],
    ['a link instead of a folder', 'mkdir web; ln -s ../evil web/.vscode; mkdir evil', ['web/.vscode']],
    [
      'another folder of the name, after it has moved the one around it',
      'mv lib gone; mkdir -p lib/.vscode; echo evil > lib/.vscode/tasks.json',
      ['gone/.git', 'gone/.vscode', 'lib/.vscode'],
    ],
  ] as const)
    it(`has what it leaves taken out of the workspace: ${name}`, async () => {
      const { left } = await attack(line);
      assert.deepEqual([...(left?.names ?? [])].sort(), names);
      assert.deepEqual(
        names.filter((one) => existsSync(path.join(folder, one))),
        [],
      );
    });

  for (const [what, line, name] of [
    [
      'in a folder that nobody may read',
      'mkdir -p deep/.a; echo evil > deep/AGENTS.md; chmod 311 deep',
      'deep/AGENTS.md',
    ],
    ['in a folder that nobody may write', 'mkdir deep; echo evil > deep/AGENTS.md; chmod 555 deep', 'deep/AGENTS.md'],
    ['a folder that nobody may write', 'mkdir -p .agents; echo evil > .agents/x; chmod 555 .agents', '.agents'],
    ['a repository of another name', 'git init -q --bare hub; git -C hub config core.fsmonitor evil', 'hub'],
    ['in a cache', 'mkdir -p .cache/deep; echo evil > .cache/deep/.envrc', '.cache/deep/.envrc'],
  ] as const)
    it(`has what it leaves taken out: ${what}`, async () => {
      const { left, unknown } = await attack(line);
      assert.deepEqual([left?.names.includes(name), existsSync(path.join(folder, name)), unknown], [true, false, []]);
    });

  it('leaves its caches where they are', async () => {
    const { left } = await attack('mkdir -p .turbo .cache; echo {} > .turbo/a.json; echo x > .cache/b');
    assert.equal(left, null);
  });

  it('is said to have left what nobody knows where a name is no text', async () => {
    const { unknown } = await attack('d=$(printf "d\\377"); mkdir "$d"; echo evil > "$d/.envrc"');
    assert.deepEqual(unknown, ['']);
  });

  it('has a link taken out that leads to another file than before', async () => {
    await mkdir(path.join(folder, 'docs'));
    await writeFile(path.join(folder, 'docs', 'agents.txt'), 'mine');
    await symlink('docs/agents.txt', path.join(folder, 'CLAUDE.md'));
    const { left } = await attack('mv docs away; mkdir docs; echo evil > docs/agents.txt');
    assert.deepEqual(left?.names, ['CLAUDE.md']);
  });

  it('puts nothing back over another file, or through a link', async () => {
    const { guard, running } = await begin('mkdir a; echo evil > a/.bashrc');
    await running.gone;
    const { left } = await guard.takeAway();
    await guard.end();
    await rm(path.join(folder, 'a'), { recursive: true });
    await symlink('..', path.join(folder, 'a'));
    await left?.putBack();
    assert.equal(text('home/.bashrc'), 'mine');
    assert.equal(existsSync(path.join(left?.folder ?? '', '0')), true);
    await rm(left?.folder ?? '', { recursive: true });
  });

  it('has ended with all that it started before anybody looks, though its first process is slow', async () => {
    const planter = '(while :; do echo evil > AGENTS.md.$1; done) &';
    const { running } = await begin(`chrt -i -p 0 1; for one in $(seq 20); do ${planter} done; exit 0`);
    assert.equal(await running.gone, true);
    const before = readdirSync(folder).length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(readdirSync(folder).length, before);
    const planters = readdirSync('/proc').filter((pid) => isPlanter(pid));
    assert.deepEqual(planters, []);
  });

  it('has what it leaves taken out however much it leaves', async () => {
    const { left } = await attack(
      'mkdir -p many/deep && cd many && for one in $(seq 3500); do mkdir $one; : > $one/.npmrc; done; echo {} > deep/package.json',
    );
    assert.equal(left?.names.includes('many/deep/package.json'), true);
    assert.equal(left.names.length, 3501);
  });

  it('has what it changed by another name taken out, where there was one before', async () => {
    await link(path.join(folder, 'AGENTS.md'), path.join(folder, 'plain.txt'));
    const { left } = await attack('echo evil > plain.txt');
    assert.deepEqual(left?.names, ['AGENTS.md']);
  });

  it('has what it left put back where a person says so', async () => {
    const { guard, running } = await begin('echo kept > CLAUDE.md');
    await running.end;
    const { left } = await guard.takeAway();
    assert.equal(existsSync(path.join(folder, 'CLAUDE.md')), false);
    await left?.putBack();
    assert.equal(await readFile(path.join(folder, 'CLAUDE.md'), 'utf8'), 'kept\n');
    assert.equal(existsSync(left?.folder ?? ''), false);
    // It is known from then on.
    assert.equal((await guard.takeAway()).left, null);
    await guard.end();
  });

  it('reaches no port of this machine', async () => {
    const port = await listen(0);
    assert.equal((await attack(connecting(`${port},"127.0.0.1"`))).output, 'ECONNREFUSED\n');
    assert.equal(connections, 0);
  });

  for (const name of ['agent', 'vscode', 'docker'])
    it(`reaches no socket of this machine: ${name}`, async () => {
      await listen(sock(name));
      const end = await attack(connecting(`"${sock(name)}"`));
      assert.deepEqual([exitCode(end), end.output, connections], [7, 'ENOENT\n', 0]);
    });

  it('reaches no abstract socket of this machine', async () => {
    const name = `tidemark-red-team-${process.pid}`;
    await listen(`\0${name}`);
    const end = await attack(connecting(`"\\0${name}"`));
    assert.deepEqual([exitCode(end), connections], [7, 0]);
  });

  it('resolves no name', async () => {
    assert.equal(exitCode(await attack(`node -e 'require("dns").lookup("example.com",e=>process.exit(e?7:0))'`)), 7);
  });

  it('sees and ends no process of this machine', async () => {
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      const { output } = await attack(`{ ls /proc/${other.pid}; kill -9 ${other.pid}; echo on; } 2>/dev/null`);
      assert.equal(output.includes('environ'), false);
      assert.deepEqual([other.exitCode, other.signalCode], [null, null]);
    } finally {
      other.kill();
    }
  });

  const lives = (mark: string): boolean =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .some((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${mark}`);
        } catch {
          return false;
        }
      });
  const isGone = async (mark: string): Promise<boolean> => {
    const end = Date.now() + 5000;
    while (lives(mark) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return !lives(mark);
  };

  it('leaves no process behind, in whatever session', async () => {
    const { output } = await attack('setsid sleep 6001 >/dev/null 2>&1 & nohup sleep 6001 >/dev/null 2>&1 & echo said');
    assert.equal(output, 'said\n');
    assert.equal(await isGone('6001'), true);
  });

  it('ends with all of it where it is stopped, whatever it does against that', async () => {
    const { guard, running } = await begin('trap "" TERM HUP INT; setsid sleep 6002 & sleep 6002');
    const wait = Date.now() + 5000;
    while (!lives('6002') && Date.now() < wait) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(lives('6002'), true);
    running.stop();
    assert.equal((await running.end).kind, 'stopped');
    assert.equal(await isGone('6002'), true);
    await guard.end();
  });

  it('has little room in temp, which is nowhere on a disk', async () => {
    const { output } = await attack('dd if=/dev/zero of=/tmp/large bs=1M count=1024 2>&1; stat -c %s /tmp/large');
    assert.match(output, /No space left on device[^]*\n536870912\n$/);
    assert.equal(existsSync('/tmp/large'), false);
  });

  it('is not run where what the editor obeys is a link', async () => {
    await rm(path.join(folder, '.vscode'), { recursive: true });
    await symlink('src', path.join(folder, '.vscode'));
    assert.equal(await WorkspaceGuard.around([folder]), 'linked');
  });
});

/** Whether this process of the machine is one of the test's that still plants. */
function isPlanter(pid: string): boolean {
  try {
    return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('AGENTS.md.$1');
  } catch {
    return false;
  }
}
