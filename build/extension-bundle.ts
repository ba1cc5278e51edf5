// Knows how the extension is bundled: split, so that chat and the demo load on first use, and as CommonJS, with one file for
// the start. It does not know what is in the extension, nor when it is built.
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import path from 'node:path';

export interface BundlePlace {
  /** The folder of the project, with the extension in `src/extension.ts`. */
  readonly project: string;
  /** Where `extension.cjs` and its `chunks/` are written. */
  readonly outdir: string;
}

const entryPoint = 'src/extension.ts';

export function extensionBundle({ project, outdir }: BundlePlace, { production }: { readonly production: boolean }): BuildOptions & { metafile: true } {
  const common = {
    absWorkingDir: project,
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    minify: production,
    sourcemap: production ? false : 'inline',
    legalComments: 'none',
    logLevel: 'warning',
  } satisfies BuildOptions;
  return {
    ...common,
    entryPoints: { extension: entryPoint },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    external: ['vscode'],
    metafile: true,
    write: false,
    plugins: [writeCommonJs(common)],
  };
}

/** What the entry imports statically, itself first: the entry's file holds all of it. */
export function chunksOfStart({ outputs }: Metafile): readonly string[] {
  const start = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entryPoint));
  // A set that grows while it is walked is walked to its new end.
  for (const file of start) {
    for (const { path: chunk, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement' && chunk in outputs) start.add(chunk);
  }
  return [...start];
}

/**
 * Writes esbuild's split ESM output as CommonJS: a window's extension host, forks and the oldest supported version all load
 * CommonJS fastest, while esbuild itself splits ESM only. Every chunk that the entry imports statically goes into the entry's
 * file, since at a start a file costs more than what is in it; the entry exports it under the chunk's name, and chunks that
 * load later take it from there, so that every module still exists once.
 */
function writeCommonJs(common: BuildOptions & Pick<BundlePlace, 'outdir'> & { readonly absWorkingDir: string }): Plugin {
  const outdir = path.resolve(common.absWorkingDir, common.outdir);
  return {
    name: 'write-commonjs',
    setup(bundle) {
      bundle.onEnd(async ({ errors, outputFiles = [], metafile }) => {
        if (errors.length > 0 || metafile === undefined) return;
        const chunks = new Map(outputFiles.map((file) => [file.path, file.text]));
        const [entry = '', ...merged] = chunksOfStart(metafile).map((file) => path.resolve(common.absWorkingDir, file));
        const written = [...chunks.keys()].filter((file) => !merged.includes(file));
        await build({
          ...common,
          entryPoints: Object.fromEntries(written.map((file) => [path.relative(outdir, file).replace(/\.cjs$/, ''), file])),
          format: 'cjs',
          supported: { 'dynamic-import': false },
          // What is read lies in memory, under the names that are written.
          allowOverwrite: true,
          plugins: [chunksIn(chunks, entry, merged)],
        });
      });
    },
  };
}

/** Hands esbuild its own chunks: to the entry those that it is merged with, to the others what the entry exports of them. */
function chunksIn(chunks: ReadonlyMap<string, string>, entry: string, merged: readonly string[]): Plugin {
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
        return { contents: plainVsCode(chunks.get(file) ?? '') + (file === entry ? `\n${exported.join('')}` : ''), resolveDir: path.dirname(file) };
      });
      bundle.onLoad({ filter: /./, namespace: 'start' }, ({ path: file }) => ({
        contents: `module.exports = require("${specifier(file, entry)}")["${nameOf(file)}"];`,
        resolveDir: path.dirname(file),
      }));
    },
  };
}

const nameOf = (chunk: string): string => path.basename(chunk, '.cjs');

function specifier(from: string, to: string): string {
  const name = path.relative(path.dirname(from), to).replaceAll(path.sep, '/');
  return name.startsWith('.') ? name : `./${name}`;
}

/**
 * Requires VS Code's API as the plain object that it is. For an imported namespace esbuild would copy its hundreds of members
 * once for every module that imports it, which took longer than all the rest of a start.
 */
function plainVsCode(chunk: string): string {
  return chunk.replaceAll(/import\s*\*\s*as ([\w$]+) from\s*"vscode";/g, 'const $1 = require("vscode");');
}
