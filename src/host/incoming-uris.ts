// Knows that VS Code hands the URIs of this extension to one handler, and passes them on; not what any of them means. Any
// page can open these URIs, so whoever listens treats them as strangers' words.
import * as vscode from 'vscode';

export class IncomingUris implements vscode.UriHandler, vscode.Disposable {
  readonly #arrived = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly onUri = this.#arrived.event;

  constructor() {
    this.#registration = vscode.window.registerUriHandler(this);
  }

  handleUri(uri: vscode.Uri): void {
    this.#arrived.fire(uri);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#arrived.dispose();
  }
}
