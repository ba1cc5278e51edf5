// Builds what runs: the extension (split, so that chat and the demo load on first use), the webview pages, and, on
// request, the suites that run inside VS Code. It knows entry points and formats; it does not know what is in them.
import { build, context, transform } from 'esbuild';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import path from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const withTests = process.argv.includes('--tests');

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  logLevel: 'warning',
  legalComments: 'none',
};

/**
 * Writes esbuild's split ESM output as CommonJS: a window's extension host, forks and the oldest supported version
 * all load CommonJS fastest, while esbuild itself splits ESM only.
 */
const splitCommonJs = {
  name: 'split-commonjs',
  setup({ onEnd, initialOptions }) {
    initialOptions.write = false;
    onEnd(async (result) => {
      for (const file of result.outputFiles ?? []) {
        await mkdir(path.dirname(file.path), { recursive: true });
        if (!file.path.endsWith('.cjs')) {
          await writeFile(file.path, file.contents);
          continue;
        }
        const { code } = await transform(file.text, {
          format: 'cjs',
          platform: 'node',
          target: 'node22',
          minify: production,
          supported: { 'dynamic-import': false },
        });
        await writeFile(file.path, code);
      }
    });
  },
};

const extension = {
  ...common,
  entryPoints: { extension: 'src/extension.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  sourcemap: production ? false : 'inline',
  plugins: [splitCommonJs],
};

const pages = {
  ...common,
  entryPoints: { chat: 'src/webview/chat/main.tsx', plan: 'src/webview/plan/main.tsx' },
  outdir: 'dist/webview',
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  splitting: true,
  platform: 'browser',
  target: 'chrome138',
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

const suites = {
  ...common,
  entryPoints: globSync('test/vscode/**/*.ts'),
  outbase: 'test',
  outdir: 'out/test',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  external: ['vscode', 'mocha'],
  minify: false,
};

const bundles = [extension, pages, ...(withTests ? [suites] : [])];

async function copyCodicons() {
  await mkdir('dist/webview', { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf']) {
    await cp(`node_modules/@vscode/codicons/dist/${file}`, `dist/webview/${file}`);
  }
}

if (watch) {
  await copyCodicons();
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  await rm('dist', { recursive: true, force: true });
  await copyCodicons();
  await Promise.all(bundles.map((bundle) => build(bundle)));
}
