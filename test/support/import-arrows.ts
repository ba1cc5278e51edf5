// Knows which source file may import which, as the design draws the arrows, and finds every import that breaks a rule in
// a set of files given as text. It reads no disk and knows nothing of what the files do.
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
  return [...broken, ...cyclesOf(lines), ...oversized(files)];
}

const isCode = (file: string): boolean => /\.tsx?$/.test(file);

function importsOf(from: string, text: string): ImportLine[] {
  const lines: ImportLine[] = [];
  const add = (specifier: ts.Node | undefined, manner: ImportLine['manner']): void => {
    if (specifier === undefined) return;
    const name = ts.isStringLiteralLike(specifier) ? specifier.text : `(${specifier.getText()})`;
    lines.push({ from, specifier: name, manner, to: name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : null });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static');
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument, 'type');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], 'dynamic');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true));
  return lines;
}

/** Where a file stands: its layer, and within core and host the room, null for what is shared by the rooms. */
interface Place {
  readonly layer: string;
  readonly room: string | null;
}

function placeOf(file: string): Place {
  const [, layer = '', ...rest] = file.split('/');
  return { layer: rest.length === 0 ? file : layer, room: rest.length > 1 ? (rest[0] ?? null) : null };
}

const layersKnownTo = new Map([
  ['src/extension.ts', ['host', 'node', 'core']],
  ['host', ['host', 'node', 'core']],
  ['node', ['node', 'core']],
  ['core', ['core']],
  ['demo', ['demo', 'core']],
  ['webview', ['webview']],
]);

const demoStarter = 'src/host/demo-service.ts';
const pageContracts = ['src/core/chat/panel-messages.ts', 'src/core/plan/view-messages.ts'];

function brokenByFile(line: ImportLine, to: string, files: SourceFiles): string | null {
  const [source, target] = [placeOf(line.from), placeOf(to)];
  const known = layersKnownTo.get(source.layer);
  if (known === undefined) return 'the design knows no such place in src';
  if (!files.has(to)) return 'there is no such file in src';
  if (target.layer === 'demo' && source.layer !== 'demo') {
    return line.from === demoStarter && line.manner === 'dynamic' ? null : `the demo is loaded only by ${demoStarter}, dynamically`;
  }
  if (source.layer === 'webview' && target.layer === 'core') {
    return pageContracts.includes(to) ? null : `of core a page knows only ${pageContracts.join(' and ')}`;
  }
  if (!known.includes(target.layer)) return `${source.layer} knows only ${known.join(', ')}`;
  if (source.layer === 'core') return brokenWithinCore(source, target, to);
  if (source.layer === 'host') return brokenByHostRoom(source, target);
  return null;
}

function brokenWithinCore(source: Place, target: Place, to: string): string | null {
  if (to === 'src/core/ports.ts' || target.room === source.room) return null;
  if (source.room !== null && source.room !== 'service' && target.room === 'service') return null;
  return source.room === 'service' || source.room === null
    ? 'the ground floor of core knows no room above it'
    : 'a room of core knows core/service, core/ports.ts and itself';
}

/** Through it alone texts reach VS Code, so every file of host knows it. It stands on its twin in core and on nothing of host. */
const groundFloorOfHost = 'display';

function brokenByHostRoom(source: Place, target: Place): string | null {
  if (target.layer === 'host') {
    if (source.room === groundFloorOfHost) return target.room === source.room ? null : 'the ground floor of host knows nothing above it';
    if (target.room === null || target.room === source.room || target.room === groundFloorOfHost) return null;
    return source.room === null
      ? 'what the rooms of host share knows none of them'
      : 'a room of host knows no other: what crosses rooms is wired in src/extension.ts';
  }
  if (target.layer !== 'core' || source.room === null) return null;
  const isKnown = target.room === null || target.room === 'service' || target.room === source.room;
  return isKnown ? null : `host/${source.room} knows of core its twin core/${source.room}, core/service and core/ports.ts`;
}

const packagesOfCore = ['zod/mini', 'eventsource-parser', 'p-retry'];

function brokenByPackage({ from, specifier }: ImportLine): string | null {
  const { layer } = placeOf(from);
  if (specifier.startsWith('(')) return 'an import that is no literal cannot be checked';
  if (specifier === 'vscode') {
    return layer === 'host' || layer === 'src/extension.ts' ? null : 'only host and src/extension.ts know vscode';
  }
  if (isBuiltin(specifier)) {
    return layer === 'core' || layer === 'webview' ? `${layer} runs where Node does not` : null;
  }
  if (layer === 'core' && !packagesOfCore.includes(specifier)) return `core stands on web standards and ${packagesOfCore.join(', ')}`;
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
