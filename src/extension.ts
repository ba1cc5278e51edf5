// The inventory of the extension: everything is constructed, wired and handed to VS Code here, and decided elsewhere.
import type * as vscode from 'vscode';
import { guardStore } from './core/account/guarded-store.ts';
import { systemClock } from './core/ports.ts';
import { lapseAndTell } from './host/account/session/lapse.ts';
import { createAccount } from './host/account/create-account.ts';
import { LazyChat } from './host/chat/lazy-chat.ts';
import { registerCommands } from './host/commands.ts';
import { diagnosisCommands } from './host/diagnose/commands.ts';
import { IncomingUris } from './host/incoming-uris.ts';
import type { WindowPayerPorts } from './host/payers/create-payers.ts';
import { languageModelCommands, startLanguageModel } from './host/language-model/lazy-language-model.ts';
import { LazyPayers } from './host/payers/lazy-payers.ts';
import { createLogChannel } from './host/log.ts';
import { createPlan } from './host/plan/create-plan.ts';
import type { PlanApi } from './host/plan/published/publish-plan.ts';
import { createSecretStore } from './host/secret-store.ts';
import { createServiceEntries } from './host/service/service-commands.ts';
import { ServiceSource } from './host/service/service-source.ts';

let lastWords = (): Promise<void> => Promise.resolve();

/** VS Code waits for it, some seconds at most. */
export const deactivate = (): Promise<void> => lastWords();

export function activate(context: vscode.ExtensionContext): PlanApi {
  const { extensionUri, globalStorageUri, globalState, storageUri, workspaceState } = context;
  const log = createLogChannel();
  const store = guardStore(createSecretStore(context.secrets), systemClock);
  const source = new ServiceSource(context, store, log);
  const connection = (): typeof source.connection => source.connection;
  const uris = new IncomingUris();
  const loadKeyTrial = async () =>
    (await import('./host/chat/session/key-trial.ts')).keyTrial(connection, await payers.counts(), await payers.get());
  const onUnderWay = (isUnderWay: boolean): void => plan.status.showSigningIn(isUnderWay);
  const account = createAccount({ context, source, store, uris, log, loadKeyTrial, onUnderWay });
  const { sessions, apiKey } = account;
  const plan = createPlan({
    extensionUri,
    ...{ storage: globalStorageUri, connection, stored: () => sessions.stored, draftAtReset: () => chat.draftAtReset },
    ...{ account: sessions.label, others: sessions.others, onAccounts: [sessions.onDidChange, sessions.onDidName] },
    ...{ voice: () => chat.voice, onLapsed: (session) => void lapseAndTell(sessions, session) },
    ...{ keySpent: () => payers.keySpentToday(), answersSince: (from) => payers.answersSince(from) },
    ...{ workspace: storageUri, conversations: async () => (await chat.open()).conversations },
    log,
  });
  const payerPorts: WindowPayerPorts = {
    ...{ connection, session: () => sessions.session, sessionOf: sessions.sessionOf },
    ...{ isSignedOut: sessions.isSignedOut, apiKey: () => apiKey.current },
    ...{ onSession: sessions.onDidChange, onKey: apiKey.onDidChange, hasNoPlan: () => plan.hasNoPlan() },
    ...{ bindingReset: () => plan.tightestLimit()?.resetsAt ?? null, roomSeenAt: plan.roomSeenAt },
    onPayer: (keyPays) => plan.status.showPayer(keyPays),
    // The answer itself says so, with Sign In beside it.
    onTokenRefused: (session) => void sessions.lapse(session),
  };
  const payers: LazyPayers = new LazyPayers(payerPorts, context, log);
  const changes = [sessions.onDidChange, apiKey.onDidChange];
  const asking = { connection, log, payers: payers.get, planModels: plan.models, onAnswerEnded: plan.answerEnded };
  const forgetChat = (): Promise<void> => chat.forget().then(() => payers.forgetCounts());
  const service = createServiceEntries({ context, source, store, uris, apiKey, sessions, forgetChat, log });
  const chat: LazyChat = new LazyChat({
    ...{ ...asking, onPayersChanged: changes, conversationUse: plan.conversationUse, resets: plan.resets },
    ...{ extensionUri, costs: plan.costs },
    ...{ accountNames: () => sessions.names, onAccountNames: sessions.onDidLearnNames },
    storage: { workspace: storageUri ?? null, person: globalStorageUri, state: workspaceState },
    ...{ plan: () => plan.monitor.state, keyring: () => sessions.accounts.trouble },
    ...{ tightestLimit: plan.tightestLimit, quotaReading: plan.quotaReading, onStepEnded: plan.stepEnded },
    useDemo: () => service.commands['tidemark.useDemo'](),
  });
  const probes = {
    loadAccountProbe: async () => (await import('./host/plan/watch/plan-probe.ts')).probePlan,
    loadModelProbe: async () =>
      (await import('./host/chat/session/plan-question.ts')).planQuestion(await payers.counts()),
  };
  const signedIn = { isSignedIn: () => sessions.session !== null, hasKey: () => apiKey.current !== null };
  const modelPorts = { ...asking, ...signedIn, ...plan.forModels, state: globalState };

  context.subscriptions.push(
    ...[log, source, uris, account, plan, chat, service],
    ...[chat.register(), startLanguageModel(modelPorts, [...changes, source.onDidChange, plan.monitor.onDidChange])],
    source.onDidChange(() => void sessions.settled.then(() => plan.monitor.restart())),
    sessions.onDidChange(() => void plan.monitor.restart('refresh')),
    sessions.onDidEndAll(() => void payers.forgetCounts().then(() => plan.spendingChanged())),
    ...[plan.monitor.onDidChange, plan.onDidChangeOthers].map((event) => event(() => chat.availabilityChanged())),
    registerCommands({
      ...account.commands,
      ...plan.commands,
      ...chat.commands,
      ...service.commands,
      ...languageModelCommands(modelPorts),
      ...diagnosisCommands(context, { source, sessions, store, uris, ...probes }),
    }),
  );
  lastWords = () => chat.close();
  void source.start();
  return plan.api;
}
