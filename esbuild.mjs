// @ts-check
// Builds what runs: the extension (split, so that chat and the demo load on first use; one file for the start), the
// webview pages, and, on request, the suites that run inside VS Code. It knows entry points and formats, not what is in
// them.
import { build, context } from 'esbuild';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';
import { writeNotices } from './test/support/packaging/notices.mjs';

/** @import { BuildOptions, Metafile, Plugin } from 'esbuild' */

const extensionEntry = 'src/extension.ts';

/** @satisfies {BuildOptions} */
const bundled = { bundle: true, legalComments: 'none', logLevel: 'warning' };

/**
 * The extension, written as `extension.cjs` and its `chunks/` in `outdir`.
 *
 * @param {{ project: string, outdir: string, production: boolean }} wanted
 * @returns {BuildOptions & { metafile: true }}
 */
export function extensionBundle({ project, outdir, production }) {
  /** @type {BuildOptions} */
  const common = {
    ...bundled,
    absWorkingDir: project,
    outdir,
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node22',
    minify: production,
    sourcemap: production ? false : 'inline',
  };
  return {
    ...common,
    entryPoints: { extension: extensionEntry },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    external: ['vscode'],
    metafile: true,
    write: false,
    plugins: [writeCommonJs(common, project, path.resolve(project, outdir))],
  };
}

/**
 * What the entry imports statically, itself first: the entry's file holds all of it.
 *
 * @param {Metafile} metafile
 * @returns {readonly string[]}
 */
export function chunksOfStart({ outputs }) {
  const start = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === extensionEntry));
  // A set that grows while it is walked is walked to its new end.
  for (const file of start) {
    for (const { path: chunk, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && chunk in outputs) start.add(chunk);
  }
  return [...start];
}

/**
 * Writes esbuild's split ESM output as CommonJS: a window's extension host, forks and the oldest supported version all
 * load CommonJS fastest, while esbuild itself splits ESM only. Every chunk that the entry imports statically goes into
 * the entry's file, since at a start a file costs more than what is in it; the entry exports it under the chunk's name,
 * and chunks that load later take it from there, so that every module still exists once.
 *
 * @param {BuildOptions} common
 * @param {string} project
 * @param {string} outdir
 * @returns {Plugin}
 */
function writeCommonJs(common, project, outdir) {
  return {
    name: 'write-commonjs',
    setup(bundle) {
      bundle.onEnd(async ({ errors, outputFiles = [], metafile }) => {
        if (errors.length > 0 || metafile === undefined) return;
        const chunks = new Map(outputFiles.map((file) => [file.path, file.text]));
        const [entry = '', ...merged] = chunksOfStart(metafile).map((file) => path.resolve(project, file));
        const written = [...chunks.keys()].filter((file) => !merged.includes(file));
        const { outputFiles: files } = await build({
          ...common,
          write: false,
          entryPoints: Object.fromEntries(
            written.map((file) => [path.relative(outdir, file).replace(/\.cjs$/, ''), file]),
          ),
          format: 'cjs',
          supported: { 'dynamic-import': false },
          // What is read lies in memory, under the names that are written.
          allowOverwrite: true,
          plugins: [chunksIn(chunks, entry, merged)],
        });
        for (const file of files) {
          await mkdir(path.dirname(file.path), { recursive: true });
          await writeFile(file.path, withoutExportNames(file.text));
        }
      });
    },
  };
}

/**
 * Hands esbuild its own chunks: to the entry those that it is merged with, to the others what the entry exports of
 * them.
 *
 * @param {ReadonlyMap<string, string>} chunks
 * @param {string} entry
 * @param {readonly string[]} merged
 * @returns {Plugin}
 */
function chunksIn(chunks, entry, merged) {
  return {
    name: 'chunks',
    setup(bundle) {
      bundle.onResolve({ filter: /./ }, ({ path: name, kind, importer, resolveDir }) => {
        if (kind === 'entry-point') return { path: name };
        const file = path.resolve(resolveDir, name);
        if (!merged.includes(file)) return { path: name, external: true };
        return importer === entry || merged.includes(importer) ? { path: file } : { path: file, namespace: 'start' };
      });
      bundle.onLoad({ filter: /./, namespace: 'file' }, ({ path: file }) => {
        const exported = merged.map((chunk) => `export * as "${nameOf(chunk)}" from "${specifier(entry, chunk)}";\n`);
        return {
          contents: plainVsCode(chunks.get(file) ?? '') + (file === entry ? `\n${exported.join('')}` : ''),
          resolveDir: path.dirname(file),
        };
      });
      bundle.onLoad({ filter: /./, namespace: 'start' }, ({ path: file }) => ({
        contents: `module.exports = require("${specifier(file, entry)}")["${nameOf(file)}"];`,
        resolveDir: path.dirname(file),
      }));
    },
  };
}

/**
 * The names of the exports, which are written once more where no code runs, are for who imports CommonJS as a module.
 * Nobody does: VS Code and the chunks require.
 *
 * @param {string} code
 */
function withoutExportNames(code) {
  return code.replace(/(^|[;}])0\s*&&\s*\(module\.exports\s*=\s*\{[^{}]*\}\);/m, '$1');
}

/** @param {string} chunk */
function nameOf(chunk) {
  return path.basename(chunk, '.cjs');
}

/**
 * @param {string} from
 * @param {string} to
 */
function specifier(from, to) {
  const name = path.relative(path.dirname(from), to).replaceAll(path.sep, '/');
  return name.startsWith('.') ? name : `./${name}`;
}

/**
 * Requires VS Code's API as the plain object that it is. For an imported namespace esbuild would copy its hundreds of
 * members once for every module that imports it, which took longer than all the rest of a start.
 *
 * @param {string} chunk
 */
function plainVsCode(chunk) {
  return chunk.replaceAll(/import\s*\*\s*as ([\w$]+) from\s*"vscode";/g, 'const $1 = require("vscode");');
}

/**
 * @param {boolean} production
 * @returns {BuildOptions & { metafile: true }}
 */
export function pages(production) {
  return {
    ...bundled,
    absWorkingDir: import.meta.dirname,
    entryPoints: { chat: 'src/webview/chat/main.tsx', plan: 'src/webview/plan/main.tsx' },
    outdir: 'dist/webview',
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
  };
}

/** @returns {BuildOptions} */
function suites() {
  return {
    ...bundled,
    absWorkingDir: import.meta.dirname,
    entryPoints: globSync('test/vscode/**/*.ts'),
    outbase: 'test',
    outdir: 'out/test',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'linked',
  };
}

/** The package of the icons, which ships as it is. */
export const codicons = 'node_modules/@vscode/codicons';

async function copyCodicons() {
  await mkdir('dist/webview', { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf']) {
    await cp(`${codicons}/dist/${file}`, `dist/webview/${file}`);
  }
}

if (import.meta.main) {
  const production = process.argv.includes('--production');
  const shipped = [extensionBundle({ project: import.meta.dirname, outdir: 'dist', production }), pages(production)];
  const tests = process.argv.includes('--tests') ? [suites()] : [];
  if (process.argv.includes('--watch')) {
    await copyCodicons();
    for (const bundle of [...shipped, ...tests]) await (await context(bundle)).watch();
  } else {
    await rm('dist', { recursive: true, force: true });
    // A suite that was renamed would run on under its old name.
    if (tests.length > 0) await rm('out/test', { recursive: true, force: true });
    await copyCodicons();
    const [results] = await Promise.all([
      Promise.all(shipped.map((bundle) => build(bundle))),
      Promise.all(tests.map((bundle) => build(bundle))),
    ]);
    if (production)
      await writeNotices(
        import.meta.dirname,
        results.map(({ metafile }) => metafile),
        [codicons],
      );
  }
}
