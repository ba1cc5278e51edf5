// Makes a connection of a profile, one that identifies this very Tidemark on this very machine. It loads only where a
// service was chosen.
import * as vscode from 'vscode';
import { type Log, systemClock } from '../../core/ports.ts';
import { type Connection, createConnection } from '../../core/service/http/connection.ts';
import { createHttp } from '../../core/service/http/http.ts';
import type { ClientIdentity } from '../../core/service/profile/identity.ts';
import { audienceOf, type Service } from '../../core/service/profile/audience.ts';
import { embeddedDemo } from '../../core/service/profile/embedded-demo.ts';
import { parseProfile, type ServiceProfile } from '../../core/service/profile/profile.ts';
import { readPlatform } from '../../node/platform.ts';
import { showError } from '../display/notification.ts';
import { paragraph } from '../words/list-text.ts';
import { problemLines } from '../words/profile-text.ts';

const { l10n } = vscode;

/** The global `fetch`, looked up at each call: VS Code patches it for proxies and certificates. */
export function openConnection(
  service: Service,
  context: vscode.ExtensionContext,
  ending: AbortSignal,
  log: Log,
): Connection {
  const http = createHttp((url, init) => fetch(url, init), systemClock);
  return createConnection(service, identityOf(context), http, systemClock, ending, log);
}

/** The demo that runs in this very process. */
export function demoService(profile: ServiceProfile): Service {
  return { profile, audience: embeddedDemo };
}

/** Reads the profile out of the settings; one that cannot be used is reported to the person, and null. */
export function readService(written: unknown, log: Log): Service | null {
  const parsed = parseProfile(written);
  if (parsed.kind === 'profile') return { profile: parsed.profile, audience: audienceOf(parsed.profile) };
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
