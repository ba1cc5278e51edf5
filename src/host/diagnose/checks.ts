// The checks of the diagnosis and their sentences. No finding holds a secret, a path or a word of the service, so that
// the document can be shared.
import { l10n } from 'vscode';
import { type AddressFinding, probeAddresses } from '../../core/diagnose/address-probe.ts';
import type { SecretStore } from '../../core/ports.ts';
import type { Connection } from '../../core/service/http/connection.ts';
import { type Failure, failureOf } from '../../core/service/failure/errors.ts';
import { probeLoopback } from '../../node/loopback/loopback-probe.ts';
import { addressName } from '../words/address-text.ts';
import { failureText } from '../words/error-text.ts';
import type { IncomingUris } from '../incoming-uris.ts';
import { spanText } from '../words/time-text.ts';
import { tryRoundTrip } from './uri-round-trip.ts';

export interface Check {
  readonly name: string;
  /** `skipped`: it could not be tried, for a reason that is no fault. */
  readonly verdict: 'ok' | 'failed' | 'skipped';
  readonly finding: string;
  /** What to do; null where nothing is to be done. */
  readonly advice: string | null;
}

const largestSkewMilliseconds = 2 * 60_000;

export async function checkAddresses(connection: Connection): Promise<Check[]> {
  const findings = await probeAddresses(connection, null);
  return [...findings.map(addressCheck), clockCheck(findings)];
}

function addressCheck({ role, host, took, failure }: AddressFinding): Check {
  const name = l10n.t('{0} ({1})', addressName(role), host);
  if (failure === null) return ok(name, l10n.t('answered in {0} ms', Math.round(took)));
  return failed(name, failureText(failure), adviceFor(failure));
}

function adviceFor({ kind }: Failure): string {
  switch (kind) {
    case 'offline':
    case 'hostUnreachable':
    case 'timeout':
    case 'cut':
    case 'stalled':
      return l10n.t(
        'Open the address in a browser. If it answers there, set the proxy of your network in the setting “http.proxy”.',
      );
    case 'certificate':
      return l10n.t(
        'Install the certificate of your company in the system, and leave the setting “http.systemCertificates” on.',
      );
    case 'loginPage':
      return l10n.t('Open a browser and sign in to the network.');
    case 'firewall':
    case 'forbidden':
      return l10n.t(
        'Something between this machine and the service refuses the request. Ask whoever runs your network, or the service.',
      );
    case 'notFound':
    case 'unexpectedAnswer':
      return l10n.t('Check this address in the service profile (Tidemark: Connect to a Service…).');
    case 'tokenRefused':
      return l10n.t('Sign in again (Tidemark: Sign In).');
    default:
      return l10n.t('Try again in a while. If it stays, ask the service.');
  }
}

function clockCheck(findings: readonly AddressFinding[]): Check {
  const name = l10n.t('Clock of this machine');
  const known = findings.flatMap(({ clockAhead }) => (clockAhead === null ? [] : [clockAhead]));
  const [skew] = known.sort((left, right) => Math.abs(right) - Math.abs(left));
  if (skew === undefined) return skipped(name, l10n.t('no answer named a time to compare it with'));
  if (Math.abs(skew) <= largestSkewMilliseconds) return ok(name, l10n.t('agrees with the service'));
  const finding =
    skew > 0
      ? l10n.t('is {0} ahead of the service', spanText(skew))
      : l10n.t('is {0} behind the service', spanText(-skew));
  return failed(name, finding, l10n.t('Set the clock of this machine: sign-in codes live for minutes only.'));
}

export async function checkKeyring(store: SecretStore): Promise<Check> {
  const name = l10n.t('Secret storage (keyring)');
  const key = 'tidemark.diagnose.probe';
  try {
    await store.store(key, 'probe');
    const kept = await store.get(key);
    await store.delete(key);
    if (kept === 'probe') return ok(name, l10n.t('keeps and returns what it is given'));
    return failed(
      name,
      l10n.t('does not return what it was given'),
      l10n.t('Unlock or install a keyring (on Linux gnome-keyring or KWallet), then start VS Code again.'),
    );
  } catch {
    return failed(
      name,
      l10n.t('seems to be locked, broken or waiting for a password'),
      l10n.t('Unlock your keyring, then start VS Code again.'),
    );
  }
}

export async function checkLoopback(): Promise<Check> {
  const name = l10n.t('Sign-in over a local port (127.0.0.1)');
  try {
    return ok(name, l10n.t('works; port {0} was tried', await probeLoopback()));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : l10n.t('nothing came back');
    return failed(
      name,
      l10n.t('is not possible here ({0})', code),
      l10n.t('A security program may forbid it. Sign in by the link of VS Code or by pasting the address.'),
    );
  }
}

export async function checkLink(uris: IncomingUris): Promise<Check> {
  const name = l10n.t('Sign-in over a link of VS Code');
  switch (await tryRoundTrip(uris)) {
    case 'arrived':
      return ok(name, l10n.t('a link that was opened came back to this window'));
    case 'notOpened':
      return failed(
        name,
        l10n.t('no browser could be opened'),
        l10n.t('Sign in by copying the link into a browser and pasting the address on which it ends.'),
      );
    case 'silent':
      return failed(
        name,
        l10n.t('a link was opened and did not come back within ten seconds'),
        l10n.t(
          'Allow your browser to open VS Code, or sign in another way: the dialog offers a local port, and pasting the address.',
        ),
      );
  }
}

/** @param ask rejects with a ServiceError; null where nobody is signed in */
export async function checkSession(ask: (() => Promise<unknown>) | null): Promise<Check> {
  return checkAnswer(l10n.t('Your sign-in at the service'), ask, l10n.t('is accepted'), l10n.t('nobody is signed in'));
}

/** @param ask rejects with a ServiceError; null where nobody could pay, or the person did not want it sent */
export async function checkMessage(ask: (() => Promise<unknown>) | null): Promise<Check> {
  return checkAnswer(l10n.t('One short message, paid by the plan'), ask, l10n.t('was answered'), l10n.t('not sent'));
}

async function checkAnswer(
  name: string,
  ask: (() => Promise<unknown>) | null,
  good: string,
  none: string,
): Promise<Check> {
  if (ask === null) return skipped(name, none);
  try {
    await ask();
    return ok(name, good);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return failed(name, failureText(failure), adviceFor(failure));
  }
}

function ok(name: string, finding: string): Check {
  return { name, verdict: 'ok', finding, advice: null };
}

function failed(name: string, finding: string, advice: string): Check {
  return { name, verdict: 'failed', finding, advice };
}

function skipped(name: string, finding: string): Check {
  return { name, verdict: 'skipped', finding, advice: null };
}
