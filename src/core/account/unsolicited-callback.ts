// Answers that no sign-in of this window is waiting for: another window of the same person may have asked, or this one
// before it was reloaded. What nobody asked for sends nothing (docs/decisions.md#10).
import type { SecretStore } from '../ports.ts';
import type { Connection } from '../service/http/connection.ts';
import { serviceOf } from '../service/http/current-connection.ts';
import type { QueryForm } from './callback/callback-query.ts';
import { claimCode, parseCallback } from './oauth.ts';
import { authorizeRequestOf, findPending, takeAllPending, takePending } from './pending-request.ts';
import type { Completion } from './sign-in.ts';
import { outcomeOfError, type SignInOutcome } from './sign-in-stage.ts';

export interface UnsolicitedCallbackPorts {
  readonly connection: Connection;
  readonly store: SecretStore;
  readonly completion: Completion;
}

/**
 * Takes a redirect's query for whichever window asked; `mismatch` where none did, or it was taken before. Never
 * rejects.
 */
export async function receiveUnsolicited(
  { connection, store, completion }: UnsolicitedCallbackPorts,
  query: string,
  form: QueryForm = 'encoded',
): Promise<SignInOutcome> {
  const callback = parseCallback(query, form);
  if (callback.kind === 'malformed' || callback.state === null) return { kind: 'mismatch' };
  const { state } = callback;
  const receivedAt = connection.clock.now();
  try {
    const found = await findPending(store, state, receivedAt);
    if (found.kind !== 'pending') return { kind: 'mismatch' };
    const { request } = found;
    if (request.service !== serviceOf(connection.profile)) return { kind: 'otherService' };
    if (callback.kind === 'ambiguous') return { kind: 'ambiguous' };
    if (callback.kind === 'denied') {
      await takeAllPending(store, request.attempt);
      return { kind: 'denied', error: callback.error };
    }
    const proof = claimCode(callback, authorizeRequestOf(request));
    if (proof === null) return { kind: 'mismatch' };
    const claim = async (): Promise<boolean> => (await takePending(store, state, receivedAt)).kind === 'pending';
    const signedIn = await completion.complete(proof, claim, { signal: connection.ending, commit: () => true });
    // The session is in use; the other requests of the attempt are used up as far as the store allows.
    await takeAllPending(store, request.attempt).catch(() => undefined);
    return signedIn === null ? { kind: 'elsewhere' } : { kind: 'signedIn', ...signedIn };
  } catch (error) {
    return outcomeOfError(error);
  }
}
