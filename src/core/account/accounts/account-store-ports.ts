// What the accounts of a window need beside the secrets themselves.
import type { Log, SecretStore } from '../../ports.ts';
import { type Service, wasNamed } from '../../service/profile/audience.ts';
import type { Accounts } from './accounts.ts';
import type { TombstoneStore } from './tombstones.ts';

/**
 * Remembers outside the secret store for which service a session was stored in it, or null. Must not throw or reject.
 */
export interface SessionMarker {
  readonly get: () => string | null;
  readonly set: (service: string | null) => Promise<void>;
}

/** Remembers for the workspace of this window which account it uses, by its name. Must not throw. */
export interface AccountChoice {
  readonly get: () => string | null;
  readonly set: (account: string) => void;
}

export interface AccountStorePorts {
  /** A guarded store: its calls come back or reject. */
  readonly store: SecretStore;
  readonly tombstones: TombstoneStore;
  readonly service: () => Service | null;
  readonly marker: SessionMarker;
  readonly choice: AccountChoice;
  readonly log: Log;
  /**
   * Called after every change; `isNaming` where the same tokens are in use, so that only a person has got a name. Must
   * not throw.
   */
  readonly onChange: (accounts: Accounts, before: Accounts, isNaming: boolean) => void;
}

/** Whether a session was stored for this service, by what a version before this one may have noted too. */
export function isMarked(service: Service, marker: string | null): boolean {
  return marker !== null && (marker === service.audience || wasNamed(service, marker));
}
