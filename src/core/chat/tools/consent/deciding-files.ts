// Files that decide what a command does which a person knows: after one of them has changed unseen, the command is
// another one. All do but those that are known to be plain, as nobody knows every tool.
import * as z from 'zod/mini';
import { parseJson } from '../../../service/json.ts';
import { looseReadings } from '../../attachments/path-names.ts';
import { isProtected } from '../../edits/protected-paths.ts';

/**
 * Endings of sources, texts and images. A change of these alone leaves an allowance: it was given for a program that is
 * being worked on. Whatever else a file is may configure, find or start what a command runs.
 */
const plainEndings: ReadonlySet<string> = new Set(
  (
    'js jsx cjs mjs ts tsx cts mts vue svelte astro py pyi rb erb go rs java kt scala clj cljs c h cc cpp cxx hh hpp hxx m mm ' +
    'swift zig cs fs vb php lua pl pm r jl hs ml mli ex dart elm erl hrl nim sol sql graphql gql proto ' +
    'html htm css scss sass less svg png jpg jpeg gif webp ico woff woff2 md mdx rst adoc txt tex csv tsv snap ipynb'
  ).split(' '),
);

/** Sources that a tool runs for what it does itself: it looks for them by these names. */
const decidingNames: ReadonlySet<string> = new Set([
  'cmakelists.txt',
  'requirements.txt',
  'conftest.py',
  'setup.py',
  'noxfile.py',
  'tasks.py',
  'fabfile.py',
  'dodo.py',
  'sitecustomize.py',
  'usercustomize.py',
  'gems.rb',
  'build.rs',
  'build.zig',
  'build.pl',
  'makefile.pl',
  'package.swift',
  'project.clj',
  'build.clj',
  'setup.hs',
  'gulpfile.js',
  'gruntfile.js',
  'jakefile.js',
  'webpack.mix.js',
]);

const decidingPatterns: readonly RegExp[] = [
  /\.(?:config|conf|setup|workspace)\.[^.]+$/,
  /^(?:gulp|grunt|jake)file\.[^.]+(?:\.[^.]+)?$/,
  /^(?:constraints|requirements)[\w.-]*\.txt$/,
];

/** @param path within its workspace folder */
export function decidesCommands(path: string): boolean {
  if (isProtected(path)) return true;
  return looseReadings(path).some((names) => {
    const name = names.at(-1) ?? '';
    const ending = /[^.]\.([^.]+)$/.exec(name)?.[1] ?? '';
    return (
      !plainEndings.has(ending) || decidingNames.has(name) || decidingPatterns.some((pattern) => pattern.test(name))
    );
  });
}

const manifestSchema = z.object({ scripts: z._default(z.record(z.string(), z.string()), {}) });

/**
 * Whether a change of a file that a package manager reads adds or changes what runs by itself, before or behind what
 * was asked for.
 *
 * @param before null where there was no such file.
 */
export function changesLifecycleScripts(path: string, before: string | null, after: string): boolean {
  const isManifest = looseReadings(path).some((names) => names.at(-1) === 'package.json');
  if (!isManifest) return false;
  const old = before === null ? new Map<string, string>() : lifecycleScripts(before);
  const changed = lifecycleScripts(after);
  // What cannot be read now may be read by somebody else.
  if (old === null || changed === null) return true;
  return [...changed].some(([name, script]) => old.get(name) !== script);
}

function lifecycleScripts(text: string): ReadonlyMap<string, string> | null {
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) return null;
  return new Map(
    Object.entries(manifest.data.scripts).filter(([name]) => /^(?:pre|post)|^install$|^dependencies$/.test(name)),
  );
}
