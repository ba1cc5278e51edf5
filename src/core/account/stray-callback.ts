// Knows what becomes of an answer that no sign-in of this window is waiting for: another window of the same person may
// have asked, or this one before it was loaded again. What nobody asked for sends nothing (decisions 10).
import type { Clock, SecretStore } from '../ports.ts';
import { failureOf } from '../service/errors.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { QueryForm } from './callback/callback-query.ts';
import { claimCode, parseCallback } from './oauth.ts';
import { authorizeRequestOf, findPending, forgetPending, takePending } from './pending-request.ts';
import type { Completion } from './sign-in.ts';
import type { SignInOutcome } from './sign-in-stage.ts';

export type StrayOutcome =
  | SignInOutcome
  /** The sign-in was begun against another service than the one that this window is connected to. */
  | { readonly kind: 'otherService' }
  /** The sign-in exists, and what came for it has a code that cannot be told apart; nothing of it was used up. */
  | { readonly kind: 'ambiguous' };

export interface StrayParts {
  readonly profile: ServiceProfile;
  readonly store: SecretStore;
  readonly clock: Clock;
  readonly complete: Completion;
}

/** Takes a redirect's query for whichever window asked; `mismatch` where none did. Never rejects. */
export async function receiveStray(parts: StrayParts, query: string, form: QueryForm = 'encoded'): Promise<StrayOutcome> {
  const { profile, store, clock, complete } = parts;
  const callback = parseCallback(query, form);
  if (callback.kind === 'malformed' || callback.state === null) return { kind: 'mismatch' };
  const { state } = callback;
  const receivedAt = clock.now();
  try {
    const request = await findPending(store, state, receivedAt);
    if (request === null) return { kind: 'mismatch' };
    if (request.service !== profile.baseUrl) return { kind: 'otherService' };
    if (callback.kind === 'ambiguous') return { kind: 'ambiguous' };
    if (callback.kind === 'denied') {
      await forgetPending(store, request.attempt, receivedAt);
      return { kind: 'denied', error: callback.error };
    }
    const proof = claimCode(callback, authorizeRequestOf(request));
    if (proof === null) return { kind: 'mismatch' };
    const claim = async (): Promise<boolean> => (await takePending(store, state, receivedAt)) !== null;
    const session = await complete(proof, claim, new AbortController().signal);
    await forgetPending(store, request.attempt, receivedAt);
    return session === null ? { kind: 'elsewhere' } : { kind: 'signedIn', session };
  } catch (error) {
    const failure = failureOf(error);
    return failure === null ? { kind: 'fault', error } : { kind: 'failed', failure };
  }
}
