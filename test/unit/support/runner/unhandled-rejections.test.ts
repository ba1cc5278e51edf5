import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../../../support/rules/source-files.ts';

const mocha = path.join(projectFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
const hook = path.join(projectFolder, 'test', 'support', 'runner', 'unhandled-rejections.ts');

/** Runs one suite with the hook; its exit code and what it printed. */
function run(suite: string): { status: number | null; output: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
  try {
    const file = path.join(folder, 'suite.mjs');
    writeFileSync(file, suite);
    const flags = ['--no-config', '--no-package', '--require', hook, file];
    const { status, stdout, stderr } = spawnSync(process.execPath, [mocha, ...flags], {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a run with the hook for unhandled rejections', () => {
  it('fails where a promise is rejected and nobody waits, and names the test', () => {
    const { status, output } = run(`it('goes on', () => { Promise.reject(new Error('left alone')); });`);
    assert.notEqual(status, 0);
    assert.match(output, /1 passing/);
    assert.match(output, /Nobody waited for 1 rejected promises/);
    assert.match(output, /goes on: Error: left alone/);
  });

  it('passes where every rejection is waited for', () => {
    const { status, output } = run(
      `it('waits', async () => { await Promise.reject(new Error('expected')).catch(() => undefined); });`,
    );
    assert.deepEqual([status, output.includes('1 passing')], [0, true]);
  });
});
