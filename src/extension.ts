// The inventory of the extension: everything is constructed, wired and handed to VS Code here, and decided elsewhere.
import * as vscode from 'vscode';
import { bindingWindow } from './core/plan/quota-window.ts';
import { figuresOf } from './core/plan/plan-state.ts';
import { guardStore } from './core/account/guarded-store.ts';
import { systemClock } from './core/ports.ts';
import { IncomingUris } from './host/account/incoming-uris.ts';
import { lapseAndTell } from './host/account/lapse.ts';
import { createAccountRoom } from './host/account/room.ts';
import { ChatDoor } from './host/chat/door.ts';
import { registerCommands } from './host/commands.ts';
import { createLogChannel } from './host/log.ts';
import { PlanMonitor } from './host/plan/monitor.ts';
import { PlanStatusItem } from './host/plan/status-item.ts';
import { createSecretStore } from './host/secret-store.ts';
import { ServiceSource } from './host/service-source.ts';

export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel();
  const store = guardStore(createSecretStore(context.secrets), systemClock);
  const source = new ServiceSource(context, store, log);
  const uris = new IncomingUris();
  const account = createAccountRoom({ context, source, store, uris, log });
  const { sessions, apiKey, door } = account;
  const status = new PlanStatusItem();
  const monitor = new PlanMonitor({
    connection: () => source.connection,
    stored: () => sessions.stored,
    onLapsed: (session) => void lapseAndTell(sessions, session),
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
    // The answer itself says so, with Sign In beside it.
    onTokenRefused: (session) => void sessions.lapse(session),
    useDemo: async () => (await import('./host/connect.ts')).connectToDemo(source),
    log,
  });

  context.subscriptions.push(
    log,
    source,
    uris,
    account,
    status,
    monitor,
    chat,
    source.onDidChange(() => void sessions.settled.then(() => monitor.restart())),
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
      'tidemark.signIn': () => door.run(),
      'tidemark.signOut': async () => (await import('./host/account/sign-out.ts')).signOut(sessions, source.profile),
      'tidemark.connect': async () => (await import('./host/connect.ts')).connectToService(source),
      'tidemark.setApiKey': async () => (await import('./host/account/api-key-dialog.ts')).editApiKey(apiKey),
      'tidemark.focusChat': () => chat.focus(),
      'tidemark.newChat': () => chat.newChat(),
      'tidemark.showPlan': async () => (await import('./host/plan/plan-pick.ts')).showPlanPick(monitor.state),
      'tidemark.refreshPlan': () => monitor.refresh(),
      'tidemark.showLog': () => log.show(),
    }),
  );
  void source.start();
}
