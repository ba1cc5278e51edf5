// A secret store that may misbehave: fail, hang or forget. No API says which keyring is behind a store, so all of this
// is inferred (docs/decisions.md#23).
import type { Clock, SecretStore } from '../ports.ts';

export type KeyringTrouble =
  /** Its calls are refused: the keyring seems locked or broken. */
  | 'failing'
  /** Its calls do not come back: the keyring seems to wait for something. */
  | 'silent'
  /** What was stored before is gone: there seems to be no keyring, so that secrets live in memory only. */
  | 'forgetful'
  /** What was stored a moment ago is not given back: the sign-in lives in this window's memory only. */
  | 'forgetfulAtOnce';

const deadlineMilliseconds = 10_000;
const briefMilliseconds = 1000;

class StoreSilence extends Error {}

/** The same store, whose every call ends: one that does not come back rejects. */
export function guardStore(store: SecretStore, clock: Clock): SecretStore {
  const bounded = async <T>(call: Promise<T>): Promise<T> => {
    const silence = Promise.withResolvers<never>();
    const stop = clock.after(deadlineMilliseconds, () =>
      silence.reject(new StoreSilence('The secret store does not answer.')),
    );
    try {
      return await Promise.race([call, silence.promise]);
    } finally {
      stop();
    }
  };
  return {
    get: (key) => bounded(store.get(key)),
    store: (key, value) => bounded(store.store(key, value)),
    delete: (key) => bounded(store.delete(key)),
    keys: () => bounded(store.keys()),
  };
}

/**
 * Resolves when the store has come to an end with something, well or badly, or goes on with it beyond what a person
 * notices.
 */
export async function waitBriefly(stored: Promise<void>, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = clock.after(briefMilliseconds, () => resolve(undefined));
  await Promise.race([stored.catch(() => undefined), promise]);
  stop();
}

/** What a rejected call of a guarded store says about the keyring. */
export function troubleOf(error: unknown): KeyringTrouble {
  return error instanceof StoreSilence ? 'silent' : 'failing';
}
