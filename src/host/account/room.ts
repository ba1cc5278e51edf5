// Knows how the account is put together: sessions, the door to signing in, the API key, and what VS Code shows of them. It
// decides nothing, and loads at every start, so that nothing heavy may be imported here.
import * as vscode from 'vscode';
import type { ServiceSource } from '../service-source.ts';
import type { CommandTable } from '../commands.ts';
import { ApiKey } from './api-key.ts';
import type { editApiKey } from './api-key-dialog.ts';
import { registerAuthentication } from './authentication.ts';
import { SignInDoor, type SignInDoorParts } from './door.ts';
import { watchKeyring } from './keyring-trouble.ts';
import { Sessions } from './sessions.ts';

/** What the dialog for the key asks of the chat. */
type KeyTrial = Parameters<typeof editApiKey>[1];

export interface AccountRoomParts extends Omit<SignInDoorParts, 'connection' | 'sessions'> {
  readonly source: ServiceSource;
  readonly loadKeyTrial: () => Promise<KeyTrial>;
}

export interface AccountRoom {
  readonly dispose: () => void;
  readonly sessions: Sessions;
  readonly apiKey: ApiKey;
  readonly door: SignInDoor;
  readonly commands: Pick<CommandTable, 'tidemark.signIn' | 'tidemark.signOut' | 'tidemark.setApiKey'>;
}

export function createAccountRoom({ source, loadKeyTrial, ...parts }: AccountRoomParts): AccountRoom {
  const { context, store, log } = parts;
  const sessions = new Sessions({ context, store, profile: () => source.profile, log });
  const receiver = async (): Promise<string | null> =>
    source.profile === null ? null : (await import('./key-receiver.ts')).keyReceiverOf(source.profile);
  const apiKey = new ApiKey({ secrets: context.secrets, store, receiver, log });
  const door = new SignInDoor({ ...parts, sessions, connection: () => source.connection });
  const watchers = [
    source.onDidChange(() => void sessions.reload()),
    source.onDidChange(() => void apiKey.reload()),
    source.onDidChange(() => void door.resume()),
    watchKeyring(sessions),
    registerAuthentication({ sessions, signIn: () => door.signIn() }),
  ];
  return {
    sessions,
    apiKey,
    door,
    commands: {
      'tidemark.signIn': () => door.run(),
      'tidemark.signOut': async () => (await import('./sign-out.ts')).signOut(sessions, source.connection),
      'tidemark.setApiKey': async () => (await import('./api-key-dialog.ts')).editApiKey(apiKey, await loadKeyTrial()),
    },
    dispose() {
      vscode.Disposable.from(...watchers, door, apiKey, sessions).dispose();
    },
  };
}
