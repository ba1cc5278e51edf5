// What a start of the extension reads, in the bundle as it is published. How long it takes, test/bench/activation.ts
// measures.
import assert from 'node:assert/strict';
import { build, type Metafile } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { chunksOfStart, extensionBundle } from '../../../esbuild.mjs';
import { projectFolder } from '../../support/rules/source-files.ts';
import { createTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';

/** Whatever is read of it, called, made, awaited or extended is itself again. */
const vsCodeStandIn = `const all = new Proxy(class {}, {
  get: (target, key) =>
    key === 'then' ? undefined
    : key === 'prototype' ? target.prototype
    : key === Symbol.toPrimitive ? () => ''
    : all,
  apply: () => all,
  set: () => true,
  construct: (target, values, called) => (called === all ? all : Reflect.construct(target, values, called)),
});
module.exports = all;`;

/**
 * Prints what Node has loaded when the turn of the event loop is over in which the extension was activated. A first
 * segmenter would take as long as all the rest of it.
 */
const activation = `Intl.Segmenter = undefined;
const vscode = require('vscode');
setImmediate(() => {
  console.log(JSON.stringify(Object.keys(require.cache)));
  process.exit();
});
require('./extension.cjs').activate(vscode);`;

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Where Node finds a stand-in when the bundle requires VS Code's API. */
async function createOutdir(): Promise<string> {
  const outdir = await createTemporaryFolder();
  await writeFiles(outdir, { 'node_modules/vscode/index.js': vsCodeStandIn });
  return outdir;
}

/** The files that Node has loaded from a folder. */
function loadedFrom(folder: string, require: NodeJS.Require): string[] {
  return namesIn(
    folder,
    Object.keys(require.cache).filter((file) => file.startsWith(folder)),
  );
}

function namesIn(folder: string, files: readonly string[]): string[] {
  return files.map((file) => path.relative(folder, file).replaceAll(path.sep, '/')).sort();
}

describe('the bundle of the extension', () => {
  let outdir = '';
  let metafile: Metafile = { inputs: {}, outputs: {} };
  let modulesOfStart: readonly string[] = [];

  before(async () => {
    outdir = await createOutdir();
    ({ metafile } = await build(extensionBundle({ project: projectFolder, outdir, production: true })));
    const { outputs } = metafile;
    modulesOfStart = chunksOfStart(metafile).flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {}));
  });

  it('starts from one file of less than 60 KB', async () => {
    const require = createRequire(path.join(outdir, 'extension.cjs'));
    require('./extension.cjs');
    assert.deepEqual(loadedFrom(outdir, require), ['extension.cjs', 'node_modules/vscode/index.js']);
    const { size } = await stat(path.join(outdir, 'extension.cjs'));
    assert.equal(size < 60_000, true, `${size} bytes`);
  });

  it('loads no other file before VS Code counts it as started', async () => {
    await writeFiles(outdir, { 'activation.cjs': activation });
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(outdir, 'activation.cjs')]);
    const loaded = z.array(z.string()).parse(JSON.parse(stdout));
    assert.deepEqual(namesIn(outdir, loaded), ['activation.cjs', 'extension.cjs', 'node_modules/vscode/index.js']);
  });

  it('leaves every package, the network and the demo for their first use', () => {
    const isHeavy = (file: string): boolean =>
      !file.startsWith('src/') ||
      file.startsWith('src/demo/') ||
      /^src\/core\/service\/http\/(?:http|exchange)\.ts$/.test(file);
    assert.equal(modulesOfStart.includes('src/extension.ts'), true);
    assert.equal(Object.keys(metafile.inputs).filter(isHeavy).length > 0, true);
    assert.deepEqual(modulesOfStart.filter(isHeavy), []);
  });

  it('has of the chat only its lazy loader and the files of diffs', () => {
    const ofChat = modulesOfStart.filter((file) => /^src\/(?:core|host)\/chat\//.test(file)).sort();
    assert.deepEqual(ofChat, ['src/host/chat/editor/review/lazy-proposal-files.ts', 'src/host/chat/lazy-chat.ts']);
  });

  it("copies VS Code's API in no file", async () => {
    const files = (await readdir(outdir, { recursive: true })).filter((file) => file.endsWith('.cjs'));
    const texts = await Promise.all(files.map((file) => readFile(path.join(outdir, file), 'utf8')));
    assert.equal(
      texts.some((text) => text.includes('=require("vscode")')),
      true,
    );
    assert.deepEqual(
      files.filter((_, index) => texts[index]?.includes('(require("vscode")')),
      [],
    );
  });

  it('loads every part that waits', () => {
    const require = createRequire(path.join(outdir, 'extension.cjs'));
    const parts = Object.keys(metafile.outputs).filter((file) => !chunksOfStart(metafile).includes(file));
    assert.equal(parts.length > 0, true);
    for (const part of parts) assert.doesNotThrow(() => void require(path.resolve(projectFolder, part)), part);
  });
});

describe('a class that the start and two later parts of an extension share', () => {
  for (const production of [true, false]) {
    it(`exists once where the bundle is made for ${production ? 'publishing' : 'development'}`, async () => {
      const [project, outdir] = [await createTemporaryFolder(), await createOutdir()];
      const later = `import { Thing } from './thing.ts'; export const isThing = (value: unknown): boolean => value instanceof Thing;`;
      await writeFiles(project, {
        'src/thing.ts': 'export class Thing {}',
        'src/one.ts': later,
        'src/other.ts': later,
        'src/extension.ts': `import { Thing } from './thing.ts';
          export const answers = async () => [(await import('./one.ts')).isThing(new Thing()), (await import('./other.ts')).isThing(new Thing())];`,
      });
      await build(extensionBundle({ project, outdir, production }));
      const require = createRequire(path.join(outdir, 'extension.cjs'));
      const { answers } = z
        .object({ answers: z.custom<() => Promise<unknown>>((value) => typeof value === 'function') })
        .parse(require('./extension.cjs'));
      assert.deepEqual(loadedFrom(outdir, require), ['extension.cjs']);
      assert.deepEqual(await answers(), [true, true]);
      assert.equal(loadedFrom(outdir, require).length, 3);
    });
  }
});
