// Commands that would use up the machine, in its real bubblewrap: each ends by itself after some seconds, whatever is
// done about it, and takes no more than the bounds of the test let it have.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Limits, limitsFor } from '../../../../src/core/chat/tools/sandbox/limits.ts';
import { type RunningLine, runLine } from '../../../../src/node/programs/shell-command.ts';
import { sandboxed, trySandbox } from '../../../../src/node/sandbox/bubblewrap.ts';
import { findBubblewrap } from '../../../support/vscode-host/bubblewrap.ts';

const megabyte = 2 ** 20;

(process.platform === 'linux' ? describe : describe.skip)('a command in the sandbox that takes too much', function () {
  this.timeout(60_000);
  let folder: string;
  let program: string;

  before(async function () {
    await findBubblewrap();
    const trial = await trySandbox();
    if (trial.kind === 'works') ({ program } = trial);
    else this.skip();
  });

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'tidemark-limits-')));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const begin = (line: string, limits: Partial<Limits> = {}): RunningLine => {
    const shell = { file: '/bin/sh', options: ['-c'] };
    const all = { ...limitsFor(os.totalmem()), ...limits };
    const walled = sandboxed(shell, program, [folder], { readOnly: [], hidden: [] }, folder, all);
    return runLine(walled, line, folder, () => undefined, 60_000);
  };
  const run = async (line: string, limits: Partial<Limits> = {}): Promise<string> => {
    const running = begin(line, limits);
    const end = await running.end;
    assert.equal(await running.gone, true);
    return end.kind === 'tooMuch' ? end.limit : `${end.kind}: ${end.output}`;
  };
  /** What still runs of this test, by its mark on the command line. */
  const left = (mark: string): string[] =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    });

  it('is ended with all that it started where it starts itself over and over', async () => {
    const bomb =
      'f() { [ $(date +%s) -lt $END ] && { f & f & wait; }; }; END=$(($(date +%s) + 10)); f; : bomb-of-the-test';
    assert.equal(await run(bomb, { tasks: 200 }), 'tasks');
    assert.deepEqual(left('bomb-of-the-test'), []);
  });

  it('is ended where its processes have left it, each in a session of its own', async () => {
    const line = 'i=0; while [ $i -lt 100 ]; do setsid sleep 10.77 & i=$((i+1)); done; sleep 10.77';
    assert.equal(await run(line, { tasks: 50 }), 'tasks');
    assert.deepEqual(left('sleep\u000010.77'), []);
  });

  it('is ended for threads as for processes', async () => {
    const threads =
      'const { Worker } = require("worker_threads"); for (let i = 0; i < 40; i++) new Worker("setTimeout(() => {}, 8000)", { eval: true })';
    assert.equal(await run(`exec node -e '${threads}'`, { tasks: 30 }), 'tasks');
  });

  // At most 1.5 GB, and no more than ten seconds.
  for (const [name, line] of Object.entries({
    'a process of its own':
      'exec node -e "const kept=[];const t=setInterval(()=>{if(kept.length<30)kept.push(Buffer.alloc(50*2**20,1))},10);setTimeout(()=>process.exit(),10000)"',
    'files that no process maps':
      'exec python3 -c "import os,time\nfds=[os.memfd_create(str(i)) for i in range(900)]\nfor fd in fds: os.write(fd,bytes(3<<19))\ntime.sleep(10)"',
  }))
    it(`is ended where the memory of the machine runs out: ${name}`, async () => {
      const spared = os.freemem() - 500 * megabyte;
      assert.equal(await run(line, { spared, granted: 200 * megabyte }), 'memory');
    });

  it('is let be where others have left little, and it takes little', async () => {
    const spared = os.totalmem();
    assert.equal(await run('sleep 0.5; echo done', { spared }), 'exited: done\n');
  });

  it('is what the kernel ends first where there is no memory, and can change nothing of that', async () => {
    const line =
      'cat /proc/self/oom_score_adj; echo 0 2>/dev/null >/proc/self/oom_score_adj; sh -c "cat /proc/self/oom_score_adj"';
    assert.equal(await run(`{ ${line}; } 2>/dev/null`), 'exited: 1000\n1000\n');
  });

  it('has a bound of the kernel, whatever its shell, which it cannot raise, and leaves no copy of its memory', async () => {
    const line = "exec bash -c 'ulimit -u 8193; ulimit -u; ulimit -c' 2>/dev/null";
    assert.equal(await run(line), 'exited: 8192\n0\n');
  });

  it('is stopped by the person as before, and then is no command that took too much', async () => {
    const running = begin('sleep 10.78', { tasks: 50 });
    await delay(200);
    running.stop();
    assert.equal((await running.end).kind, 'stopped');
    assert.equal(await running.gone, true);
  });
});
