import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type LineEnd, runLine } from '../../../../src/node/programs/shell-command.ts';

const long = 60_000;

(process.platform === 'win32' ? describe.skip : describe)('a command line in a shell of its own', () => {
  let folder: string;
  let shown: string;
  const shell = { file: '/bin/sh', options: ['-c'] };
  const run = (line: string, silence = long): ReturnType<typeof runLine> =>
    runLine(shell, line, folder, (text) => (shown += text), silence);

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tidemark-shell-')));
    shown = '';
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('gives its exit code and all that it said, in its folder', async () => {
    const end = await run('pwd; echo wrong >&2; exit 3').end;
    assert.equal(end.kind === 'exited' ? end.exitCode : end.kind, 3);
    assert.deepEqual(end.output.trim().split('\n').sort(), [folder, 'wrong'].sort());
    assert.equal(shown, end.output);
  });

  it('has nobody at its input, no pager, and nothing of the editor in its environment', async () => {
    process.env['VSCODE_SECRET_SOCKET'] = 'socket';
    const end = await run('cat; echo "$PAGER $GIT_TERMINAL_PROMPT [$VSCODE_SECRET_SOCKET]"').end;
    delete process.env['VSCODE_SECRET_SOCKET'];
    assert.equal(end.output, 'cat 0 []\n');
  });

  it('keeps beginning and end of what is very long', async () => {
    const { output } = await run(
      'echo first; i=0; while [ $i -lt 20000 ]; do echo 1234567890; i=$((i+1)); done; echo last',
    ).end;
    assert.equal(output.length < 100_000, true);
    assert.match(output, /^first\n[^]*characters are left out[^]*last\n$/);
  });

  it('is handed back as running where it says nothing, and goes on', async () => {
    const command = run('echo waiting; sleep 600', 300);
    assert.deepEqual(await command.end, { kind: 'running', output: 'waiting\n' });
    command.stop();
  });

  it('is ended with all that it has started', async () => {
    const command = run('sleep 600 & echo $!; wait');
    const started = new Promise<number>((resolve) => {
      const look = setInterval(() => {
        if (!shown.endsWith('\n')) return;
        clearInterval(look);
        resolve(Number(shown));
      }, 10);
    });
    const pid = await started;
    command.stop();
    const end: LineEnd = await command.end;
    assert.equal(end.kind, 'stopped');
    // Nobody may have taken notice of its end yet.
    const hasEnded = (): boolean =>
      /^(?:Z|$)/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
    while (!hasEnded()) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('ends, too, where there is no such shell', async () => {
    const end = await runLine({ file: '/nowhere/sh', options: ['-c'] }, 'true', folder, () => undefined, long).end;
    assert.deepEqual(end, { kind: 'exited', exitCode: null, output: '' });
  });
});
