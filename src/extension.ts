// The inventory of the extension: everything is constructed, wired and handed to VS Code here, and decided elsewhere.
import * as vscode from 'vscode';
import { bindingWindow } from './core/plan/quota-window.ts';
import { figuresOf } from './core/plan/plan-state.ts';
import { guardStore } from './core/account/guarded-store.ts';
import { systemClock } from './core/ports.ts';
import { IncomingUris } from './host/incoming-uris.ts';
import { keyringText } from './host/account/keyring-trouble.ts';
import { lapseAndTell } from './host/account/lapse.ts';
import { createAccountRoom } from './host/account/room.ts';
import { ChatCodeActions } from './host/chat/code-actions.ts';
import { ChatDoor } from './host/chat/door.ts';
import { KeySpending } from './host/chat/key-spending.ts';
import { registerCommands } from './host/commands.ts';
import { createLogChannel } from './host/log.ts';
import { PlanMonitor } from './host/plan/monitor.ts';
import { PlanStatusItem } from './host/plan/status-item.ts';
import { createSecretStore } from './host/secret-store.ts';
import { ServiceSource } from './host/service-source.ts';

/** What the diagnosis asks in the name of other rooms. */
const probes = {
  loadAccountProbe: async () => (await import('./host/plan/plan-probe.ts')).probePlan,
  loadModelProbe: async () => (await import('./host/chat/plan-question.ts')).planQuestion,
};

let lastWords: () => Promise<void> = () => Promise.resolve();

/** VS Code waits for it, some seconds at most. */
export async function deactivate(): Promise<void> {
  await lastWords();
}

export function activate(context: vscode.ExtensionContext): void {
  const log = createLogChannel();
  const store = guardStore(createSecretStore(context.secrets), systemClock);
  const source = new ServiceSource(context, store, log);
  const keySpending = new KeySpending(context.globalState);
  const uris = new IncomingUris();
  const account = createAccountRoom({ context, source, store, uris, log });
  const { sessions, apiKey, door } = account;
  const useDemo = async (): Promise<void> => (await import('./host/connect.ts')).connectToDemo(source);
  const status = new PlanStatusItem();
  const monitor = new PlanMonitor({
    connection: () => source.connection,
    stored: () => sessions.stored,
    onLapsed: (session) => void lapseAndTell(sessions, session),
    log,
  });
  const chat = new ChatDoor({
    extensionUri: context.extensionUri,
    storage: { workspace: context.storageUri ?? null, person: context.globalStorageUri, state: context.workspaceState },
    connection: () => source.connection,
    session: () => sessions.session,
    apiKey: () => apiKey.current,
    keySpending,
    planModels: () => figuresOf(monitor.state)?.models ?? [],
    plan: () => monitor.state,
    bindingReset: () => bindingWindow(figuresOf(monitor.state)?.windows ?? [])?.resetsAt ?? null,
    onPayer: (keyPays) => status.showPayer(keyPays),
    onAnswerEnded: () => monitor.refreshSoon(),
    // The answer itself says so, with Sign In beside it.
    onTokenRefused: (session) => void sessions.lapse(session),
    useDemo,
    keyring: () => keyringText(sessions.accounts.trouble),
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
    vscode.languages.registerCodeActionsProvider('*', new ChatCodeActions(), { providedCodeActionKinds: ChatCodeActions.kinds }),
    registerCommands({
      'tidemark.signIn': () => door.run(),
      'tidemark.signOut': async () => (await import('./host/account/sign-out.ts')).signOut(sessions, source.profile),
      'tidemark.connect': async () => (await import('./host/connect.ts')).connectToService(source),
      'tidemark.setApiKey': async () =>
        (await import('./host/account/api-key-dialog.ts')).editApiKey(apiKey, (await import('./host/chat/key-trial.ts')).keyTrial(source.connection, keySpending)),
      'tidemark.focusChat': () => chat.focus(),
      'tidemark.newChat': () => chat.newChat(),
      ...chat.editorCommands,
      'tidemark.showConversations': () => chat.listConversations(),
      'tidemark.exportChat': () => chat.exportConversation(),
      'tidemark.importChat': () => chat.importConversation(),
      'tidemark.showPlan': async () => (await import('./host/plan/plan-pick.ts')).showPlanPick(monitor.state),
      'tidemark.refreshPlan': () => monitor.refresh(),
      'tidemark.showLog': () => log.show(),
      'tidemark.getStarted': async () => vscode.commands.executeCommand('workbench.action.openWalkthrough', 'tidemark.tidemark#start'),
      'tidemark.useDemo': useDemo,
      'tidemark.diagnose': async () => (await import('./host/diagnose/diagnosis.ts')).diagnose(context, { source, sessions, store, uris, ...probes }),
      'tidemark.copyDiagnosis': async () => (await import('./host/diagnose/document.ts')).copyDiagnosis(),
      'tidemark.deleteAllData': async () => (await import('./host/delete-data.ts')).deleteAllData(context, store),
    }),
  );
  lastWords = () => chat.flush();
  void source.start();
}
