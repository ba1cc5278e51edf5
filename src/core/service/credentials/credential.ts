import type { Secret } from './secret.ts';

/** `audience` names who may receive it: a service as `Service.audience` does, or one address (profile/audience.ts). */
export type RequestCredential =
  /** `Authorization: Bearer …` */
  | { readonly kind: 'bearer'; readonly token: Secret; readonly audience: string }
  /** `x-api-key: …` */
  | { readonly kind: 'apiKey'; readonly key: Secret; readonly audience: string };

export function secretIn(credential: RequestCredential): Secret {
  return credential.kind === 'bearer' ? credential.token : credential.key;
}

/** An API key together with the address that the person set it for. */
export interface BoundKey {
  readonly key: Secret;
  /** As `KeyAddress.receiver` names it. The key goes to this address and to no other. */
  readonly receiver: string;
}

/** The same key for the same address, or none both times. */
export function isSameKey(one: BoundKey | null, other: BoundKey | null): boolean {
  return one === null || other === null ? one === other : one.receiver === other.receiver && one.key.equals(other.key);
}
