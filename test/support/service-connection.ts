// Knows a connection to a made-up service, for tests of what is asked through it; no real name or address is in it.
import type { Clock } from '../../src/core/ports.ts';
import type { BoundKey } from '../../src/core/service/bound-key.ts';
import { type Connection, createConnection } from '../../src/core/service/connection.ts';
import { failureOf, type Failure } from '../../src/core/service/errors.ts';
import { createHttp } from '../../src/core/service/http.ts';
import type { ClientIdentity } from '../../src/core/service/identity.ts';
import { parseProfile, type ServiceProfile } from '../../src/core/service/profile.ts';
import { Secret } from '../../src/core/service/secret.ts';
import type { SessionCredentials } from '../../src/core/service/session-credentials.ts';

export const identity: ClientIdentity = {
  version: '1.2.3',
  platform: 'linux',
  architecture: 'x64',
  releaseChannel: 'production',
  locale: 'en-GB',
  timezone: 'Europe/Berlin',
  osCategory: 'linux',
  osVersion: '6.1.0',
};

/** A profile whose hosts are all one origin, but for what `changes` say. Throws where they make it invalid. */
export function profileOf(origin: string, changes: Readonly<Record<string, unknown>> = {}): ServiceProfile {
  const parsed = parseProfile({
    authUrl: origin,
    baseUrl: origin,
    apiUrl: origin,
    clientId: 'client-1',
    models: [{ id: 'model-1' }],
    ...changes,
  });
  if (parsed.kind === 'invalid') throw new Error(JSON.stringify(parsed.problems));
  return parsed.profile;
}

/** A connection over the global fetch, with time in the test's hand; it ends with `ending`. */
export function connectTo(profile: ServiceProfile, clock: Clock, ending: AbortSignal = new AbortController().signal): Connection {
  return createConnection(profile, identity, createHttp((url, init) => fetch(url, init), clock), clock, ending);
}

/** The audience of a profile whose hosts are all on this machine: `profileOf` with a loopback origin, or the demo. */
export const audience = 'client-1 127.0.0.1';

export function credentialsOf(changes: Partial<SessionCredentials> = {}): SessionCredentials {
  return {
    audience,
    provider: 'primary',
    businessToken: new Secret('business-token'),
    planCredential: new Secret('plan-credential'),
    ...changes,
  };
}

/** The failure that a promise rejects with. Throws where it resolves or rejects with anything else. */
export async function failureIn(promise: Promise<unknown>): Promise<Failure> {
  const caught = await promise.then(
    () => {
      throw new Error('Expected a failure, but the promise resolved.');
    },
    (error: unknown) => error,
  );
  const failure = failureOf(caught);
  if (failure === null) throw caught;
  return failure;
}

/** An API key that was set for a service on this machine. */
export function keyOnLoopback(text: string): BoundKey {
  return { key: new Secret(text), receiver: '127.0.0.1' };
}
