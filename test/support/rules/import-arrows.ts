// Which source file may import which, by the arrows of src/README.md, and every import that breaks a rule in a set of
// files given as text.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

/** Paths are relative to the project with forward slashes, for instance `src/core/ports.ts`. */
export type SourceFiles = ReadonlyMap<string, string>;

interface ImportLine {
  readonly from: string;
  readonly specifier: string;
  /** `type` also where only a type is taken through `import('…')`. */
  readonly manner: 'static' | 'type' | 'dynamic';
  /** The source file that a relative specifier names; null for a package. */
  readonly to: string | null;
}

/** Everything that breaks a rule, one sentence each, in the order of the files. Empty where the arrows hold. */
export function brokenArrows(files: SourceFiles): string[] {
  const lines = [...files].flatMap(([file, text]) => (isCode(file) ? importsOf(file, text) : []));
  const broken = lines.flatMap((line) => {
    const rule = line.to === null ? brokenByPackage(line) : brokenByFile(line, line.to, files);
    return rule === null ? [] : [`${line.from} imports ${line.to ?? line.specifier}: ${rule}`];
  });
  return [...broken, ...cyclesOf(lines), ...oversized(files), ...overfull(files)];
}

const isCode = (file: string): boolean => /\.tsx?$/.test(file);

function importsOf(from: string, text: string): ImportLine[] {
  const lines: ImportLine[] = [];
  const add = (specifier: ts.Node | undefined, manner: ImportLine['manner']): void => {
    if (specifier === undefined) return;
    const name = ts.isStringLiteralLike(specifier) ? specifier.text : `(${specifier.getText()})`;
    lines.push({
      from,
      specifier: name,
      manner,
      to: name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : null,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static');
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, 'type');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true));
  return lines;
}

/** A file's layer, and within core and host its module; null for what the modules share. */
interface Place {
  readonly layer: string;
  readonly module: string | null;
}

function placeOf(file: string): Place {
  const [, layer = '', ...rest] = file.split('/');
  return { layer: rest.length === 0 ? file : layer, module: rest.length > 1 ? (rest[0] ?? null) : null };
}

const importableLayers = new Map([
  ['src/extension.ts', ['host', 'node', 'core', 'protocol']],
  ['host', ['host', 'node', 'core', 'protocol']],
  ['node', ['node', 'core']],
  ['core', ['core']],
  ['protocol', ['protocol', 'core']],
  ['demo', ['demo', 'core']],
  ['webview', ['webview', 'protocol']],
]);

/**
 * The modules of a folder, bottom first: each may import from itself and from those before it. `.` means the folder's
 * own files. A folder that is listed lists all its modules.
 */
const modulesBottomFirst: readonly (readonly [folder: string, modules: readonly string[]])[] = [
  ['src/core/service', ['.', 'failure', 'profile', 'address', 'credentials', 'http']],
  ['src/core/plan', ['.', 'check', 'forecast', 'published', 'breakdown', 'cost', 'watch']],
  [
    'src/core/chat',
    [
      'code',
      'attachments',
      'edits',
      'review',
      'messages',
      'providers',
      'conversation',
      'prompt',
      'history',
      'restore',
      'search',
      'tools',
      'commit-message',
      'session',
      'language-model',
    ],
  ],
  ['src/core/chat/tools', ['sandbox', 'commands', 'consent', 'calls', 'runs']],
  ['src/host/account', ['session', 'sign-in', 'api-key', '.']],
  [
    'src/host/chat',
    ['code', 'link', 'editor', 'context', 'agent', 'present', 'restore', 'session', 'conversations', 'panel', '.'],
  ],
  ['src/host/plan', ['words', 'watch', 'costs', 'status', 'view', 'published', '.']],
  ['src/demo', ['wire', 'access', 'accounts', 'answers', 'past', 'authorize', 'faults', 'state', 'endpoints', '.']],
  [
    'src/webview/chat',
    ['state', 'markdown', 'elements', 'attachments', 'find', 'changes', 'run', 'composer', 'transcript', '.'],
  ],
  ['src/webview/chat/markdown', ['syntax', 'elements', 'plain', 'code', 'math', 'growth', '.']],
];

/** Modules of host whose twin in core has another name. */
const twinInCore: Readonly<Record<string, string>> = { 'language-model': 'chat' };

/** What every module of host may import from, bottom first; `.` are the files beside them. */
const sharedModulesOfHost = ['display', 'words', 'page', '.', 'payers', 'service'];

/** What runs the demo, and what keeps its made-up past. */
const demoStarters = ['src/host/service/demo-service.ts', 'src/host/service/demo-data.ts'];

/** All of core that a page's contract may name: it is loaded into the page. */
const coreOfProtocol = [
  'src/core/chat/attachments/attachment-kinds.ts',
  'src/core/chat/attachments/image.ts',
  'src/core/chat/attachments/image-size.ts',
  'src/core/chat/code/hidden-characters.ts',
  'src/core/chat/edits/named-file.ts',
  'src/core/chat/edits/named-place.ts',
  'src/core/chat/messages/block-schema.ts',
  'src/core/chat/messages/blocks.ts',
  'src/core/service/address/browser-address.ts',
  'src/core/service/characters.ts',
];

function brokenByFile(line: ImportLine, to: string, files: SourceFiles): string | null {
  const [source, target] = [placeOf(line.from), placeOf(to)];
  const known = importableLayers.get(source.layer);
  if (known === undefined) return 'src has no such folder';
  if (!files.has(to)) return 'there is no such file in src';
  if (target.layer === 'demo' && source.layer !== 'demo') {
    return demoStarters.includes(line.from) && line.manner === 'dynamic'
      ? null
      : `the demo is loaded only by ${demoStarters.join(' and ')}, dynamically`;
  }
  if (!known.includes(target.layer)) return `${source.layer} imports only from ${known.join(', ')}`;
  if (source.layer === 'protocol' && target.layer === 'core')
    return coreOfProtocol.includes(to) ? null : 'of core protocol imports only what the table lists';
  return brokenByModules(line.from, to) ?? brokenWithinLayer(source, target, to);
}

function brokenWithinLayer(source: Place, target: Place, to: string): string | null {
  if (source.layer === 'core') return brokenWithinCore(source, target, to);
  if (source.layer === 'host') return brokenByHostModule(source, target);
  return null;
}

/** What is wrong between two modules of one folder; null where the two do not share one. */
function brokenByModules(from: string, to: string): string | null {
  for (const [folder, modules] of modulesBottomFirst) {
    const [below, above] = [moduleWithin(folder, to), moduleWithin(folder, from)];
    if (below === null || above === null || below === above) continue;
    const unknown = [below, above].find((module) => !modules.includes(module));
    if (unknown !== undefined) return `${folder} has no module ${unknown}`;
    if (modules.indexOf(below) > modules.indexOf(above)) return `in ${folder}, ${above} is below ${below}`;
  }
  return null;
}

function moduleWithin(folder: string, file: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null;
  const [module = '', ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? '.' : module;
}

/** They give answers and show what became of the quota: both count by one kind of record. */
const modulesOverUsage = ['chat', 'plan'];

function brokenWithinCore(source: Place, target: Place, to: string): string | null {
  if (to === 'src/core/ports.ts' || target.module === source.module) return null;
  if (source.module !== null && source.module !== 'service' && target.module === 'service') return null;
  if (source.module === 'service' || source.module === null)
    return 'core/service and core/ports.ts import from no other module';
  return target.module === 'usage' && modulesOverUsage.includes(source.module)
    ? null
    : 'a module of core imports from core/service, core/ports.ts and itself';
}

function brokenByHostModule(source: Place, target: Place): string | null {
  const [above, below] = [source.module ?? '.', target.module ?? '.'];
  const isShared = sharedModulesOfHost.includes(above);
  if (target.layer === 'host') {
    if (below === above) return null;
    if (!sharedModulesOfHost.includes(below)) {
      return isShared
        ? 'what the modules of host share imports from none of them'
        : 'a module of host imports from no other: they are connected in src/extension.ts';
    }
    const isAbove = isShared && sharedModulesOfHost.indexOf(below) > sharedModulesOfHost.indexOf(above);
    return isAbove ? `in src/host, ${above} is below ${below}` : null;
  }
  if (target.layer !== 'core' || isShared) return null;
  const twin = twinInCore[above] ?? above;
  const isKnown =
    target.module === null ||
    target.module === 'service' ||
    target.module === twin ||
    (target.module === 'usage' && modulesOverUsage.includes(twin));
  return isKnown ? null : `host/${above} imports from core only core/${twin}, core/service and core/ports.ts`;
}

const packagesOfCore = ['zod/mini', 'eventsource-parser', 'p-retry', 'tldts', 'diff'];

function brokenByPackage({ from, specifier }: ImportLine): string | null {
  const { layer } = placeOf(from);
  if (specifier.startsWith('(')) return 'an import that is no literal cannot be checked';
  if (specifier === 'vscode') {
    return layer === 'host' || layer === 'src/extension.ts' ? null : 'only host and src/extension.ts import vscode';
  }
  if (isBuiltin(specifier)) {
    return layer === 'core' || layer === 'webview' ? `${layer} runs where Node does not` : null;
  }
  if (layer === 'core' && !packagesOfCore.includes(specifier)) return `core imports only ${packagesOfCore.join(', ')}`;
  return null;
}

/** One sentence for each knot of files that import one another, types and dynamic imports included. */
function cyclesOf(lines: readonly ImportLine[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of lines) if (to !== null) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (finished.has(file)) return;
    const start = trail.indexOf(file);
    if (start >= 0) {
      cycles.push(`${[...trail.slice(start), file].join(' → ')}: imports must not run in a circle`);
      return;
    }
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}

const longestFile = 300;
const longestEntry = 100;

function oversized(files: SourceFiles): string[] {
  return [...files].flatMap(([file, text]) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    const longest = file === 'src/extension.ts' ? longestEntry : longestFile;
    return lines > longest ? [`${file} has ${lines} lines: at most ${longest} are allowed`] : [];
  });
}

const mostFilesInFolder = 14;

/** Sub-folders do not count: they are rooms of their own. */
function overfull(files: SourceFiles): string[] {
  const counts = new Map<string, number>();
  for (const file of files.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count > mostFilesInFolder ? [`${folder} has ${count} files: at most ${mostFilesInFolder} are allowed`] : [],
  );
}
