// Issues and verifies the demo's signed credentials: access token, business token and plan-host session. They carry all
// that is needed, so a restarted demo with the same key still accepts them.
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { type Provider, providers } from '../wire/endpoints.ts';
import { type Persona, personas } from './personas.ts';

type CredentialKind = 'access' | 'business' | 'plan';

/** Who a credential speaks for, and through which provider they signed in. */
interface Holder {
  readonly persona: Persona;
  readonly provider: Provider;
}

export interface Credentials {
  issue: (kind: CredentialKind, holder: Holder) => Promise<string>;
  /** Undefined for a credential that is forged, expired by `expire`, or of another kind. */
  holderOf: (kind: CredentialKind, token: string | undefined) => Promise<Holder | undefined>;
  /** Refuses, from now on, every credential issued so far: of one person, or of everyone. */
  expire: (persona?: Persona) => void;
}

// The type in a token's header keeps one kind from being taken for another
// (https://www.rfc-editor.org/rfc/rfc8725#section-3.11).
const headerTypes: Readonly<Record<CredentialKind, string>> = {
  access: 'at+jwt',
  business: 'JWT',
  plan: 'plan-session+jwt',
};

const headerShape = z.object({ stamp: z.int() });
const sessionClaims = z.object({ sub: z.string(), provider: z.enum(providers) });
const businessClaims = z.object({ user_id: z.int(), customer: z.object({ channel: z.enum(providers) }) });

/** The payload of a business token, claim by claim. @see docs/service.md#2.4 */
function businessPayload({ persona, provider }: Holder): Record<string, unknown> {
  return {
    user_type: 'PERSONAL',
    user_id: persona.number,
    user_key: persona.userKey,
    customer_id: String(persona.number),
    customer: {
      id: persona.number,
      createTime: '2026-01-15 09:30:00',
      enableStatus: 'ENABLE',
      customerNumber: 40_000_000 + persona.number,
      userType: 'PERSONAL',
      channel: provider,
      betaTester: false,
    },
  };
}

function holderIn(kind: CredentialKind, payload: unknown): Holder | undefined {
  if (kind === 'business') {
    const { user_id, customer } = businessClaims.parse(payload);
    const persona = personas.find(({ number }) => number === user_id);
    return persona && { persona, provider: customer.channel };
  }
  const { sub, provider } = sessionClaims.parse(payload);
  const persona = personas.find(({ userId }) => userId === sub);
  return persona && { persona, provider };
}

/**
 * @param signingKey 64 bytes, the least that HS512 allows (https://www.rfc-editor.org/rfc/rfc7518#section-3.2)
 * @param now milliseconds since the epoch
 */
export function createCredentials(signingKey: Uint8Array, now: () => number): Credentials {
  if (signingKey.byteLength < 64) throw new RangeError('The signing key must have at least 64 bytes.');
  const expiredUpTo = new Map<Persona, number>();
  let lastStamp = 0;

  // The claims of a business token are fixed and say nothing about time, so the moment of issue is stamped into the
  // header. Stamps strictly rise: a token issued in the millisecond of an expiry can still be told apart from those
  // before it.
  const nextStamp = (): number => {
    lastStamp = Math.max(now(), lastStamp + 1);
    return lastStamp;
  };

  return {
    issue: async (kind, holder) => {
      const claims =
        kind === 'business'
          ? businessPayload(holder)
          : { iss: 'tidemark-demo', sub: holder.persona.userId, provider: holder.provider };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS512', typ: headerTypes[kind], stamp: nextStamp() })
        .sign(signingKey);
    },
    holderOf: async (kind, token) => {
      if (token === undefined) return undefined;
      try {
        const checked = await jwtVerify(token, signingKey, { algorithms: ['HS512'], typ: headerTypes[kind] });
        const holder = holderIn(kind, checked.payload);
        const { stamp } = headerShape.parse(checked.protectedHeader);
        return holder && stamp > (expiredUpTo.get(holder.persona) ?? 0) ? holder : undefined;
      } catch {
        return undefined;
      }
    },
    expire: (persona) => {
      const stamp = nextStamp();
      for (const one of persona ? [persona] : personas) expiredUpTo.set(one, stamp);
    },
  };
}
