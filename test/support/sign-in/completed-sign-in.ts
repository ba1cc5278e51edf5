// A sign-in from the proven code to the session with its person's name, in a window that stores nothing.
import type { AuthorizationCode } from '../../../src/core/account/oauth.ts';
import type { Session } from '../../../src/core/account/session.ts';
import { type Attempt, createCompletion, type SessionKeeper } from '../../../src/core/account/sign-in.ts';
import type { Lease } from '../../../src/core/ports.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';

/** A lease that is always free. */
export const passThrough: Lease = { run: (action) => action() };

/** Nothing stops the attempt. */
export const uncancelled: Attempt = { signal: new AbortController().signal, commit: () => true };

/** Keeps nothing but a list of what it was given. */
export function keeperOf(kept: Session[] = []): SessionKeeper {
  return {
    keep: (session) => {
      kept.push(session);
      return Promise.resolve({ saved: Promise.resolve() });
    },
    name: () => Promise.resolve(),
  };
}

export async function completeSignIn(connection: Connection, proof: AuthorizationCode): Promise<Session> {
  const signedIn = await createCompletion(connection, passThrough, keeperOf()).complete(
    proof,
    () => Promise.resolve(true),
    uncancelled,
  );
  if (signedIn === null) throw new Error('The state was used before.');
  return signedIn.named;
}
