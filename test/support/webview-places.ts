// Knows stand-ins for the places where VS Code shows a page, a view and an editor: what they are told is kept, and a test
// speaks for their pages and hides them.
import * as vscode from 'vscode';
import type { HostMessage, PageMessage } from '../../src/core/chat/panel-messages.ts';

/** The page in a place, as its host meets it. */
export interface StandIn<Place> {
  readonly place: Place;
  readonly told: HostMessage[];
  say(message: PageMessage): void;
  setVisible(isVisible: boolean): void;
}

interface Shared {
  readonly webview: vscode.Webview;
  readonly told: HostMessage[];
  readonly said: vscode.EventEmitter<PageMessage>;
  readonly disposed: vscode.EventEmitter<void>;
}

function shared(): Shared {
  const said = new vscode.EventEmitter<PageMessage>();
  const told: HostMessage[] = [];
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://page.example',
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: said.event,
    postMessage(message: HostMessage) {
      told.push(message);
      return Promise.resolve(true);
    },
  };
  return { webview, told, said, disposed: new vscode.EventEmitter<void>() };
}

export function standInView(): StandIn<vscode.WebviewView> {
  const { webview, told, said, disposed } = shared();
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
    told,
    say: (message) => said.fire(message),
    setVisible(isVisible) {
      visible = isVisible;
      changed.fire();
    },
  };
}

export function standInEditor(): StandIn<vscode.WebviewPanel> {
  const { webview, told, said, disposed } = shared();
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
    told,
    say: (message) => said.fire(message),
    setVisible(isVisible) {
      visible = isVisible;
      changed.fire({ webviewPanel: place });
    },
  };
}
