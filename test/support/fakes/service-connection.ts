// A connection to a made-up service, for tests of what is asked through it; no real name or address is in it.
import type { Clock, Log } from '../../../src/core/ports.ts';
import type { BoundKey } from '../../../src/core/service/credentials/credential.ts';
import { type Connection, createConnection } from '../../../src/core/service/http/connection.ts';
import { failureOf, type Failure } from '../../../src/core/service/failure/errors.ts';
import { createHttp } from '../../../src/core/service/http/http.ts';
import type { ClientIdentity } from '../../../src/core/service/profile/identity.ts';
import { audienceOf, type Service } from '../../../src/core/service/profile/audience.ts';
import { embeddedDemo } from '../../../src/core/service/profile/embedded-demo.ts';
import { parseProfile, type ServiceProfile } from '../../../src/core/service/profile/profile.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import type { SessionCredentials } from '../../../src/core/service/credentials/session-credentials.ts';

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

/** A service by its addresses, as one that a person has connected. */
export function serviceFor(profile: ServiceProfile): Service {
  return { profile, audience: audienceOf(profile) };
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined };

/** A connection over the global fetch, with time in the test's hand; it ends with `ending`. */
export function connectTo(
  profile: ServiceProfile,
  clock: Clock,
  ending: AbortSignal = new AbortController().signal,
  log: Log = silentLog,
): Connection {
  return createConnection(
    { profile, audience },
    identity,
    createHttp((url, init) => fetch(url, init), clock),
    clock,
    ending,
    log,
  );
}

/** Of every connection here, and of what is made for one: as with the demo inside Tidemark, no port is a part of it. */
export const audience = embeddedDemo;

export function credentialsOf(changes: Partial<SessionCredentials> = {}): SessionCredentials {
  return {
    audience,
    provider: 'primary',
    account: 'a'.repeat(32),
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

/** An API key that was set for such a connection. */
export function keyOnLoopback(text: string, receiver: string = embeddedDemo): BoundKey {
  return { key: new Secret(text), receiver };
}
