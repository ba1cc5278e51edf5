// The inventory of the extension: everything is constructed, wired and handed to VS Code here, and decided elsewhere.
import * as vscode from 'vscode';
import { guardStore } from './core/account/guarded-store.ts';
import { figuresOf } from './core/plan/plan-state.ts';
import { bindingWindow } from './core/plan/quota-window.ts';
import { systemClock } from './core/ports.ts';
import { keyringText } from './host/account/keyring-trouble.ts';
import { lapseAndTell } from './host/account/lapse.ts';
import { createAccountRoom } from './host/account/room.ts';
import { ChatCodeActions } from './host/chat/code-actions.ts';
import { ChatDoor } from './host/chat/door.ts';
import { openKeySpending } from './host/chat/key-spending.ts';
import { registerCommands } from './host/commands.ts';
import { diagnosisCommands } from './host/diagnose/commands.ts';
import { IncomingUris } from './host/incoming-uris.ts';
import { createLogChannel } from './host/log.ts';
import { PlanMonitor } from './host/plan/monitor.ts';
import { PlanStatusItem } from './host/plan/status-item.ts';
import { PlanViewDoor } from './host/plan/view-door.ts';
import { createSecretStore } from './host/secret-store.ts';
import { serviceCommands } from './host/service-commands.ts';
import { ServiceSource } from './host/service-source.ts';

/** What the diagnosis asks in the name of other rooms. */
const probes = {
  loadAccountProbe: async () => (await import('./host/plan/plan-probe.ts')).probePlan,
  loadModelProbe: async () => (await import('./host/chat/plan-question.ts')).planQuestion,
};

let lastWords = (): Promise<void> => Promise.resolve();

/** VS Code waits for it, some seconds at most. */
export const deactivate = (): Promise<void> => lastWords();

export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, globalStorageUri, globalState, storageUri, workspaceState } = context;
  const log = createLogChannel();
  const store = guardStore(createSecretStore(context.secrets), systemClock);
  const source = new ServiceSource(context, store, log);
  const connection = (): typeof source.connection => source.connection;
  const keySpending = openKeySpending(globalStorageUri, globalState);
  const uris = new IncomingUris();
  const loadKeyTrial = async () => (await import('./host/chat/key-trial.ts')).keyTrial(connection, keySpending);
  const account = createAccountRoom({ context, source, store, uris, log, loadKeyTrial });
  const { sessions, apiKey } = account;
  const status = new PlanStatusItem();
  const onLapsed = (session: Parameters<typeof lapseAndTell>[1]): void => void lapseAndTell(sessions, session);
  const monitor = new PlanMonitor({ storage: globalStorageUri, connection, stored: () => sessions.stored, onLapsed, log });
  const planView = new PlanViewDoor({ extensionUri, monitor, account: () => sessions.label(), keySpent: () => keySpending.today, log });
  const service = serviceCommands({ context, source, store, forgetChat: () => chat.forget(), log });
  const chat: ChatDoor = new ChatDoor({
    extensionUri,
    storage: { workspace: storageUri ?? null, person: globalStorageUri, state: workspaceState },
    connection,
    session: () => sessions.session,
    apiKey: () => apiKey.current,
    keySpending,
    planModels: () => figuresOf(monitor.state)?.models ?? [],
    plan: () => monitor.state,
    bindingReset: () => bindingWindow(figuresOf(monitor.state)?.windows ?? [])?.resetsAt ?? null,
    onPayer: (keyPays) => status.showPayer(keyPays),
    onAnswerEnded: (failure) => monitor.answerEnded(failure),
    // The answer itself says so, with Sign In beside it.
    onTokenRefused: (session) => void sessions.lapse(session),
    useDemo: async () => service['tidemark.useDemo'](),
    keyring: () => keyringText(sessions.accounts.trouble),
    log,
  });

  context.subscriptions.push(
    ...[log, source, uris, account, status, monitor, planView, chat],
    source.onDidChange(() => void sessions.settled.then(() => monitor.restart())),
    sessions.onDidChange(() => {
      chat.sessionChanged();
      // Somebody who has just signed in wants to know now, not what another window knew a while ago.
      void monitor.restart().then(() => monitor.refresh());
    }),
    monitor.onDidChange((state) => {
      status.showState(state, (now) => monitor.outlook(now));
      chat.standingChanged();
    }),
    apiKey.onDidChange(() => chat.keyChanged()),
    vscode.window.registerWebviewViewProvider('tidemark.chat', chat),
    vscode.window.registerWebviewPanelSerializer('tidemark.chat', chat),
    vscode.window.registerWebviewPanelSerializer('tidemark.plan', planView),
    vscode.languages.registerCodeActionsProvider('*', new ChatCodeActions(), { providedCodeActionKinds: ChatCodeActions.kinds }),
    registerCommands({
      ...account.commands,
      ...chat.commands,
      ...service,
      ...diagnosisCommands(context, { source, sessions, store, uris, ...probes }),
      'tidemark.showPlan': () => planView.show(),
      'tidemark.refreshPlan': () => monitor.refresh(),
    }),
  );
  lastWords = () => chat.close().then(() => keySpending.settled());
  void source.start();
}
