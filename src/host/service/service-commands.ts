// The commands that concern the service as a whole and Tidemark itself, and the links that bring a profile; what each
// does is loaded when it is run.
import * as vscode from 'vscode';
import type { SecretStore } from '../../core/ports.ts';
import type { CommandTable } from '../commands.ts';
import type { DeletionPorts } from '../delete-data.ts';
import type { IncomingUris } from '../incoming-uris.ts';
import type { LogChannel } from '../log.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { KeyPlace } from './connecting.ts';
import type { ServiceSource } from './service-source.ts';

type ServiceCommands = Pick<
  CommandTable,
  'tidemark.connect' | 'tidemark.useDemo' | 'tidemark.getStarted' | 'tidemark.showLog' | 'tidemark.deleteAllData'
>;

export interface ServiceCommandPorts {
  readonly context: vscode.ExtensionContext;
  readonly source: ServiceSource;
  readonly store: SecretStore;
  readonly uris: IncomingUris;
  readonly apiKey: KeyPlace;
  /** See delete-data.ts. */
  readonly sessions: DeletionPorts['sessions'];
  /** See delete-data.ts. */
  readonly forgetChat: () => Promise<void>;
  readonly log: LogChannel;
}

export interface ServiceEntries {
  readonly commands: ServiceCommands;
  readonly dispose: () => void;
}

/** As in a link `vscode://tidemark.tidemark/connect?profile=…`. */
const linkPath = '/connect';

export function createServiceEntries(ports: ServiceCommandPorts): ServiceEntries {
  const { context, source, store, uris, apiKey, sessions, forgetChat, log } = ports;
  const connecting = new LoadedOnce(async () =>
    (await import('./connect.ts')).createConnecting(source, store, apiKey, log),
  );
  const links = uris.onUri(({ path, query }) => {
    if (path === linkPath) void connecting.get().then(({ byLink }) => byLink(query));
  });
  return {
    commands: {
      'tidemark.connect': async () => (await connecting.get()).choose(),
      'tidemark.useDemo': async () => (await connecting.get()).toDemo(),
      'tidemark.getStarted': async () =>
        vscode.commands.executeCommand('workbench.action.openWalkthrough', 'tidemark.tidemark#start'),
      'tidemark.showLog': () => log.show(),
      'tidemark.deleteAllData': async () =>
        (await import('../delete-data.ts')).deleteAllData({ context, store, sessions, forgetChat }),
    },
    dispose() {
      links.dispose();
    },
  };
}
