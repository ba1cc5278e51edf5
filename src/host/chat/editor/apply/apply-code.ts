// What code of an answer would make of the file that it is for, with whatever the person is asked on the way.
import * as vscode from 'vscode';
import { locateEdit } from '../../../../core/chat/edits/locate.ts';
import type { CodeBlock, FileSymbol, LineRange, LocatedEdit } from '../../../../core/chat/edits/located-edit.ts';
import { splitDiff } from '../../../../core/chat/edits/reading/unified-diff.ts';
import type { ProposedChange } from '../../../../core/chat/review/change-status.ts';
import { askRisk } from '../../../display/modal.ts';
import { inertName } from '../../../display/names.ts';
import type { Voice } from '../../../display/notification.ts';
import { pickPlace } from './place-picker.ts';
import { namedTarget } from './named-target.ts';
import { noPlaceText } from './no-place-text.ts';
import { readTargetFile } from '../review/target-file.ts';

const { l10n } = vscode;

export interface AppliedCode extends CodeBlock {
  /** The path that the block names, as it was written; null where it names none, which means the file in the editor. */
  readonly file: string | null;
}

/** A person reviews no more files than this at once, and would be told of each that cannot be changed. */
const mostFiles = 50;

/** The changes that a person is to review: none where there is no place for the code, which they are told then. */
export async function changesFor(applied: AppliedCode, voice: Voice): Promise<readonly ProposedChange[]> {
  const changes: ProposedChange[] = [];
  const parts = splitDiff(applied.code);
  if (parts.length > mostFiles) {
    void voice.warn(
      l10n.t(
        'This code is for {0} files, and at most {1} are changed at once. Nothing was changed.',
        parts.length,
        mostFiles,
      ),
    );
    return [];
  }
  for (const { path, code } of parts) {
    const uri = await targetOf(path ?? applied.file, voice);
    const change = uri === null ? null : await changeOf({ info: applied.info, code }, uri, voice);
    if (change !== null) changes.push(change);
  }
  return changes;
}

async function targetOf(file: string | null, voice: Voice): Promise<vscode.Uri | null> {
  if (file === null) return targetInEditor(voice);
  const target = await namedTarget(file);
  switch (target.kind) {
    case 'file':
      return target.uri;
    case 'outside':
      void voice.warn(l10n.t('{0} is outside the workspace. Nothing was changed.', inertName(file)));
      return null;
    case 'noFolder':
      void voice.inform(l10n.t('Open the folder first that {0} is in.', inertName(file)));
      return null;
    case 'notPicked':
      return null;
  }
}

function targetInEditor(voice: Voice): vscode.Uri | null {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) void voice.inform(l10n.t('Open the file first that the code is for.'));
  return editor?.document.uri ?? null;
}

async function changeOf(block: CodeBlock, uri: vscode.Uri, voice: Voice): Promise<ProposedChange | null> {
  const name = vscode.workspace.asRelativePath(uri);
  const target = await readTargetFile(uri);
  // Whatever cannot be changed is told by the review, in its own words.
  if (target.kind === 'closed') return { uri: uri.toString(), original: '', proposed: block.code };
  const document = target.kind === 'there' ? target.document : null;
  const original = document?.getText() ?? null;
  const selection = document === null ? null : selectionIn(document);
  const symbols = document === null ? [] : await symbolsOf(document);
  const located = locateEdit(block, { text: original, symbols, selection });
  const proposed = await decided(located, { name, document, selection, code: block.code, voice });
  return proposed === null ? null : { uri: uri.toString(), original, proposed: proposed.text };
}

interface Asked {
  readonly name: string;
  readonly document: vscode.TextDocument | null;
  readonly selection: LineRange | null;
  readonly code: string;
  readonly voice: Voice;
}

/** `text` is null where the file goes; the whole is null where nothing is to be done. */
async function decided(located: LocatedEdit, asked: Asked): Promise<{ readonly text: string | null } | null> {
  const { name, document, voice } = asked;
  switch (located.kind) {
    case 'change':
    case 'create':
      return { text: located.text };
    case 'delete':
      return { text: null };
    case 'ambiguous':
      return document === null ? null : pickPlace(located.choices, document);
    case 'replaceAll':
      return (await isReplacing(located, name)) ? { text: located.text } : null;
    case 'noPlace':
      if (document !== null && located.reason === 'isNew') return pickPlace(placesFor(asked, document), document);
      void voice.inform(noPlaceText(located.reason, name));
      return null;
  }
}

async function isReplacing(
  { isWholeFile, linesBefore, linesAfter }: Extract<LocatedEdit, { kind: 'replaceAll' }>,
  name: string,
): Promise<boolean> {
  const button = l10n.t('Replace');
  const text = isWholeFile
    ? l10n.t('Replace all of {0} ({1} lines → {2})?', inertName(name), linesBefore, linesAfter)
    : l10n.t('Replace {1} lines of {0} with {2}?', inertName(name), linesBefore, linesAfter);
  const detail = [l10n.t('The code leaves out much of what is there. You see the change before it is made.')];
  return (await askRisk({ text, detail }, l10n.t('Don’t Replace'), button)) === button;
}

/** Where code can go that the file knows nothing of. */
function placesFor({ selection, code }: Asked, document: vscode.TextDocument) {
  const lines = document.getText().split('\n');
  const added = code.endsWith('\n') ? code : `${code}\n`;
  const isUnended = lines.at(-1) !== '';
  const end = isUnended ? lines.length : lines.length - 1;
  const inEditor = vscode.window.activeTextEditor;
  const cursor = inEditor?.document === document ? inEditor.selection.active.line : null;
  const ranges = [selection, cursor === null ? null : { start: cursor, end: cursor }, { start: end, end }];
  return ranges
    .filter((range) => range !== null)
    .map((place) => {
      const before = lines.slice(0, place.start).map((line) => `${line}\n`);
      return { text: before.join('') + added + lines.slice(place.end).join('\n'), places: [place] };
    });
}

/** The lines that are selected where the document is the one in front. */
function selectionIn(document: vscode.TextDocument): LineRange | null {
  const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
  if (editor === undefined || editor.selection.isEmpty) return null;
  const { start, end } = editor.selection;
  return { start: start.line, end: end.character === 0 ? end.line : end.line + 1 };
}

/** A language that is still starting is not waited for: lines alone find most places. */
const patience = 1_500;

async function symbolsOf({ uri }: vscode.TextDocument): Promise<readonly FileSymbol[]> {
  const asked = vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', uri);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
  const found = await Promise.race([Promise.resolve(asked).catch(() => null), late]);
  return Array.isArray(found) ? found.flatMap((symbol: unknown) => flattened(symbol)) : [];
}

function flattened(symbol: unknown): readonly FileSymbol[] {
  if (!(symbol instanceof vscode.DocumentSymbol)) return [];
  const { name, selectionRange, range, children } = symbol;
  return [{ name, start: selectionRange.start.line, end: range.end.line + 1 }, ...children.flatMap(flattened)];
}
