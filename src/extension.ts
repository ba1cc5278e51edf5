// The inventory of the extension: everything is constructed, wired and handed to VS Code here, and decided elsewhere.
import * as vscode from 'vscode';
import { bindingWindow } from './core/plan/quota-window.ts';
import { figuresOf } from './core/plan/plan-state.ts';
import { ApiKey } from './host/account/api-key.ts';
import { Sessions } from './host/account/sessions.ts';
import { UriCallbacks } from './host/account/uri-callbacks.ts';
import { ChatDoor } from './host/chat/door.ts';
import { registerCommands } from './host/commands.ts';
import { createLogChannel } from './host/log.ts';
import { PlanMonitor } from './host/plan/monitor.ts';
import { PlanStatusItem } from './host/plan/status-item.ts';
import { createSecretStore } from './host/secret-store.ts';
import { ServiceSource } from './host/service-source.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel();
  const store = createSecretStore(context.secrets);
  const source = new ServiceSource(context, store, log);
  const sessions = new Sessions(context.secrets, store, () => source.profile, log);
  const apiKey = new ApiKey(context.secrets, store, log);
  const callbacks = new UriCallbacks();
  const status = new PlanStatusItem();
  const monitor = new PlanMonitor({
    connection: () => source.connection,
    stored: () => sessions.stored,
    onLapsed: (session) => void sessions.lapse(session),
    log,
  });
  const chat = new ChatDoor({
    extensionUri: context.extensionUri,
    connection: () => source.connection,
    session: () => (sessions.stored.kind === 'session' ? sessions.stored.session : null),
    apiKey: () => apiKey.current,
    plan: () => monitor.state,
    bindingReset: () => bindingWindow(figuresOf(monitor.state)?.windows ?? [])?.resetsAt ?? null,
    onPayer: (keyPays) => status.showPayer(keyPays),
    onAnswerEnded: () => monitor.refreshSoon(),
    useDemo: async () => (await import('./host/connect.ts')).connectToDemo(source),
    log,
  });

  context.subscriptions.push(
    log,
    source,
    sessions,
    apiKey,
    callbacks,
    status,
    monitor,
    chat,
    source.onDidChange(() => void sessions.reload().then(() => monitor.restart())),
    sessions.onDidChange(() => {
      chat.sessionChanged();
      void monitor.restart();
    }),
    monitor.onDidChange((state) => {
      status.showState(state);
      chat.standingChanged();
    }),
    apiKey.onDidChange(() => {
      if (apiKey.current === null) status.showPayer(false);
      chat.standingChanged();
    }),
    vscode.window.registerWebviewViewProvider('tidemark.chat', chat),
    registerCommands({
      'tidemark.signIn': async () => (await import('./host/account/sign-in.ts')).signIn({ connection: source.connection, sessions, callbacks, log }),
      'tidemark.signOut': async () => (await import('./host/account/sign-out.ts')).signOut(sessions),
      'tidemark.connect': async () => (await import('./host/connect.ts')).connectToService(source),
      'tidemark.setApiKey': async () => (await import('./host/account/api-key-dialog.ts')).editApiKey(apiKey),
      'tidemark.focusChat': () => chat.focus(),
      'tidemark.newChat': () => chat.newChat(),
      'tidemark.showPlan': async () => (await import('./host/plan/plan-pick.ts')).showPlanPick(monitor.state),
      'tidemark.refreshPlan': () => monitor.refresh(),
      'tidemark.showLog': () => log.show(),
    }),
  );
  void apiKey.reload();
  void source.start();
}
