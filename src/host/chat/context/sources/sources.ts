// Reads what can be attached from editors, files, folders, images and diagnostics.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import {
  createAttachment,
  createImage,
  largestAttachment,
  type PendingAttachment,
} from '../../../../core/chat/attachments/attachment.ts';
import type { FileOrigin } from '../../../../core/chat/attachments/attach-reasons.ts';
import { imageTypeOf, isImageName, largestImage, readImage } from '../../../../core/chat/attachments/image.ts';
import { type Problem, problemList } from '../../../../core/chat/attachments/problem-list.ts';
import { editorInUse } from '../../editor/editor-in-use.ts';
import { type FileReading, originOf, originOfShown, readFile } from './file-reading.ts';

/**
 * Why something cannot be attached: it is no text or too much of it, what is no image or too large a one, or changes
 * where there are none.
 */
export type Obstacle = 'unreadable' | 'imageTooLarge' | 'tooManyPixels' | 'notAnImage' | 'nothingChanged';

/** What was read, and the file or folder that it is about; null where it is none in particular. */
export interface Reading {
  readonly attachment: PendingAttachment;
  readonly origin: FileOrigin | null;
}

/** Something that can be attached, before it is read. */
export interface ContextSource {
  readonly label: string;
  /** May reject as the file system does. */
  readonly read: () => Promise<Reading | Obstacle>;
}

const mostEntries = 500;
const mostProblems = 200;
const skippedFolders = new Set(['.git', 'node_modules']);
/** Bytes: no text of `largestAttachment` characters can take more. */
const largestFile = largestAttachment * 4;

const pathOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);

export function rangeSource(document: vscode.TextDocument, range: vscode.Range): ContextSource {
  // A selection that ends before a line's first character does not mean that line.
  const lastLine = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
  const lines = range.start.line === lastLine ? `${lastLine + 1}` : `${range.start.line + 1}-${lastLine + 1}`;
  const label = `${pathOf(document.uri)}:${lines}`;
  return {
    label,
    read: async () => {
      const text = document.getText(range);
      if (text.trim() === '') return 'unreadable';
      return {
        attachment: createAttachment('selection', label, text, document.languageId),
        origin: await originOfShown(document.uri),
      };
    },
  };
}

export function selectionSource(editor = editorInUse()): ContextSource | null {
  return editor === undefined || editor.selection.isEmpty ? null : rangeSource(editor.document, editor.selection);
}

/** A file as its editor shows it, unsaved changes included; an image as it is; a folder as its listing. */
export function fileSource(uri: vscode.Uri): ContextSource {
  const label = pathOf(uri);
  return {
    label,
    read: async () => {
      const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
      if (open === undefined) return readingOf(uri, label, await readFile(uri, largestImage));
      const isShown = vscode.window.visibleTextEditors.some(({ document }) => document === open);
      const attachment = createAttachment('file', label, open.getText(), open.languageId);
      return { attachment, origin: await (isShown ? originOfShown(uri) : originOf(uri)) };
    },
  };
}

/**
 * A drop may bring anything; only an address with a scheme names a file. What climbs in it is followed before it is
 * judged.
 */
export function droppedSources(address: string): ContextSource[] {
  if (!/^[a-z][a-z0-9+.-]*:\//i.test(address)) return [];
  try {
    return [fileSource(vscode.Uri.joinPath(vscode.Uri.parse(address, true), '.'))];
  } catch {
    return [];
  }
}

async function readingOf(uri: vscode.Uri, label: string, found: FileReading): Promise<Reading | Obstacle> {
  switch (found.kind) {
    case 'noFile':
      return 'unreadable';
    case 'tooLarge':
      return isImageName(uri.path) ? 'imageTooLarge' : 'unreadable';
    case 'folder':
      return { attachment: await listingOf(uri), origin: found.origin };
    case 'file': {
      const { bytes, origin } = found;
      if (imageTypeOf(bytes) !== null)
        return readingOfImage(imageFrom(`image:${label}`, label, Buffer.from(bytes).toString('base64')), origin);
      if (bytes.length > largestFile || bytes.includes(0)) return 'unreadable';
      return {
        attachment: createAttachment('file', label, new TextDecoder().decode(bytes), languageByName(label)),
        origin,
      };
    }
  }
}

/** What was pasted, or dropped without an address, as base64; null where it was too large to be brought here. */
export function imageSource(name: string, data: string | null): ContextSource {
  const id = `image:${randomUUID()}`;
  const read = (): Reading | Obstacle =>
    data === null ? 'imageTooLarge' : readingOfImage(imageFrom(id, name, data), null);
  return { label: name, read: () => Promise.resolve(read()) };
}

function readingOfImage(image: PendingAttachment | Obstacle, origin: FileOrigin | null): Reading | Obstacle {
  return typeof image === 'string' ? image : { attachment: image, origin };
}

function imageFrom(id: string, label: string, data: string): PendingAttachment | Obstacle {
  const content = readImage(data);
  return typeof content === 'string' ? content : createImage(id, label, content, randomUUID());
}

/**
 * What is behind the opening fence; models know the common endings, and VS Code tells a language only of what is open.
 */
function languageByName(label: string): string {
  return /\.([a-z0-9]+)$/i.exec(label)?.[1]?.toLowerCase() ?? '';
}

async function listingOf(folder: vscode.Uri): Promise<PendingAttachment> {
  const lines: string[] = [];
  const waiting: { readonly uri: vscode.Uri; readonly path: string }[] = [{ uri: folder, path: '' }];
  for (let next = waiting.shift(); next !== undefined && lines.length < mostEntries; next = waiting.shift()) {
    const entries = await vscode.workspace.fs.readDirectory(next.uri);
    for (const [name, type] of entries.sort(([one], [other]) => one.localeCompare(other))) {
      const path = `${next.path}${name}`;
      const isFolder = (type & vscode.FileType.Directory) !== 0;
      lines.push(isFolder ? `${path}/` : path);
      const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
      if (isFolder && !isLink && !skippedFolders.has(name))
        waiting.push({ uri: vscode.Uri.joinPath(next.uri, name), path: `${path}/` });
    }
  }
  const listing = createAttachment('listing', `${pathOf(folder)}/`, lines.slice(0, mostEntries).join('\n'));
  return { ...listing, isCut: lines.length > mostEntries || waiting.length > 0 };
}

/** The paths of all open text editors, or null where there is none. */
export function openEditorsSource(): ContextSource | null {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const paths = new Set(inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [pathOf(input.uri)] : [])));
  if (paths.size === 0) return null;
  const label = vscode.l10n.t('Open editors ({0})', paths.size);
  const text = [...paths].join('\n');
  const attachment = { ...createAttachment('openEditors', label, text), id: 'openEditors' };
  return { label, read: () => Promise.resolve({ attachment, origin: null }) };
}

/** The diagnostics of a file, or of its part that `range` touches; null where there are none. */
export function problemsSource(uri: vscode.Uri, range?: vscode.Range): ContextSource | null {
  const problems = vscode.languages
    .getDiagnostics(uri)
    .filter((problem) => range === undefined || problem.range.intersection(range) !== undefined);
  if (problems.length === 0) return null;
  const label = pathOf(uri);
  const text = problems.slice(0, mostProblems).map(problemLine).join('\n');
  return {
    label,
    read: async () => ({ attachment: createAttachment('problems', label, text), origin: await originOfShown(uri) }),
  };
}

export function problemsIn(uri: vscode.Uri, problems: readonly vscode.Diagnostic[]): readonly Problem[] {
  const path = pathOf(uri);
  return problems.map((problem) => ({ path, severity: problem.severity, line: problemLine(problem) }));
}

/** The diagnostics of all files, the worst first; null where there are none. */
export function workspaceProblemsSource(): ContextSource | null {
  const found = vscode.languages.getDiagnostics().flatMap(([uri, problems]) => problemsIn(uri, problems));
  if (found.length === 0) return null;
  const { text, shown, total } = problemList(found, mostProblems);
  const label =
    shown < total ? vscode.l10n.t('Workspace ({0} of {1})', shown, total) : vscode.l10n.t('Workspace ({0})', total);
  const attachment = { ...createAttachment('problems', label, text), id: 'workspaceProblems', isCut: shown < total };
  return { label, read: () => Promise.resolve({ attachment, origin: null }) };
}

const severities: Readonly<Record<vscode.DiagnosticSeverity, string>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

function problemLine({ range, severity, source, code, message }: vscode.Diagnostic): string {
  const name = typeof code === 'object' ? code.value : code;
  const origin = [source, name].filter((part) => part !== undefined).join(' ');
  const place = `${range.start.line + 1}:${range.start.character + 1}`;
  return `${place} ${severities[severity]}${origin === '' ? '' : ` (${origin})`}: ${message}`;
}
