// Knows how the account is put together: sessions, the door to signing in, the API key, and what VS Code shows of them. It
// decides nothing, and loads at every start, so that nothing heavy may be imported here.
import * as vscode from 'vscode';
import type { ServiceSource } from '../service-source.ts';
import { ApiKey } from './api-key.ts';
import { registerAuthentication } from './authentication.ts';
import { SignInDoor, type SignInDoorParts } from './door.ts';
import { watchKeyring } from './keyring-trouble.ts';
import { Sessions } from './sessions.ts';

export interface AccountRoomParts extends Omit<SignInDoorParts, 'connection' | 'sessions'> {
  readonly source: ServiceSource;
}

export interface AccountRoom {
  readonly dispose: () => void;
  readonly sessions: Sessions;
  readonly apiKey: ApiKey;
  readonly door: SignInDoor;
}

export function createAccountRoom({ source, ...parts }: AccountRoomParts): AccountRoom {
  const { context, store, log } = parts;
  const sessions = new Sessions({ context, store, profile: () => source.profile, log });
  const apiKey = new ApiKey(context.secrets, store, log);
  const door = new SignInDoor({ ...parts, sessions, connection: () => source.connection });
  const watchers = [
    source.onDidChange(() => void sessions.reload()),
    source.onDidChange(() => void door.resume()),
    watchKeyring(sessions),
    registerAuthentication({ sessions, signIn: () => door.signIn() }),
  ];
  void apiKey.reload();
  return {
    sessions,
    apiKey,
    door,
    dispose() {
      vscode.Disposable.from(...watchers, door, apiKey, sessions).dispose();
    },
  };
}
