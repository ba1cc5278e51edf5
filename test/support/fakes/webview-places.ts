// Stand-ins for VS Code's view and editor panels: the messages they receive are kept, and a test speaks for their pages
// and hides them.
import * as vscode from 'vscode';
import type { HostMessage, PageMessage } from '../../../src/protocol/chat.ts';

/** The page in a place, as its host meets it. */
export interface StandIn<Place> {
  readonly place: Place;
  readonly received: HostMessage[];
  say(message: PageMessage): void;
  setVisible(isVisible: boolean): void;
}

interface Shared {
  readonly webview: vscode.Webview;
  readonly received: HostMessage[];
  readonly said: vscode.EventEmitter<PageMessage>;
  readonly disposed: vscode.EventEmitter<void>;
}

function shared(): Shared {
  const said = new vscode.EventEmitter<PageMessage>();
  const received: HostMessage[] = [];
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://page.example',
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: said.event,
    postMessage(message: HostMessage) {
      received.push(message);
      return Promise.resolve(true);
    },
  };
  return { webview, received, said, disposed: new vscode.EventEmitter<void>() };
}

export function standInView(): StandIn<vscode.WebviewView> {
  const { webview, received, said, disposed } = shared();
  const changed = new vscode.EventEmitter<void>();
  let visible = true;
  const place: vscode.WebviewView = {
    viewType: 'tidemark.chat',
    webview,
    get visible() {
      return visible;
    },
    onDidChangeVisibility: changed.event,
    onDidDispose: disposed.event,
    show: () => undefined,
  };
  return {
    place,
    received,
    say: (message) => said.fire(message),
    setVisible(isVisible) {
      visible = isVisible;
      changed.fire();
    },
  };
}

export function standInEditor(): StandIn<vscode.WebviewPanel> {
  const { webview, received, said, disposed } = shared();
  const changed = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  let visible = true;
  const place: vscode.WebviewPanel = {
    viewType: 'tidemark.chat',
    title: '',
    webview,
    options: {},
    viewColumn: vscode.ViewColumn.One,
    active: true,
    get visible() {
      return visible;
    },
    onDidChangeViewState: changed.event,
    onDidDispose: disposed.event,
    reveal: () => undefined,
    dispose: () => disposed.fire(),
  };
  return {
    place,
    received,
    say: (message) => said.fire(message),
    setVisible(isVisible) {
      visible = isVisible;
      changed.fire({ webviewPanel: place });
    },
  };
}
