// The package that people install: made again from the same commit it has the same bytes, and it names whose work is in
// it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { runCommand } from '../support/vscode-host/command.ts';
import { projectFolder } from '../support/rules/source-files.ts';

const vsix = path.join(projectFolder, 'dist', 'tidemark.vsix');

describe('the package', () => {
  it('has the same bytes when it is made again, by somebody whose machine is set up otherwise', async function () {
    this.timeout(120_000);
    const first = await readFile(vsix);
    const env = { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
    const umask = process.umask(0o077);
    try {
      await runCommand('Packaging the extension', 'npm', ['run', '-s', 'package'], { cwd: projectFolder, env });
    } finally {
      process.umask(umask);
    }
    const second = await readFile(vsix);
    assert.equal(first.equals(second), true, `${first.length} and ${second.length} bytes`);
  });

  it('holds the notices of others whose work is in it, and nothing that is not meant to ship', async () => {
    const files = unzipSync(await readFile(vsix));
    const notices = strFromU8(files['extension/THIRD-PARTY-NOTICES.txt'] ?? new Uint8Array());
    for (const name of [
      '@preact/signals',
      '@vscode/codicons',
      'entities',
      'highlight.js',
      'hono',
      'markdown-it',
      'preact',
      'temml',
      'zod',
    ]) {
      assert.match(
        notices,
        new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|BSD-2-Clause|BSD-3-Clause|CC-BY-4\\.0)\\)$`, 'm'),
      );
    }
    const places = new Set(Object.keys(files).map((name) => name.split('/').slice(0, 2).join('/')));
    const meant = [
      'CHANGELOG.md',
      'LICENSE.txt',
      'THIRD-PARTY-NOTICES.txt',
      'dist',
      'docs',
      'media',
      'package.json',
      'package.nls.json',
      'package.nls.zh-cn.json',
      'readme.md',
    ];
    assert.deepEqual(
      [...places]
        .filter((name) => !meant.some((file) => name.toLowerCase() === `extension/${file}`.toLowerCase()))
        .sort(),
      ['[Content_Types].xml', 'extension.vsixmanifest'],
    );
  });
});
