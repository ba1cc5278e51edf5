// Knows how a person chooses the service: the demo, a profile from a file or the clipboard, or its addresses one by one.
// What a profile may say is core's (core/service/profile.ts).
import * as vscode from 'vscode';
import { type ParsedProfile, parseProfile, parseProfileText } from '../core/service/profile.ts';
import { askText } from './display/input-box.ts';
import { askModal } from './display/modal.ts';
import { inertName } from './display/names.ts';
import { showError, showInformation } from './display/notification.ts';
import { pickOne } from './display/quick-pick.ts';
import { readProfileSetting } from './profile-setting.ts';
import { faultText, problemLines } from './profile-text.ts';
import type { ServiceSource } from './service-source.ts';

const { l10n, ThemeIcon } = vscode;

/** A dialog holds no more lines than this; the first ones are enough to begin with. */
const mostProblems = 12;

/** The command: nothing changes unless a whole, valid profile was given. Never rejects. */
export async function connectToService(source: ServiceSource): Promise<void> {
  switch (await chooseOrigin()) {
    case 'demo':
      await connectToDemo(source);
      return;
    case 'clipboard':
      await apply(source, parseProfileText(await vscode.env.clipboard.readText()), l10n.t('The clipboard'));
      return;
    case 'file': {
      const file = await chooseFile();
      if (file !== null) await apply(source, parseProfileText(file.text), file.name);
      return;
    }
    case 'addresses': {
      const answers = await askAddresses();
      if (answers !== null) await apply(source, parseProfile(answers), l10n.t('What you entered'));
      return;
    }
    case undefined:
      return;
  }
}

/** Starts the built-in demo and connects to it, asking first where a profile would go; says so when that cannot be. Never rejects. */
export async function connectToDemo(source: ServiceSource): Promise<void> {
  if (readProfileSetting() !== null && !(await confirmReplacing(source.profile?.name ?? null))) return;
  try {
    await source.useDemo();
    await offerSignIn(l10n.t('Connected to the demo service on this machine. It needs no account: its sign-in page lists people to try.'));
  } catch (error) {
    void showError(l10n.t('The demo service could not be started: {0}', String(error)));
  }
}

async function confirmReplacing(name: string | null): Promise<boolean> {
  const replace = l10n.t('Use the Demo');
  const text = name === null ? l10n.t('Replace your service by the demo?') : l10n.t('Replace {0} by the demo?', inertName(name));
  const detail = l10n.t('Its profile is removed from your settings. To come back you need the profile again, so keep a copy of it if you have no other.');
  return (await askModal({ severity: 'warning', text, detail: [detail] }, replace)) === replace;
}

async function chooseOrigin(): Promise<'demo' | 'clipboard' | 'file' | 'addresses' | undefined> {
  const items = [
    { origin: 'demo' as const, iconPath: new ThemeIcon('beaker'), label: l10n.t('Try the demo'), detail: l10n.t('Runs on this machine, needs no account, costs nothing') },
    { origin: 'clipboard' as const, iconPath: new ThemeIcon('clippy'), label: l10n.t('Paste a service profile'), detail: l10n.t('Reads the JSON document that is in the clipboard') },
    { origin: 'file' as const, iconPath: new ThemeIcon('file'), label: l10n.t('Open a service profile'), detail: l10n.t('Reads a JSON document from a file') },
    { origin: 'addresses' as const, iconPath: new ThemeIcon('edit'), label: l10n.t('Enter the addresses'), detail: l10n.t('Asks for each address and the client id') },
  ];
  const title = l10n.t('Which service do you use?');
  return (await pickOne(items, { title, ignoreFocusOut: true }))?.origin;
}

async function apply(source: ServiceSource, parsed: ParsedProfile, origin: string): Promise<void> {
  if (parsed.kind === 'profile') {
    try {
      await source.useProfile(parsed.profile);
    } catch (error) {
      void showError(l10n.t('The profile is good, but your settings could not be written: {0}', String(error)));
      return;
    }
    await offerSignIn(l10n.t('Connected to {0}.', inertName(parsed.profile.name)));
    return;
  }
  const lines = problemLines(parsed.problems);
  const detail = lines.length > mostProblems ? [...lines.slice(0, mostProblems), '…'] : lines;
  const again = l10n.t('Try Again');
  const text = l10n.t('{0} is not a service profile. Nothing has changed.', inertName(origin));
  const answer = await askModal({ severity: 'error', text, detail }, again);
  if (answer === again) await connectToService(source);
}

async function offerSignIn(text: string): Promise<void> {
  const signIn = l10n.t('Sign In');
  if ((await showInformation(text, signIn)) === signIn) {
    await vscode.commands.executeCommand('tidemark.signIn');
  }
}

async function chooseFile(): Promise<{ name: string; text: string } | null> {
  const options = { title: l10n.t('Open a service profile'), canSelectMany: false, filters: { JSON: ['json'] } };
  const [uri] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (uri === undefined) return null;
  const name = uri.path.split('/').at(-1) ?? uri.path;
  try {
    return { name, text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch {
    void showError(l10n.t('{0} could not be read. Nothing has changed.', inertName(name)));
    return null;
  }
}

interface Question {
  readonly field: string;
  readonly prompt: string;
  readonly optional: boolean;
}

/** Asks for what no profile can do without, and for the second provider's addresses; null when the person left. */
async function askAddresses(): Promise<unknown> {
  const questions: Question[] = [
    { field: 'authUrl', prompt: l10n.t('Address of the sign-in page ({0})', 'auth_url'), optional: false },
    { field: 'baseUrl', prompt: l10n.t('Address of the token exchange ({0})', 'base_url'), optional: false },
    { field: 'apiUrl', prompt: l10n.t('Address of plan and messages ({0})', 'api_url'), optional: false },
    { field: 'clientId', prompt: l10n.t('Client id of your application'), optional: false },
    { field: 'model', prompt: l10n.t('Id of the model that answers'), optional: false },
    { field: 'planMessagesUrl', prompt: l10n.t('Base address of messages that the plan pays for, if it has one of its own'), optional: true },
    { field: 'altApiUrl', prompt: l10n.t('Address that takes your API key, if you have one ({0})', 'alt_api_url'), optional: true },
  ];
  const answers = new Map<string, string>();
  for (const [index, { field, prompt, optional }] of questions.entries()) {
    const title = l10n.t('Connect to a Service ({0}/{1})', index + 1, questions.length);
    const answer = await askText({
      title,
      prompt,
      ignoreFocusOut: true,
      placeholder: optional ? l10n.t('Leave empty if there is none') : '',
      validate: (value) => problemOf(field, value.trim(), optional),
    });
    if (answer === undefined) return null;
    if (answer.trim() !== '') answers.set(field, answer.trim());
  }
  const { model, ...rest } = Object.fromEntries(answers);
  return { ...rest, name: new URL(rest['apiUrl'] ?? '').host, models: [{ id: model }] };
}

/** The profile's own schema judges each answer, so that the words are the same wherever a profile comes from. */
function problemOf(field: string, value: string, optional: boolean): string | undefined {
  if (value === '') return optional ? undefined : l10n.t('This is needed.');
  const parsed = parseProfile({ [field]: value });
  const problem = parsed.kind === 'invalid' ? parsed.problems.find(({ where }) => where === field) : undefined;
  return problem === undefined ? undefined : faultText(problem.fault);
}
