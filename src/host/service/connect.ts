// How a person chooses the service: the demo, a profile from a file, the clipboard or a link, or its addresses. What a
// profile may say is core's (core/service/profile/profile.ts).
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../../core/ports.ts';
import { type ParsedProfile, parseProfileText, type ServiceProfile } from '../../core/service/profile/profile.ts';
import { parseProfileLink, profileLinkIn } from '../../core/service/profile/profile-link.ts';
import type { ProfileProblem } from '../../core/service/profile/profile-problem.ts';
import { askModal, askRisk } from '../display/modal.ts';
import { inertName } from '../display/names.ts';
import { showError, showInformation } from '../display/notification.ts';
import { pickOne } from '../display/quick-pick.ts';
import { readProfileSetting } from './profile-setting.ts';
import { paragraph } from '../words/list-text.ts';
import { problemLines } from '../words/profile-text.ts';
import { fillInProfile } from './connect-form.ts';
import { connect, isKeyElsewhere, type KeyPlace } from './connecting.ts';
import { ProfileLinks } from './profile-links.ts';
import { confirmLinked, confirmSites, unshowable } from './profile-review.ts';
import { mayReplace } from './replacing.ts';
import type { ServiceSource } from './service-source.ts';

const { l10n, ThemeIcon } = vscode;

/** A dialog holds no more lines than this; the first ones are enough to begin with. */
const mostProblems = 12;

/** The ways to a service. None of them rejects. */
export interface Connecting {
  readonly choose: () => Promise<void>;
  readonly toDemo: () => Promise<void>;
  /** @param query of a link that brings a profile */
  readonly byLink: (query: string) => Promise<void>;
}

type Connect = (profile: ServiceProfile, unknownFields: readonly string[]) => Promise<void>;

export function createConnecting(source: ServiceSource, store: SecretStore, key: KeyPlace, log: Log): Connecting {
  const connectTo: Connect = (profile, unknownFields) =>
    connect(source, () => isKeyElsewhere(key, store), profile, unknownFields);
  const links = new ProfileLinks((query) => connectByLink(source, connectTo, query), log);
  return {
    choose: () => connectToService(source, links, connectTo),
    toDemo: () => connectToDemo(source),
    byLink: (query) => links.take(query),
  };
}

/** The command: nothing changes unless a whole, valid profile was given. Never rejects. */
async function connectToService(source: ServiceSource, links: ProfileLinks, connectTo: Connect): Promise<void> {
  const again = (): Promise<void> => connectToService(source, links, connectTo);
  switch (await chooseOrigin()) {
    case 'demo':
      await connectToDemo(source);
      return;
    case 'clipboard': {
      const text = await vscode.env.clipboard.readText();
      const query = profileLinkIn(text);
      if (query === null) await apply(source, connectTo, parseProfileText(text), l10n.t('The clipboard'), again);
      else await links.take(query);
      return;
    }
    case 'file': {
      const file = await chooseFile();
      if (file !== null) await apply(source, connectTo, parseProfileText(file.text), file.name, again);
      return;
    }
    case 'addresses': {
      const filled = await fillInProfile();
      if (filled === 'back') await again();
      else if (filled !== null && (await mayReplace(source.connection, filled))) await connectTo(filled, []);
      return;
    }
    case undefined:
      return;
  }
}

/** Asks about the profile in a link before anything comes of it. Never rejects. */
async function connectByLink(source: ServiceSource, connectTo: Connect, query: string): Promise<void> {
  const parsed = parseProfileLink(query);
  const problems = parsed.kind === 'invalid' ? parsed.problems : unshowable(parsed.profile);
  if (parsed.kind === 'invalid' || problems.length > 0) {
    void showError(
      l10n.t(
        'The link holds no profile that Tidemark takes, so nothing has changed. {0}',
        paragraph(firstLines(problems)),
      ),
    );
    return;
  }
  const { profile, unknownFields } = parsed;
  // A window that this very link has opened does not know its service yet.
  await source.settled;
  let asked: typeof source.connection;
  do {
    asked = source.connection;
    if (!(await confirmLinked(asked, profile, unknownFields)) || !(await confirmSites(profile))) return;
    // What was agreed to be replaced is what is replaced.
  } while (asked !== source.connection);
  await connectTo(profile, unknownFields);
}

/**
 * Starts the built-in demo and connects to it, asking first where a profile would go; says so when that cannot be.
 * Never rejects.
 */
async function connectToDemo(source: ServiceSource): Promise<void> {
  if (readProfileSetting() !== null && !(await confirmReplacing(source.profile?.name ?? null))) return;
  try {
    await source.useDemo();
    const signIn = l10n.t('Sign In');
    const useKey = l10n.t('Use Its API Key');
    const text = l10n.t(
      'Connected to the demo service on this machine. It needs no account: its sign-in page lists people to try. Its API key can answer where their plans refuse.',
    );
    const pressed = await showInformation(text, signIn, useKey);
    if (pressed === signIn) await vscode.commands.executeCommand('tidemark.signIn');
    if (pressed === useKey) await vscode.commands.executeCommand('tidemark.setApiKey');
  } catch (error) {
    void showError(l10n.t('The demo service could not be started: {0}', String(error)));
  }
}

async function confirmReplacing(name: string | null): Promise<boolean> {
  const replace = l10n.t('Use the Demo');
  const text =
    name === null
      ? l10n.t('Replace your service with the demo?')
      : l10n.t('Replace {0} with the demo?', inertName(name));
  const detail = l10n.t(
    'Its profile is removed from your settings. To come back you need that profile again, so keep a copy if this is the only one.',
  );
  return (await askRisk({ text, detail: [detail] }, l10n.t('Change Nothing'), replace)) === replace;
}

async function chooseOrigin(): Promise<'demo' | 'clipboard' | 'file' | 'addresses' | undefined> {
  const items = [
    {
      origin: 'demo' as const,
      iconPath: new ThemeIcon('beaker'),
      label: l10n.t('Try the demo'),
      detail: l10n.t('Runs on this machine, needs no account, costs nothing'),
    },
    {
      origin: 'clipboard' as const,
      iconPath: new ThemeIcon('clippy'),
      label: l10n.t('Paste a service profile'),
      detail: l10n.t('Takes the JSON, or the link, that is in the clipboard'),
    },
    {
      origin: 'file' as const,
      iconPath: new ThemeIcon('file'),
      label: l10n.t('Open a service profile'),
      detail: l10n.t('Reads a JSON document from a file'),
    },
    {
      origin: 'addresses' as const,
      iconPath: new ThemeIcon('edit'),
      label: l10n.t('Enter the addresses'),
      detail: l10n.t('Fills in a form: three addresses, an application id and a model'),
    },
  ];
  const title = l10n.t('Which service do you use?');
  return (await pickOne(items, { title, ignoreFocusOut: true }))?.origin;
}

async function apply(
  source: ServiceSource,
  connectTo: Connect,
  parsed: ParsedProfile,
  origin: string,
  again: () => Promise<void>,
): Promise<void> {
  if (parsed.kind === 'profile') {
    const { profile, unknownFields } = parsed;
    if ((await mayReplace(source.connection, profile)) && (await confirmSites(profile)))
      await connectTo(profile, unknownFields);
    return;
  }
  const retry = l10n.t('Try Again');
  const text = l10n.t('{0} is not a service profile. Nothing has changed.', inertName(origin));
  const answer = await askModal({ severity: 'error', text, detail: firstLines(parsed.problems) }, retry);
  if (answer === retry) await again();
}

function firstLines(problems: readonly ProfileProblem[]): readonly string[] {
  const lines = problemLines(problems);
  return lines.length > mostProblems ? [...lines.slice(0, mostProblems), '…'] : lines;
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
