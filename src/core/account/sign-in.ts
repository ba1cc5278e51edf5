// Knows the order of requests that turns an authorization code into a session; not how the code was come by.
import { type Connection } from '../service/connection.ts';
import { failureOf } from '../service/errors.ts';
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
  return { provider, businessToken, accessToken, planCredential, user };
}
