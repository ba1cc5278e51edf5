// Knows what a session gives to those who ask the service in its name; not where it came from nor who the person is.
import type { ProviderId } from './profile.ts';
import type { Secret } from './secret.ts';

/** The part of a session that plan and chat need: it stands on the ground floor so that they need not know the account. */
export interface SessionCredentials {
  /** The service that gave the tokens, as `audienceOf` in profile.ts names it. They go to its hosts and to no others. */
  readonly audience: string;
  readonly provider: ProviderId;
  readonly businessToken: Secret;
  /** For entry-plan billing only; its absence is the normal state of many accounts (decisions 6). */
  readonly planCredential: Secret | null;
}
