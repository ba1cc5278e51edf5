// When a person is told that their secrets cannot be read or stored, which is not the same as being signed out.
import type * as vscode from 'vscode';
import type { KeyringTrouble } from '../../../core/account/guarded-store.ts';
import type { Sessions } from './sessions.ts';
import { tellUnloaded } from './unloaded-words.ts';

/** Says it each time that the keyring begins to have trouble. */
export function watchKeyring(sessions: Sessions): vscode.Disposable {
  return sessions.onDidChange(({ before, now }) => {
    if (now.trouble !== null && now.trouble !== before.trouble) void tell(now.trouble, () => sessions.reload());
  });
}

/** Never rejects. */
async function tell(trouble: KeyringTrouble, retry: () => Promise<void>): Promise<void> {
  await import('./keyring-notice.ts')
    .then(({ tellKeyringTrouble }) => tellKeyringTrouble(trouble, retry))
    .catch((error: unknown) => tellUnloaded(error, retry));
}
