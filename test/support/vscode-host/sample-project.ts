// The project that `npm start` opens: a small one of its own, with a test that fails, for the agent to mend.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const files: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "tide-table",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test"
  }
}
`,
  'README.md':
    '# Tide table\n\nA small project to try Tidemark with. One of its tests fails: ask the agent to fix it.\n',
  'src/tides.js': `/** How far the water rises between low and high tide, in meters. */
export function tidalRange(high, low) {
  return high + low;
}

/** The mean of several heights, in meters. */
export function meanHeight(heights) {
  return heights.reduce((sum, height) => sum + height, 0) / heights.length;
}
`,
  'test/tides.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanHeight, tidalRange } from '../src/tides.js';

test('the range is what lies between high and low water', () => {
  assert.equal(tidalRange(3, 1), 2);
});

test('the mean lies in the middle', () => {
  assert.equal(meanHeight([1, 3]), 2);
});
`,
};

export async function writeSampleProject(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const git = async (...args: readonly string[]): Promise<unknown> =>
    promisify(execFile)('git', ['-C', folder, '-c', 'user.name=Tidemark', '-c', 'user.email=demo@localhost', ...args]);
  // A repository of its own, where there is git.
  await git('init', '--quiet')
    .then(() => git('add', '.'))
    .then(() => git('commit', '--quiet', '--message', 'A tide table'))
    .catch(() => undefined);
}
