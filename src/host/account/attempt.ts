// Knows one running sign-in attempt: the authorize requests it has sent and the one callback that settles it; not how a
// browser is opened or which listener heard the callback. State is the only guard: what does not match sends nothing.
import { type AuthorizationCode, type AuthorizeRequest, type Callback, claimCode, equalInFull, parseCallback } from '../../core/account/oauth.ts';

export type Settlement =
  | { readonly kind: 'code'; readonly proof: AuthorizationCode }
  /** The person or the service said no; `error` is the service's own word. */
  | { readonly kind: 'denied'; readonly error: string };

/** What became of one callback, for whoever must answer the browser. */
export type Reception = 'settled' | 'foreign' | 'malformed';

export class SignInAttempt {
  readonly #requests: AuthorizeRequest[] = [];
  readonly #settled = Promise.withResolvers<Settlement>();
  #open = true;

  /** Resolves once, with the first callback that matches. */
  readonly settlement: Promise<Settlement> = this.#settled.promise;

  /** A further authorize request of the same attempt: whatever was opened before stays valid. */
  add(request: AuthorizeRequest): void {
    this.#requests.push(request);
  }

  /** Takes a redirect's query. Unknown, late, doubled and malformed ones change nothing. */
  receive(query: string): Reception {
    const callback = parseCallback(query);
    if (callback.kind === 'malformed') return 'malformed';
    const settlement = this.#open ? this.#settlementOf(callback) : null;
    if (settlement === null) return 'foreign';
    this.close();
    this.#settled.resolve(settlement);
    return 'settled';
  }

  #settlementOf(callback: Exclude<Callback, { kind: 'malformed' }>): Settlement | null {
    for (const request of this.#requests) {
      if (callback.kind === 'denied') {
        if (callback.state !== null && equalInFull(callback.state, request.state)) return { kind: 'denied', error: callback.error };
        continue;
      }
      const proof = claimCode(callback, request);
      if (proof !== null) return { kind: 'code', proof };
    }
    return null;
  }

  /** No callback settles it any more. */
  close(): void {
    this.#open = false;
  }
}
