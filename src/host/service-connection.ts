// Knows how a checked profile becomes a connection that identifies this very Tidemark on this very machine; not which profile
// was chosen. It loads only where one was.
import * as vscode from 'vscode';
import { type Log, systemClock } from '../core/ports.ts';
import { type Connection, createConnection } from '../core/service/connection.ts';
import { createHttp } from '../core/service/http.ts';
import type { ClientIdentity } from '../core/service/identity.ts';
import { parseProfile, type ServiceProfile } from '../core/service/profile.ts';
import { readPlatform } from '../node/platform.ts';
import { showError } from './display/notification.ts';
import { paragraph } from './list-text.ts';
import { problemLines } from './profile-text.ts';

const { l10n } = vscode;

/** The global `fetch`, looked up at each call: VS Code patches it for proxies and certificates. */
export function openConnection(profile: ServiceProfile, context: vscode.ExtensionContext, ending: AbortSignal): Connection {
  const http = createHttp((url, init) => fetch(url, init), systemClock);
  return createConnection(profile, identityOf(context), http, systemClock, ending);
}

/** Reads the profile out of the settings; one that cannot be used is told to the person, and null. */
export function readProfile(written: unknown, log: Log): ServiceProfile | null {
  const parsed = parseProfile(written);
  if (parsed.kind === 'profile') return parsed.profile;
  const problems = paragraph(problemLines(parsed.problems));
  log.warn(`The service profile in the settings cannot be used: ${problems}`);
  void tellBrokenProfile(problems);
  return null;
}

async function tellBrokenProfile(problems: string): Promise<void> {
  const connect = l10n.t('Connect to a Service…');
  const text = l10n.t('The service profile in your settings cannot be used, so nothing is connected. {0}', problems);
  if ((await showError(text, connect)) === connect) {
    await vscode.commands.executeCommand('tidemark.connect');
  }
}

function identityOf(context: vscode.ExtensionContext): ClientIdentity {
  const manifest: unknown = context.extension.packageJSON;
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return {
    version: typeof version === 'string' ? version : null,
    ...readPlatform(),
    releaseChannel: context.extensionMode === vscode.ExtensionMode.Production ? 'production' : 'development',
    locale: vscode.env.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
