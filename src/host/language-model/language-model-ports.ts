// What the models need of the account, the plan and the service.
import type * as vscode from 'vscode';
import type { Payers } from '../../core/chat/session/payers.ts';
import type { Log } from '../../core/ports.ts';
import type { Failure } from '../../core/service/failure/errors.ts';
import type { Connection } from '../../core/service/http/connection.ts';

export interface LanguageModelPorts {
  readonly connection: () => Connection | null;
  readonly isSignedIn: () => boolean;
  readonly hasKey: () => boolean;
  /** Ids of the models that the plan names; empty where it names none. */
  readonly planModels: () => readonly string[];
  /** For instance `34% used, resets 16:29`; empty where nothing is known. */
  readonly quotaNote: () => Promise<string>;
  /** An account that is not in use and is known to have something left, with a name that is inert; null for none. */
  readonly elsewhere: () => { readonly account: string; readonly name: string } | null;
  /** The window's, which others who ask for answers share. */
  readonly payers: () => Promise<Payers>;
  /** With the failure that ended an answer; null where it did not fail. */
  readonly onAnswerEnded: (failure: Failure | null) => void;
  /** Remembers who may ask. */
  readonly state: vscode.Memento;
  readonly log: Log;
}
