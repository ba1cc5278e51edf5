// Creates sessions, sign-in and API key, and what VS Code shows of them. It loads at every start, so nothing heavy may
// be imported here.
import * as vscode from 'vscode';
import type { ServiceSource } from '../service/service-source.ts';
import type { CommandTable } from '../commands.ts';
import { ApiKey } from './api-key/api-key.ts';
import type { KeyReceiver } from './api-key/key-receiver.ts';
import type { KeyTrial } from './api-key/api-key-dialog.ts';
import { registerAuthentication } from './session/authentication.ts';
import { LazySignIn, type LazySignInPorts } from './sign-in/lazy-sign-in.ts';
import { watchKeyring } from './session/keyring-trouble.ts';
import { Sessions } from './session/sessions.ts';
import type { TombstoneFile } from '../../node/tombstone-file.ts';

export interface AccountPorts extends Omit<LazySignInPorts, 'connection' | 'sessions'> {
  readonly source: ServiceSource;
  readonly loadKeyTrial: () => Promise<KeyTrial>;
}

export interface Account {
  readonly dispose: () => void;
  readonly sessions: Sessions;
  readonly apiKey: ApiKey;
  readonly lazySignIn: LazySignIn;
  readonly commands: Pick<
    CommandTable,
    'tidemark.signIn' | 'tidemark.signOut' | 'tidemark.switchAccount' | 'tidemark.setApiKey'
  >;
}

export function createAccount({ source, loadKeyTrial, ...ports }: AccountPorts): Account {
  const { context, store, log } = ports;
  const loadTombstones = async (): Promise<TombstoneFile> =>
    (await import('../../node/tombstone-file.ts')).openTombstones(
      context.globalStorageUri.scheme === 'file' ? context.globalStorageUri.fsPath : null,
    );
  const sessions = new Sessions({ context, store, loadTombstones, service: () => source.connection, log });
  const receiver = async (): Promise<KeyReceiver | null> =>
    source.connection === null ? null : (await import('./api-key/key-receiver.ts')).keyReceiverOf(source.connection);
  const apiKey = new ApiKey({ secrets: context.secrets, store, receiver, log });
  const lazySignIn = new LazySignIn({ ...ports, sessions, connection: () => source.connection });
  const watchers = [
    source.onDidChange(() => void sessions.reload()),
    source.onDidChange(() => void apiKey.reload()),
    source.onDidChange(() => void lazySignIn.resume()),
    sessions.onDidEndAll(() => void apiKey.forgetAll()),
    watchKeyring(sessions),
    registerAuthentication(sessions, () => lazySignIn.signIn()),
  ];
  return {
    sessions,
    apiKey,
    lazySignIn,
    commands: {
      'tidemark.signIn': () => lazySignIn.run(),
      'tidemark.signOut': async () => (await import('./sign-out.ts')).signOut(sessions, source.connection),
      'tidemark.switchAccount': async (account) =>
        (await import('./switch-account.ts')).switchAccount(sessions, source.connection, account),
      'tidemark.setApiKey': async () =>
        (await import('./api-key/api-key-dialog.ts')).editApiKey(apiKey, await loadKeyTrial(), source.demoKey),
    },
    dispose() {
      vscode.Disposable.from(...watchers, lazySignIn, apiKey, sessions).dispose();
    },
  };
}
