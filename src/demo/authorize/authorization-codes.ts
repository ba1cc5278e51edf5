// The authorization codes that are out: issued once, redeemed once, for the request they were issued for. It does not
// know how a refusal looks on the wire.
import { randomBytes } from 'node:crypto';
import type { Provider } from '../wire/endpoints.ts';
import type { Persona } from '../accounts/personas.ts';

/** How long a code can be exchanged, in milliseconds. @see docs/service.md#8 */
const codeLifetime = 5 * 60_000;
/** Beyond these the oldest are forgotten. */
const mostCodes = 1000;

/** What a code is bound to: all of it must come back at the exchange. */
interface CodeBinding {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly state: string;
}

export type Redemption =
  | { readonly kind: 'redeemed'; readonly persona: Persona }
  | { readonly kind: 'unknown' | 'used' | 'expired' | 'other-provider' | 'other-redirect' | 'other-state' };

export interface AuthorizationCodes {
  issue: (persona: Persona, binding: CodeBinding) => string;
  /** Only a redemption that succeeds uses the code up. */
  redeem: (code: string, binding: CodeBinding) => Redemption;
  clear: () => void;
}

/** @param now milliseconds since any moment */
export function createAuthorizationCodes(now: () => number): AuthorizationCodes {
  const issued = new Map<string, { persona: Persona; binding: CodeBinding; expires: number; used: boolean }>();
  return {
    issue: (persona, binding) => {
      const code = randomBytes(24).toString('base64url');
      issued.set(code, { persona, binding, expires: now() + codeLifetime, used: false });
      const [oldest] = issued.keys();
      if (oldest !== undefined && issued.size > mostCodes) issued.delete(oldest);
      return code;
    },
    redeem: (code, binding) => {
      const entry = issued.get(code);
      if (!entry) return { kind: 'unknown' };
      if (entry.used) return { kind: 'used' };
      if (entry.binding.provider !== binding.provider) return { kind: 'other-provider' };
      if (entry.binding.redirectUri !== binding.redirectUri) return { kind: 'other-redirect' };
      if (entry.binding.state !== binding.state) return { kind: 'other-state' };
      if (now() >= entry.expires) return { kind: 'expired' };
      entry.used = true;
      return { kind: 'redeemed', persona: entry.persona };
    },
    clear: () => issued.clear(),
  };
}
