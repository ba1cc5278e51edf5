// The read-only editor that shows the diagnosis, and its copy button.
import * as vscode from 'vscode';
import { showInformation } from '../display/notification.ts';

const { l10n } = vscode;
const scheme = 'tidemark-diagnosis';

export class DiagnosisDocument implements vscode.TextDocumentContentProvider {
  static #only: DiagnosisDocument | null = null;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  #text = '';

  readonly onDidChange = this.#changed.event;

  /** Shows the text in the one editor of this kind, in place of what it showed before. */
  static async show(context: vscode.ExtensionContext, text: string): Promise<void> {
    if (this.#only === null) {
      this.#only = new DiagnosisDocument();
      context.subscriptions.push(
        this.#only.#changed,
        vscode.workspace.registerTextDocumentContentProvider(scheme, this.#only),
      );
    }
    await this.#only.#show(text);
  }

  async #show(text: string): Promise<void> {
    this.#text = text;
    // Without an ending it is plain text, in which VS Code looks for no links but web addresses; of Markdown it would
    // run commands.
    const uri = vscode.Uri.from({ scheme, path: l10n.t('Tidemark Diagnosis') });
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }
}

/** The copy button: the whole document, whatever is selected. Never rejects. */
export async function copyDiagnosis(): Promise<void> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === scheme);
  if (document === undefined) return;
  await vscode.env.clipboard.writeText(document.getText());
  void showInformation(l10n.t('The diagnosis is in the clipboard.'));
}
