// The diagnosis as a person meets it: what may be sent, the checks with their progress, and the document.
import * as vscode from 'vscode';
import os from 'node:os';
import process from 'node:process';
import type { SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import type { SessionCredentials } from '../../core/service/credentials/session-credentials.ts';
import { inertName } from '../display/names.ts';
import { showProgress } from '../display/progress.ts';
import { pickOne } from '../display/quick-pick.ts';
import type { IncomingUris } from '../incoming-uris.ts';
import { listText } from '../words/list-text.ts';
import type { ServiceSource } from '../service/service-source.ts';
import { checkAddresses, checkKeyring, checkLink, checkLoopback, checkMessage, checkSession } from './checks.ts';
import { DiagnosisDocument } from './document.ts';
import { modelLimitFacts } from './model-limit-facts.ts';
import { type DiagnosisReport, reportText } from './report.ts';

const { l10n } = vscode;

type Question = () => Promise<unknown>;

export interface DiagnosisPorts {
  readonly source: ServiceSource;
  readonly sessions: { readonly session: SessionCredentials | null };
  /** A guarded store. */
  readonly store: SecretStore;
  readonly uris: IncomingUris;
  /** Asks the service in the session's name; the question rejects with a ServiceError where it is refused. */
  readonly loadAccountProbe: () => Promise<(connection: Connection, session: SessionCredentials) => Question>;
  /** Asks the model one word, whole, at the plan's cost; null where the plan could not pay. */
  readonly loadModelProbe: () => Promise<(connection: Connection, session: SessionCredentials) => Question | null>;
}

/** What is asked in the name of whoever is signed in. */
interface Questions {
  /** The service that all of it is about, whichever is connected before the end. */
  readonly connection: Connection | null;
  readonly account: Question | null;
  readonly model: Question | null;
}

/** The command. Never rejects but for faults of our own. */
export async function diagnose(context: vscode.ExtensionContext, ports: DiagnosisPorts): Promise<void> {
  const questions = await questionsOf(ports);
  const extent = questions.model === null ? 'free' : await chooseExtent();
  if (extent === undefined) return;
  const asked = extent === 'free' ? { ...questions, model: null } : questions;
  const options = { title: l10n.t('Diagnosing Tidemark'), cancellable: false };
  const groups = await showProgress(options, (report) => runChecks(ports, asked, (text) => report(text)));
  const text = reportText({ groups, facts: facts(context, questions.connection), madeAt: Date.now() });
  await DiagnosisDocument.show(context, text);
}

async function questionsOf({ source, sessions, loadAccountProbe, loadModelProbe }: DiagnosisPorts): Promise<Questions> {
  const connection = source.connection;
  const signedIn = sessions.session;
  if (connection === null || signedIn === null) return { connection, account: null, model: null };
  const [account, model] = await Promise.all([loadAccountProbe(), loadModelProbe()]);
  return { connection, account: account(connection, signedIn), model: model(connection, signedIn) };
}

async function chooseExtent(): Promise<'free' | 'withMessage' | undefined> {
  const items = [
    { extent: 'free' as const, label: l10n.t('Check without asking the model'), detail: l10n.t('Costs nothing') },
    {
      extent: 'withMessage' as const,
      label: l10n.t('Check, and ask the model one word'),
      detail: l10n.t('Counts as one short prompt of your plan'),
    },
  ];
  return (await pickOne(items, { title: l10n.t('Diagnose Tidemark') }))?.extent;
}

async function runChecks(
  { store, uris }: DiagnosisPorts,
  { connection, account, model }: Questions,
  tell: (text: string) => void,
): Promise<DiagnosisReport['groups']> {
  tell(l10n.t('asking each address of the service'));
  const service = connection === null ? [] : [{ title: l10n.t('Service'), checks: await checkAddresses(connection) }];
  tell(l10n.t('trying the ways of signing in; a browser page may open'));
  const signingIn = [await checkLink(uris), await checkLoopback(), await checkKeyring(store)];
  tell(l10n.t('asking the service with your sign-in'));
  const asked = [await checkSession(account), await checkMessage(model)];
  return [...service, { title: l10n.t('Signing in'), checks: signingIn }, { title: l10n.t('Account'), checks: asked }];
}

function facts(context: vscode.ExtensionContext, connection: Connection | null): DiagnosisReport['facts'] {
  const manifest: unknown = context.extension.packageJSON;
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '?';
  const { env } = vscode;
  const side =
    context.extension.extensionKind === vscode.ExtensionKind.UI
      ? l10n.t('on this machine')
      : l10n.t('on the remote side');
  return [
    [l10n.t('Tidemark'), l10n.t('{0}, running {1}', version, side)],
    [l10n.t('Editor'), `${env.appName} ${vscode.version} (${env.appHost}, ${env.uriScheme}:)`],
    [l10n.t('Window'), env.uiKind === vscode.UIKind.Desktop ? l10n.t('desktop') : l10n.t('browser')],
    [l10n.t('Remote'), env.remoteName ?? l10n.t('none')],
    [l10n.t('System'), `${process.platform}-${process.arch} ${os.release()}, Node.js ${process.versions.node}`],
    [l10n.t('Service'), connection === null ? l10n.t('none is connected') : inertName(connection.profile.name)],
    [l10n.t('Proxy'), proxyText()],
    ...modelLimitFacts(context.globalState, connection),
  ];
}

/** Host and port of the proxy without any name or password in it, and which variables of the environment name one. */
function proxyText(): string {
  const set = vscode.workspace.getConfiguration('http').get<unknown>('proxy');
  const address = typeof set === 'string' && URL.canParse(set) ? new URL(set).host : '';
  const variables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].filter(
    (name) => process.env[name] ?? process.env[name.toLowerCase()],
  );
  const parts = [...(address === '' ? [] : [l10n.t('setting http.proxy: {0}', address)]), ...variables];
  return parts.length === 0 ? l10n.t('none is set') : listText(parts);
}
