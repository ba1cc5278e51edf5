// What a package holds beside the project's own work is named in it, and its bytes follow from the commit alone.
import assert from 'node:assert/strict';
import { build, type Metafile } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { codicons, extensionBundle, pages } from '../../../esbuild.mjs';
import { normalizeArchive } from '../../support/packaging/normalize-vsix.mjs';
import { bundledPackages, noticesFile, readNotices } from '../../support/packaging/notices.mjs';
import { projectFolder } from '../../support/rules/source-files.ts';
import { createTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';

describe('the notices of a package', () => {
  /** What esbuild says of a bundle that takes this many bytes from each file. */
  const metafile = (files: Readonly<Record<string, number>>): Metafile => ({
    inputs: {},
    outputs: {
      'dist/a.js': {
        bytes: 1,
        imports: [],
        exports: [],
        inputs: Object.fromEntries(Object.entries(files).map(([file, bytesInOutput]) => [file, { bytesInOutput }])),
      },
    },
  });
  const install = async (folder: string, manifest: object, files: Readonly<Record<string, string>>): Promise<void> => {
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files }))
      await writeFile(path.join(folder, file), text);
  };

  it('are those of every package that the bundles hold code of, nested ones too, and of no other', () => {
    const first = metafile({
      'src/a.ts': 5,
      'node_modules/one/index.js': 1,
      'node_modules/one/lib/b.js': 1,
      'node_modules/shaken/index.js': 0,
    });
    const second = metafile({
      'node_modules/@scope/two/a.js': 1,
      'node_modules/one/node_modules/three/a.js': 1,
      '../up/node_modules/four/a.js': 1,
    });
    assert.deepEqual(bundledPackages([first, second]), [
      '../up/node_modules/four',
      'node_modules/@scope/two',
      'node_modules/one',
      'node_modules/one/node_modules/three',
    ]);
  });

  it('are the words of each licence, every file of them', async () => {
    const project = await createTemporaryFolder();
    await install(
      path.join(project, 'b'),
      { name: 'b', version: '2.0.0', license: 'CC-BY-4.0' },
      { LICENSE: 'Icons\r\n', 'LICENSE-CODE': 'Code\n', 'license.ts': '' },
    );
    await install(path.join(project, 'a'), { name: 'a', version: '1.0.0', license: 'MIT' }, { 'license.md': 'Words' });
    assert.deepEqual(await readNotices(project, ['b', 'a', 'a']), [
      { name: 'a', version: '1.0.0', licence: 'MIT', text: 'Words' },
      { name: 'b', version: '2.0.0', licence: 'CC-BY-4.0', text: 'Icons\n\nCode' },
    ]);
  });

  it('cannot be made of a licence that is not allowed, of none, or of one without its words', async () => {
    const project = await createTemporaryFolder();
    const words = { LICENSE: 'Words' };
    await install(path.join(project, 'a'), { name: 'a', license: 'GPL-3.0-only' }, words);
    await install(path.join(project, 'b'), { name: 'b' }, words);
    await install(path.join(project, 'c'), { name: 'c', license: 'MIT' }, {});
    await install(path.join(project, 'd'), { name: 'd', license: '(MIT AND GPL-3.0-only)' }, words);
    await assert.rejects(readNotices(project, ['a']), /^Error: a ships under GPL-3\.0-only,/);
    await assert.rejects(readNotices(project, ['b']), /^Error: b ships under undefined,/);
    await assert.rejects(readNotices(project, ['c']), /^Error: c ships without a file/);
    await assert.rejects(readNotices(project, ['d']), /^Error: d ships under /);
  });

  it('can be made of everything that ships, and are in the package', async () => {
    const bundles = [
      extensionBundle({ project: projectFolder, outdir: await createTemporaryFolder(), production: true }),
      { ...pages(true), write: false },
    ];
    const built = await Promise.all(bundles.map((bundle) => build({ ...bundle, metafile: true })));
    const notices = await readNotices(projectFolder, [
      ...bundledPackages(built.map((result) => result.metafile)),
      codicons,
    ]);
    const names = notices.map(({ name }) => name);
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
    ])
      assert.equal(names.includes(name), true, name);
    assert.deepEqual(
      notices.filter(({ text }) => text.length < 500),
      [],
    );
    assert.match(
      await readFile(path.join(projectFolder, '.vscodeignore'), 'utf8'),
      new RegExp(`^!${noticesFile}$`, 'm'),
    );
  });
});

describe('the archive of a package', () => {
  const digest = (archive: Uint8Array, epoch = 1_700_000_000): string =>
    createHash('sha256').update(normalizeArchive(archive, epoch)).digest('hex');
  const texts = {
    'extension/a.js': strToU8('a'.repeat(999)),
    '[Content_Types].xml': strToU8('<x/>'),
    'extension/b.js': strToU8('b'),
  };
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('has the same bytes whatever the order, the times, the modes and the compression that it was written with', () => {
    const one = zipSync(texts, { mtime: new Date(2001, 1, 1), level: 1, attrs: 0o100600 << 16, os: 3 });
    const reversed = Object.fromEntries(Object.entries(texts).reverse());
    const other = zipSync(reversed, { mtime: new Date(2020, 6, 6), level: 0, attrs: 0o100664 << 16, os: 3 });
    assert.equal(digest(one), digest(other));
    assert.deepEqual(unzipSync(normalizeArchive(one, 0)), unzipSync(other));
  });

  it('has the same bytes in every time zone, and others for another commit', () => {
    const archive = zipSync(texts);
    const digests = ['Asia/Kathmandu', 'America/St_Johns', 'UTC'].map((name) => {
      process.env['TZ'] = name;
      return digest(archive);
    });
    assert.equal(new Set(digests).size, 1);
    assert.notEqual(digest(archive, 1_700_000_060), digests[0]);
  });
});
