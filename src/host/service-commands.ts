// Knows the commands that concern the service as a whole and Tidemark itself; what each does is loaded when it is run.
import * as vscode from 'vscode';
import type { SecretStore } from '../core/ports.ts';
import type { CommandTable } from './commands.ts';
import type { LogChannel } from './log.ts';
import type { ServiceSource } from './service-source.ts';

type ServiceCommands = Pick<
  CommandTable,
  'tidemark.connect' | 'tidemark.useDemo' | 'tidemark.getStarted' | 'tidemark.showLog' | 'tidemark.deleteAllData'
>;

export interface ServiceCommandParts {
  readonly context: vscode.ExtensionContext;
  readonly source: ServiceSource;
  readonly store: SecretStore;
  /** See delete-data.ts. */
  readonly forgetChat: () => Promise<void>;
  readonly log: LogChannel;
}

export function serviceCommands({ context, source, store, forgetChat, log }: ServiceCommandParts): ServiceCommands {
  return {
    'tidemark.connect': async () => (await import('./connect.ts')).connectToService(source),
    'tidemark.useDemo': async () => (await import('./connect.ts')).connectToDemo(source),
    'tidemark.getStarted': async () => vscode.commands.executeCommand('workbench.action.openWalkthrough', 'tidemark.tidemark#start'),
    'tidemark.showLog': () => log.show(),
    'tidemark.deleteAllData': async () => (await import('./delete-data.ts')).deleteAllData({ context, store, forgetChat }),
  };
}
