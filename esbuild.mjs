// Builds what runs: the extension, the webview pages, and, on request, the suites that run inside VS Code. It knows entry
// points and formats; it does not know what is in them.
import { build, context } from 'esbuild';
import { cp, mkdir, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { extensionBundle } from './build/extension-bundle.ts';

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

const bundles = [extensionBundle({ project: import.meta.dirname, outdir: 'dist' }, { production }), pages, ...(withTests ? [suites] : [])];

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
