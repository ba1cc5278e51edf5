// Builds what a sample's process runs, as the extension is built: the work of running TypeScript as it is would go
// on in the background while a sample is taken.
import { build } from 'esbuild';
import path from 'node:path';
import { projectFolder } from '../support/rules/source-files.ts';

/**
 * Returns the file to run. Packages stay where they are; every reader is a chunk of its own, loaded by its sample only.
 */
export async function buildSample(): Promise<string> {
  const outdir = path.join(projectFolder, 'out/bench');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'sample.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    logLevel: 'warning',
  });
  return path.join(outdir, 'sample.mjs');
}
