// Which file a block of code names: behind its fence, in the header of a diff, in a comment on its first line, or in
// the words before it. Where those name several, none is meant.
import { commentText } from './reading/gaps.ts';

export interface NamingBlock {
  /** What stands behind the fence. */
  readonly info: string;
  readonly code: string;
  /** What is set apart in the paragraph before it: code, links, bold words. */
  readonly mentions: readonly string[];
}

/** The path as it is written, with forward slashes; null where none is named. */
export function namedFile({ info, code, mentions }: NamingBlock): string | null {
  const said = fileInInfo(info) ?? fileInCode(code);
  if (said !== null) return said;
  const mentioned = new Set(mentions.map(pathIn).filter((path) => path !== null));
  const [only] = mentioned;
  return mentioned.size === 1 && only !== undefined ? only : null;
}

const attribute = /\b(?:title|file|filename|path|name)\s?[=:]\s?["']?([^"'\s{}]{1,300})/u;

function fileInInfo(info: string): string | null {
  const text = info.slice(0, 500).trim();
  const named = attribute.exec(text)?.[1];
  if (named !== undefined) return pathIn(named);
  const [first = '', ...others] = text.split(/\s+/u);
  const behindColon = /^[\w+#-]{1,20}:(.+)$/u.exec(first)?.[1];
  if (behindColon !== undefined && pathIn(behindColon) !== null) return pathIn(behindColon);
  const [second] = others;
  return pathIn(first) ?? (second === undefined ? null : pathIn(second));
}

function fileInCode(code: string): string | null {
  const lines = code.slice(0, 4_000).split(/\r?\n/u, 12);
  const header = lines.findIndex(
    (line, index) => line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true,
  );
  if (header >= 0) {
    const [before = '', after = ''] = [lines[header], lines[header + 1]];
    return pathInHeader(after) ?? pathInHeader(before);
  }
  const first = lines[0]?.startsWith('#!') === true ? lines[1] : lines[0];
  return fileInComment((first ?? '').trim());
}

function pathInHeader(line: string): string | null {
  const path = (line.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/u, '$1');
  return path === '/dev/null' ? null : pathIn(path.replace(/^[ab]\//u, ''));
}

/** The file that a comment names and says nothing else. */
export function fileInComment(body: string): string | null {
  const text = body.length > 300 ? null : commentText(body);
  return text === null ? null : pathIn(text.replace(/^(?:file|filename|path|in)\s?:\s?/iu, ''));
}

const extensions: ReadonlySet<string> = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonc json5 css scss sass less html htm vue svelte astro md mdx txt py pyi ipynb ' +
    'rb erb go rs java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs fsx vb swift m mm php pl pm lua r jl dart ex ' +
    'exs erl hrl hs elm clj cljs edn lisp scm ml mli nim zig v sv vhd sql graphql gql proto thrift xml xsl svg yml yaml ' +
    'toml ini cfg conf env properties sh bash zsh fish ps1 psm1 bat cmd tf tfvars hcl nix dockerfile cmake mk tex bib rst ' +
    'adoc csv tsv lock patch diff sol wgsl glsl hlsl prisma tpl hbs ejs pug'
  ).split(' '),
);

const bareNames =
  /^(?:Dockerfile|Makefile|Rakefile|Gemfile|Procfile|Vagrantfile|Jenkinsfile|CMakeLists\.txt|LICENSE|\.[a-z][\w.-]{1,40})$/u;

/** A path in a piece of text that is nothing else; null where it is not one. */
export function pathIn(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^[`*"'([]{1,3}|[`*"')\],;:.]{1,3}$/gu, '')
    .replace(/(?::\d{1,7}){1,2}$/u, '');
  const path = bare.replaceAll('\\', '/').replace(/^\.\//u, '');
  if (path.length > 300 || path.includes('://') || !/^[\p{L}\p{N}_@.~+()[\]/:-]+$/u.test(path) || path.endsWith('/'))
    return null;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (bareNames.test(name)) return path;
  const extension = /[^./]\.([A-Za-z][A-Za-z0-9]{0,14})$/u.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return null;
  return extensions.has(extension) || path.includes('/') ? path : null;
}
