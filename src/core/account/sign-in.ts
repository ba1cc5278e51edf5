// Knows the order of requests that turns an authorization code into a session; not how the code was come by.
import type { Lease } from '../ports.ts';
import { type Connection } from '../service/connection.ts';
import { failureOf, ServiceError } from '../service/errors.ts';
import { type AuthorizationCode, exchangeCode, fetchBusinessToken } from './oauth.ts';
import type { Session } from './session.ts';
import { fetchUserInfo } from './user.ts';

/**
 * Exchange, business login, user info. Throws ServiceError when either of the first two fails; user info only names
 * the account, so its failure leaves the session whole. @see service-interface section 5
 */
export async function establishSession(connection: Connection, proof: AuthorizationCode, signal: AbortSignal | null): Promise<Session> {
  const { provider } = proof.request;
  const { accessToken, planCredential, userId } = await exchangeCode(connection, proof, signal);
  const businessToken = await fetchBusinessToken(connection, accessToken, signal);
  const user = await fetchUserInfo(connection, provider, accessToken, signal).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure === null || failure.kind === 'stopped') throw error;
    return userId === null ? null : { sub: userId };
  });
  return { audience: connection.audience, provider, businessToken, accessToken, planCredential, user };
}

/**
 * Turns a code into a session that is kept; null where `claim` says that another window has used the state. Throws
 * ServiceError.
 */
export type Completion = (proof: AuthorizationCode, claim: () => Promise<boolean>, signal: AbortSignal) => Promise<Session | null>;

/** One exchange at a time across the person's windows, from the claim of the state until the session is kept. */
export function createCompletion(connection: Connection, lease: Lease, keep: (session: Session) => Promise<void>): Completion {
  return (proof, claim, signal) =>
    lease.run(async () => {
      if (!(await claim())) return null;
      const session = await establishSession(connection, proof, signal);
      if (signal.aborted) throw new ServiceError({ kind: 'stopped' });
      await keep(session);
      return session;
    });
}
