// Knows the two endpoints that answer without any credential, and asks them only to learn whether the service can be
// reached; what they say is not used. @see service-interface sections 2.7, 4.5 and 4.8; decisions 17
import { type Connection, getJson } from './connection.ts';
import { parseEnvelope } from './envelope.ts';
import { type Failure, failureOf } from './errors.ts';

export type Probe =
  /** The service answered in its own way, after so many milliseconds. */
  | { readonly kind: 'answered'; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Asks the sign-in host for a guest session. Throws only for a stop and for faults of our own. */
export async function probeGuestSession(connection: Connection, signal: AbortSignal | null): Promise<Probe> {
  return probe(connection, `${connection.profile.authUrl}/api/v1/auths/`, signal);
}

/** Asks the exchange host for the client configuration. Throws only for a stop and for faults of our own. */
export async function probeClientConfiguration(connection: Connection, signal: AbortSignal | null): Promise<Probe> {
  return probe(connection, `${connection.profile.baseUrl}/api/v1/client/configs`, signal);
}

async function probe(connection: Connection, url: string, signal: AbortSignal | null): Promise<Probe> {
  const begun = connection.clock.now();
  try {
    const { status, body, failure } = await getJson(connection, url, null, signal);
    if (failure !== null) return { kind: 'failed', failure };
    const envelope = parseEnvelope(body);
    if (envelope.kind !== 'refused') return { kind: 'answered', milliseconds: connection.clock.now() - begun };
    const code = envelope.code === null ? null : String(envelope.code);
    return { kind: 'failed', failure: { kind: 'requestRefused', status, code } };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null || failure.kind === 'stopped') throw error;
    return { kind: 'failed', failure };
  }
}
