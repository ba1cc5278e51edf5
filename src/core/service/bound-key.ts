// Knows an API key together with the host that the person set it for; not where it is kept nor what it pays for.
import type { Secret } from './secret.ts';

export interface BoundKey {
  readonly key: Secret;
  /** As `receiverOf` in profile.ts names it. The key goes to this host and to no other. */
  readonly receiver: string;
}
