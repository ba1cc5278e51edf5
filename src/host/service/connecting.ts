// The last step of every way to a service: its profile is stored, its addresses are tried, and a sentence says what
// came of it.
import * as vscode from 'vscode';
import { type AddressFinding, probeAddresses, wasReached } from '../../core/diagnose/address-probe.ts';
import type { SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import type { ServiceProfile } from '../../core/service/profile/profile.ts';
import { inertName } from '../display/names.ts';
import { showError, showInformation, showWarning } from '../display/notification.ts';
import { showProgress } from '../display/progress.ts';
import { addressName } from '../words/address-text.ts';
import { failureText } from '../words/error-text.ts';
import { paragraph } from '../words/list-text.ts';
import { misleadingLettersText } from '../words/misleading-letters-text.ts';
import { unknownFieldsText } from '../words/profile-text.ts';
import { apiKeyPrefix } from '../secret-store.ts';
import type { ServiceSource } from './service-source.ts';

const { l10n } = vscode;

/** What connecting needs of the API key. */
export interface KeyPlace {
  /** The one for the service that is connected; null where none is set. */
  readonly current: object | null;
  /** Reads the store anew. Never rejects. */
  readonly reload: () => Promise<void>;
  /** Who takes the key now; null where nobody does. */
  readonly receiver: () => Promise<string | null>;
}

/** Whether a key is set for another receiver, and none for the one of the service that is connected. Never rejects. */
export async function isKeyElsewhere(key: KeyPlace, store: SecretStore): Promise<boolean> {
  try {
    if ((await key.receiver()) === null) return false;
    await key.reload();
    return key.current === null && (await store.keys()).some((name) => name.startsWith(apiKeyPrefix));
  } catch {
    return false;
  }
}

/** Never rejects; nothing has changed where the settings cannot be written. */
export async function connect(
  source: ServiceSource,
  hasKeyElsewhere: () => Promise<boolean>,
  profile: ServiceProfile,
  unknownFields: readonly string[],
): Promise<void> {
  try {
    await source.useProfile(profile);
  } catch (error) {
    void showError(l10n.t('The profile is good, but your settings could not be written: {0}', String(error)));
    return;
  }
  const { connection } = source;
  const findings = connection === null ? [] : await tryAddresses(connection);
  // Whoever has gone on to another service meanwhile is told of that one.
  if (connection?.ending.aborted === true) return;
  await tell(profile, unknownFields, findings, await hasKeyElsewhere());
}

/** Null where the person did not want to wait. */
async function tryAddresses(connection: Connection): Promise<readonly AddressFinding[] | null> {
  const title = l10n.t('Connecting to {0}', inertName(connection.profile.name));
  return showProgress({ title, cancellable: true }, async (report, cancellation) => {
    report(l10n.t('trying its addresses'));
    const left = new AbortController();
    const subscription = cancellation.onCancellationRequested(() => left.abort());
    try {
      const findings = await probeAddresses(connection, left.signal);
      return left.signal.aborted ? null : findings;
    } finally {
      subscription.dispose();
    }
  });
}

async function tell(
  { name }: ServiceProfile,
  unknownFields: readonly string[],
  findings: readonly AddressFinding[] | null,
  keyIsElsewhere: boolean,
): Promise<void> {
  const missed = findings?.filter((finding) => !wasReached(finding)) ?? [];
  const sentences = [
    l10n.t('Connected to {0}.', inertName(name)),
    findings === null
      ? l10n.t('Its addresses were not tried.')
      : l10n.t('Reached {0} of {1} addresses.', findings.length - missed.length, findings.length),
    ...missed.flatMap(({ role, failure }) =>
      failure === null ? [] : [l10n.t('{0}: {1}', addressName(role), failureText(failure))],
    ),
    unknownFields.length === 0 ? null : unknownFieldsText(unknownFields),
    keyIsElsewhere ? l10n.t('The API key that you set for another service stays there; this one takes its own.') : null,
    misleadingLettersText(name),
  ].filter((sentence) => sentence !== null);
  const signIn = l10n.t('Sign In');
  const diagnose = l10n.t('Diagnose…');
  const setKey = l10n.t('Set API Key…');
  const buttons = [signIn, ...(missed.length > 0 ? [diagnose] : []), ...(keyIsElsewhere ? [setKey] : [])];
  const show = missed.length > 0 || unknownFields.length > 0 ? showWarning : showInformation;
  const pressed = await show(paragraph(sentences), ...buttons);
  if (pressed === signIn) await vscode.commands.executeCommand('tidemark.signIn');
  if (pressed === diagnose) await vscode.commands.executeCommand('tidemark.diagnose');
  if (pressed === setKey) await vscode.commands.executeCommand('tidemark.setApiKey');
}
