// Knows how to read what can be attached from editors, files, folders, images and diagnostics; not whether it may be attached,
// nor what becomes of it.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { createAttachment, createImage, largestAttachment, type ReadyAttachment } from '../../core/chat/attachment.ts';
import { imageTypeOf, isImageName, largestImage, readImage } from '../../core/chat/image.ts';
import { problemList } from '../../core/chat/problem-list.ts';

/** Why something cannot be attached: it is no text or too much of it, or what is no image or too large a one. */
export type Obstacle = 'unreadable' | 'imageTooLarge' | 'tooManyPixels' | 'notAnImage';

/** Something that can be attached, before it is read. */
export interface ContextSource {
  /** The file or folder that is told about; null where it is none in particular. */
  readonly uri: vscode.Uri | null;
  readonly label: string;
  /** May reject as the file system does. */
  readonly read: () => Promise<ReadyAttachment | Obstacle>;
}

const mostEntries = 500;
const mostProblems = 200;
const skippedFolders = new Set(['.git', 'node_modules']);
/** Bytes: no text of `largestAttachment` characters can take more. */
const largestFile = largestAttachment * 4;

const pathOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);

/** The editor that a person last wrote in: it stays the active one while they write in the chat. */
export function activeEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}

export function rangeSource(document: vscode.TextDocument, range: vscode.Range): ContextSource {
  // A selection that ends before a line's first character does not mean that line.
  const lastLine = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
  const lines = range.start.line === lastLine ? `${lastLine + 1}` : `${range.start.line + 1}-${lastLine + 1}`;
  const label = `${pathOf(document.uri)}:${lines}`;
  return {
    uri: document.uri,
    label,
    read: () => {
      const text = document.getText(range);
      return Promise.resolve(text.trim() === '' ? 'unreadable' : createAttachment('selection', label, text, document.languageId));
    },
  };
}

export function selectionSource(editor = activeEditor()): ContextSource | null {
  return editor === undefined || editor.selection.isEmpty ? null : rangeSource(editor.document, editor.selection);
}

/** A file as its editor shows it, unsaved changes included; an image as it is; a folder as its listing. */
export function fileSource(uri: vscode.Uri): ContextSource {
  const label = pathOf(uri);
  return {
    uri,
    label,
    read: async () => {
      const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
      if (open !== undefined) return createAttachment('file', label, open.getText(), open.languageId);
      const { type, size } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.Directory) !== 0) return listingOf(uri);
      if (isImageName(uri.path) && size > largestImage) return 'imageTooLarge';
      if (!isImageName(uri.path) && size > largestFile) return 'unreadable';
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (imageTypeOf(bytes) !== null) return imageFrom(`image:${label}`, label, Buffer.from(bytes).toString('base64'));
      if (bytes.includes(0)) return 'unreadable';
      return createAttachment('file', label, new TextDecoder().decode(bytes), languageByName(label));
    },
  };
}

/** What was pasted, or dropped without an address, as base64; null where it was too large to be brought here. */
export function imageSource(name: string, data: string | null): ContextSource {
  const id = `image:${randomUUID()}`;
  return { uri: null, label: name, read: () => Promise.resolve(data === null ? 'imageTooLarge' : imageFrom(id, name, data)) };
}

function imageFrom(id: string, label: string, data: string): ReadyAttachment | Obstacle {
  const content = readImage(data);
  return typeof content === 'string' ? content : createImage(id, label, content, randomUUID());
}

/** What stands behind the opening fence; models know the common endings, and VS Code tells a language only of what is open. */
function languageByName(label: string): string {
  return /\.([a-z0-9]+)$/i.exec(label)?.[1]?.toLowerCase() ?? '';
}

async function listingOf(folder: vscode.Uri): Promise<ReadyAttachment> {
  const lines: string[] = [];
  const waiting: { readonly uri: vscode.Uri; readonly path: string }[] = [{ uri: folder, path: '' }];
  for (let next = waiting.shift(); next !== undefined && lines.length < mostEntries; next = waiting.shift()) {
    const entries = await vscode.workspace.fs.readDirectory(next.uri);
    for (const [name, type] of entries.sort(([one], [other]) => one.localeCompare(other))) {
      const path = `${next.path}${name}`;
      const isFolder = (type & vscode.FileType.Directory) !== 0;
      lines.push(isFolder ? `${path}/` : path);
      const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
      if (isFolder && !isLink && !skippedFolders.has(name)) waiting.push({ uri: vscode.Uri.joinPath(next.uri, name), path: `${path}/` });
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
  return { uri: null, label, read: () => Promise.resolve({ ...createAttachment('openEditors', label, text), id: 'openEditors' }) };
}

/** The diagnostics of a file, or of its part that `range` touches; null where there are none. */
export function problemsSource(uri: vscode.Uri, range?: vscode.Range): ContextSource | null {
  const problems = vscode.languages
    .getDiagnostics(uri)
    .filter((problem) => range === undefined || problem.range.intersection(range) !== undefined);
  if (problems.length === 0) return null;
  const label = pathOf(uri);
  const text = problems.slice(0, mostProblems).map(problemLine).join('\n');
  return { uri, label, read: () => Promise.resolve(createAttachment('problems', label, text)) };
}

/** The diagnostics of all files, the worst first; null where there are none. */
export function workspaceProblemsSource(): ContextSource | null {
  const found = vscode.languages.getDiagnostics().flatMap(([uri, problems]) =>
    problems.map((problem) => ({ path: pathOf(uri), severity: problem.severity, line: problemLine(problem) })),
  );
  if (found.length === 0) return null;
  const { text, shown, total } = problemList(found, mostProblems);
  const label = shown < total ? vscode.l10n.t('Workspace ({0} of {1})', shown, total) : vscode.l10n.t('Workspace ({0})', total);
  return {
    uri: null,
    label,
    read: () => Promise.resolve({ ...createAttachment('problems', label, text), id: 'workspaceProblems', isCut: shown < total }),
  };
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
