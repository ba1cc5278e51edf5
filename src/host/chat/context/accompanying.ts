// What goes along with a prompt by itself: what is selected or open in the editor, as the settings want it, and the
// instructions of the project, once a conversation. Each is shown before it is sent and can be switched off; what a
// person would be asked about does not come along at all.
import * as vscode from 'vscode';
import { createAttachment, type TextAttachment, isText } from '../../../core/chat/attachments/attachment.ts';
import {
  instructionsName,
  largestInstructions,
  projectInstructions,
} from '../../../core/chat/prompt/project-instructions.ts';
import { systemClock } from '../../../core/ports.ts';
import { onAccompanyingChanged, readAccompanying } from '../../settings.ts';
import { editorInUse } from '../editor/editor-in-use.ts';
import { reasonsToAsk } from './consent.ts';
import { readFile } from './sources/file-reading.ts';
import { DebouncedReading } from './debounced-reading.ts';
import { type ContextSource, fileSource, type Reading, selectionSource } from './sources/sources.ts';

export interface Accompaniment {
  readonly attachment: TextAttachment;
  readonly isOn: boolean;
}

/** What shows text that is no code of the project's. */
const foreignSchemes: ReadonlySet<string> = new Set([
  'output',
  'debug',
  'comment',
  'tidemark-proposal',
  'vscode-settings',
]);

/** Reads a file of instructions: null where there is none, or a person would be asked about it. Must not reject. */
type ReadText = (uri: vscode.Uri) => Promise<string | null>;

export class AccompanyingContext implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly #inEditor: DebouncedReading<TextAttachment | null>;
  readonly #instructions: DebouncedReading<readonly TextAttachment[]>;
  /** Whether the editor's part is a selection, or is about to be. */
  #followsSelection = false;
  /** The folder that the instructions are for, as its address; null where there is none. */
  #workedIn: string | null = null;
  /** The editor's part counts as one, whatever is selected in it. */
  readonly #off = new Set<string>();

  readonly onDidChange = this.#changed.event;

  constructor(readText: ReadText) {
    const tell = (): void => this.#changed.fire();
    this.#inEditor = new DebouncedReading<TextAttachment | null>(null, () => this.#readInEditor(), tell, systemClock);
    const readProject = (): Promise<readonly TextAttachment[]> => this.#readInstructions(readText);
    this.#instructions = new DebouncedReading<readonly TextAttachment[]>([], readProject, tell, systemClock);
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${instructionsName}`);
    const look = (): void => this.look();
    const lookAtProject = (): void => this.#instructions.soon();
    const follow = (): void => this.#followEditor();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#inEditor,
      this.#instructions,
      watcher,
      watcher.onDidCreate(lookAtProject),
      watcher.onDidChange(lookAtProject),
      watcher.onDidDelete(lookAtProject),
      vscode.window.onDidChangeActiveTextEditor(follow),
      vscode.window.onDidChangeVisibleTextEditors(follow),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#followCursor(textEditor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === editorInUse()?.document) this.#inEditor.soon();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
      vscode.workspace.onDidChangeWorkspaceFolders(look),
      onAccompanyingChanged(() => this.#inEditor.soon()),
    );
    look();
  }

  /** @param isThere whether something goes along, or has gone along, already. */
  shown(isThere: (attachment: TextAttachment) => boolean): readonly Accompaniment[] {
    return this.#all()
      .filter((attachment) => !isThere(attachment))
      .map((attachment) => ({ attachment, isOn: !this.#off.has(switchOf(attachment)) }));
  }

  /** By the id of an attachment that is shown. */
  switch(id: string, on: boolean): void {
    const attachment = this.#all().find((each) => each.id === id);
    if (attachment === undefined) return;
    if (on) this.#off.delete(switchOf(attachment));
    else this.#off.add(switchOf(attachment));
    this.#changed.fire();
  }

  #all(): readonly TextAttachment[] {
    const { value } = this.#inEditor;
    return [...this.#instructions.value, ...(value === null ? [] : [value])];
  }

  /** Soon looks at what there is anew. VS Code may tell late of a file that has changed. */
  look(): void {
    this.#inEditor.soon();
    this.#instructions.soon();
  }

  /** Files of one folder are worked on by the same instructions. */
  #followEditor(): void {
    this.#inEditor.soon();
    if (placeWorkedIn()?.address !== this.#workedIn) this.#instructions.soon();
  }

  /** A cursor without a selection changes nothing, wherever it goes. */
  #followCursor(editor: vscode.TextEditor): void {
    if (this.#followsSelection || isSelectionWanted(editor)) this.#inEditor.soon();
  }

  async #readInEditor(): Promise<TextAttachment | null> {
    const editor = editorInUse();
    const source = vscode.workspace.isTrusted ? sourceIn(editor) : null;
    this.#followsSelection = editor !== undefined && isSelectionWanted(editor);
    return source === null ? null : readHarmless(source);
  }

  async #readInstructions(readText: ReadText): Promise<readonly TextAttachment[]> {
    const place = placeWorkedIn();
    this.#workedIn = place?.address ?? null;
    return place === null || !vscode.workspace.isTrusted ? [] : instructionsFor(place, readText);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function switchOf({ id, kind }: TextAttachment): string {
  return kind === 'instructions' ? id : 'editor';
}

function sourceIn(editor: vscode.TextEditor | undefined): ContextSource | null {
  if (editor === undefined || foreignSchemes.has(editor.document.uri.scheme)) return null;
  if (isSelectionWanted(editor)) return selectionSource(editor);
  return readAccompanying().activeFile ? fileSource(editor.document.uri) : null;
}

function isSelectionWanted({ selection }: vscode.TextEditor): boolean {
  return readAccompanying().selection && !selection.isEmpty;
}

/** Null also where a person would be asked. Never rejects. */
async function readHarmless(source: ContextSource): Promise<TextAttachment | null> {
  const reading = await source.read().catch(() => 'unreadable' as const);
  return typeof reading === 'string' || !isText(reading.attachment) || !(await isHarmless(reading))
    ? null
    : reading.attachment;
}

async function isHarmless({ origin, attachment }: Reading): Promise<boolean> {
  return (await reasonsToAsk(origin, attachment)).length === 0;
}

/** A folder of the workspace that is worked in. */
interface WorkedIn {
  readonly root: vscode.Uri;
  /** The names along its way from `root`; empty for that one itself. */
  readonly names: readonly string[];
  readonly address: string;
}

/** That of the editor in use, else the first of the workspace; null where no folder is open. */
function placeWorkedIn(): WorkedIn | null {
  const around = editorInUse()?.document.uri;
  const folder =
    (around === undefined ? undefined : vscode.workspace.getWorkspaceFolder(around)) ??
    vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) return null;
  const root = folder.uri;
  const within = around?.path.startsWith(`${root.path}/`) === true ? around.path.slice(root.path.length + 1) : '';
  const names = within.split('/').slice(0, -1);
  return { root, names, address: vscode.Uri.joinPath(root, ...names).toString() };
}

async function instructionsFor({ root, names }: WorkedIn, readText: ReadText): Promise<readonly TextAttachment[]> {
  const found = await projectInstructions(names, {
    read: (path) => readText(vscode.Uri.joinPath(root, path)),
    has: (path) => isThere(vscode.Uri.joinPath(root, path)),
  });
  return found.map(({ path, text, isCut }) => {
    const label = vscode.workspace.asRelativePath(vscode.Uri.joinPath(root, path));
    return { ...createAttachment('instructions', label, text, 'markdown'), isCut };
  });
}

/** Never rejects. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** Null also where a person would be asked. Never rejects. */
export async function readHarmlessText(uri: vscode.Uri): Promise<string | null> {
  const found = await readFile(uri, largestInstructions * 4).catch(() => null);
  if (found?.kind !== 'file') return null;
  const text = new TextDecoder().decode(found.bytes);
  const attachment = createAttachment('instructions', instructionsName, text);
  return (await isHarmless({ origin: found.origin, attachment })) ? text : null;
}
