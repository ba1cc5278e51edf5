// VS Code allows one handler for the URIs of an extension; this one passes them on. Any page can open these URIs, so
// they are untrusted.
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
