// Loads who pays for answers, and the counts of all that were given, with the first that is asked for.
import type * as vscode from 'vscode';
import type { Payers } from '../../core/chat/session/payers.ts';
import type { Log } from '../../core/ports.ts';
import type { CountedAnswer } from '../../core/usage/counted-answer.ts';
import type { CountStorage, WindowCounts } from './answer-counts.ts';
import type { WindowPayerPorts } from './create-payers.ts';
import { LoadedOnce } from '../loaded-once.ts';

export class LazyPayers {
  readonly #counts: LoadedOnce<WindowCounts>;
  readonly #payers: LoadedOnce<Payers>;

  constructor(
    ports: WindowPayerPorts,
    storage: CountStorage & { readonly subscriptions: vscode.Disposable[] },
    log: Log,
  ) {
    this.#counts = new LoadedOnce(async () =>
      (await import('./answer-counts.ts')).openCounts(storage, ports.apiKey()?.receiver ?? null, log),
    );
    this.#payers = new LoadedOnce(async () =>
      (await import('./create-payers.ts')).createPayers(ports, await this.#counts.get(), storage),
    );
  }

  readonly get = (): Promise<Payers> => this.#payers.get();

  readonly counts = (): Promise<WindowCounts> => this.#counts.get();

  readonly keySpentToday = async (): Promise<number> => (await this.get()).keySpentToday;

  readonly answersSince = async (from: number): Promise<readonly CountedAnswer[]> =>
    (await this.#counts.get()).since(from);

  /** Deletes what was counted. Never rejects. */
  async forgetCounts(): Promise<void> {
    await this.#counts.get().then(
      (counts) => counts.forget(),
      () => undefined,
    );
  }
}
