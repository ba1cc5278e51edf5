// Sessions of made-up people at a made-up service.
import type { Session } from '../../../src/core/account/session.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import { audience } from './service-connection.ts';

/** What an account is called here: its first letters tell it from others. */
export function accountNamed(name: string): string {
  return Array.from(new TextEncoder().encode(name.padEnd(16, '-').slice(0, 16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function sessionOf(name: string, changes: Partial<Session> = {}): Session {
  return {
    audience,
    provider: 'primary',
    account: accountNamed(name),
    generation: 1,
    businessToken: new Secret(`token-of-${name}`),
    accessToken: new Secret(`access-of-${name}`),
    planCredential: null,
    user: { sub: name, name },
    ...changes,
  };
}
