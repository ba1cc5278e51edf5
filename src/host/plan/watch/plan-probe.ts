// Finds out whether the service accepts a session at all.
import { checkEntitlement } from '../../../core/plan/check/entitlement.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { ServiceError } from '../../../core/service/failure/errors.ts';
import type { SessionCredentials } from '../../../core/service/credentials/session-credentials.ts';

/** What is returned rejects with a ServiceError where the token is refused or the question could not be asked. */
export function probePlan(connection: Connection, session: SessionCredentials): () => Promise<void> {
  return async () => {
    const entitlement = await checkEntitlement(connection, session, null);
    if (entitlement.kind === 'tokenRefused') throw new ServiceError({ kind: 'tokenRefused' });
    if (entitlement.kind === 'unknown' && entitlement.failure !== null) throw new ServiceError(entitlement.failure);
  };
}
