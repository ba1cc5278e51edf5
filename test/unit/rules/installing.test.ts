// Installing the project runs no program that a package brings, and nobody is asked whether one may.
import assert from 'node:assert/strict';
import { transform } from 'esbuild';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectFolder, readFolder } from '../../support/rules/source-files.ts';

describe('installing the project', () => {
  it('runs no script of a package, whoever does it', () => {
    const settings = readFileSync(path.join(projectFolder, '.npmrc'), 'utf8').split('\n');
    assert.equal(settings.includes('ignore-scripts=true'), true);
  });

  it('is said to run none wherever the project does it itself, so that no setting of a machine matters', () => {
    const scripts = new Map([...readFolder('.ci'), ...readFolder('test/support'), ...readFolder('test/bench')]);
    const isComment = /^\s*(?:\/\/|\*|\/\*|#)/;
    const installs = [...scripts].flatMap(([file, text]) => {
      const code = text.split('\n').filter((line) => !isComment.test(line) && !line.includes('apt-get'));
      // As a shell command, or as arguments, over however many lines.
      const found = code.join('\n').match(/\bnpm (?:ci|install)\b.*|\[\s*'(?:ci|install)',[^\]]*/g) ?? [];
      return found.map((install) => ({ file, install }));
    });
    assert.equal(installs.length >= 3, true);
    assert.deepEqual(
      installs.filter(({ install }) => !install.includes('--ignore-scripts')),
      [],
    );
  });

  it('leaves nothing undone: the project has no script that npm would have run by itself', () => {
    const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
    const { scripts } = manifest.parse(JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')));
    const byItself = Object.keys(scripts).filter((name) =>
      /^(?:pre|post)|^(?:install|prepare|dependencies)$/.test(name),
    );
    assert.deepEqual(byItself, []);
  });

  it('leaves nothing undone: what builds came ready to run', async () => {
    assert.equal((await transform('let a: number = 1', { loader: 'ts' })).code, 'let a = 1;\n');
  });
});
