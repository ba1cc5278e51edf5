// Knows how code from an answer becomes a change to a file: shown as a diff first, made only when the person confirms it,
// and left unsaved, so that Undo takes it back. It does not know which button asked for it.
import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { inertName } from '../display/names.ts';
import { showInformation, showWarning } from '../display/notification.ts';
import { openDiff } from '../display/titles.ts';

const { l10n } = vscode;
const proposalScheme = 'tidemark-proposal';

/** Asks whether the change that is on the screen is to be made. */
export type Confirm = (file: string) => Thenable<boolean>;

/**
 * Proposes code for the file in the active editor, in place of the selection, or of everything where nothing is selected.
 * Nothing changes unless the person confirms, nor if the file has changed since it was compared.
 */
export async function proposeChange(code: string, confirm: Confirm = askInNotification): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    void showInformation(l10n.t('Open the file first that the code is for.'));
    return;
  }
  const { document, selection } = editor;
  const whole = document.validateRange(new vscode.Range(0, 0, Number.MAX_SAFE_INTEGER, 0));
  const range = selection.isEmpty ? whole : selection;
  const added = withEnding(code, document.getText(range));
  const { version } = document;
  const proposal = await showProposal(document, `${textBefore(document, range)}${added}${textAfter(document, range, whole)}`);
  try {
    if (!(await confirm(nameOf(document)))) return;
    if (document.isClosed || document.version !== version) {
      const text = l10n.t('{0} has changed since it was compared. Nothing was applied: apply the code again.', inertName(nameOf(document)));
      void showWarning(text);
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, added);
    if (!(await vscode.workspace.applyEdit(edit))) {
      const text = l10n.t('{0} could not be changed. Is it read-only? Nothing was applied.', inertName(nameOf(document)));
      void showWarning(text);
    }
  } finally {
    await proposal.close();
  }
}

async function askInNotification(file: string): Promise<boolean> {
  const apply = l10n.t('Apply');
  const text = l10n.t('Apply this change to {0}? You can undo it.', inertName(file));
  return (await showInformation(text, apply, l10n.t('Discard'))) === apply;
}

interface Proposal {
  close(): Promise<void>;
}

/** Opens the diff between a document and what it would become. */
async function showProposal(document: vscode.TextDocument, proposed: string): Promise<Proposal> {
  // The path stays, so that the proposal is coloured as the file is.
  const uri = document.uri.with({ scheme: proposalScheme, authority: '', query: randomUUID() });
  const provider = vscode.workspace.registerTextDocumentContentProvider(proposalScheme, {
    provideTextDocumentContent: (asked) => (asked.query === uri.query ? proposed : null),
  });
  await openDiff(document.uri, uri, l10n.t('{0}: proposed change', inertName(nameOf(document))));
  return {
    async close() {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const own = tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.query === uri.query);
      await vscode.window.tabGroups.close(own);
      provider.dispose();
    },
  };
}

/** Code as it stands in an answer, with the line break at its end that the text it replaces had. */
function withEnding(code: string, replaced: string): string {
  return replaced.endsWith('\n') && !code.endsWith('\n') ? `${code}\n` : code;
}

function textBefore(document: vscode.TextDocument, range: vscode.Range): string {
  return document.getText(new vscode.Range(new vscode.Position(0, 0), range.start));
}

function textAfter(document: vscode.TextDocument, range: vscode.Range, whole: vscode.Range): string {
  return document.getText(new vscode.Range(range.end, whole.end));
}

function nameOf({ uri }: vscode.TextDocument): string {
  return vscode.workspace.asRelativePath(uri);
}
