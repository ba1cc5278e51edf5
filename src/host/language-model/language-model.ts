// The plan's models wherever VS Code asks for one: its chat, agent mode, inline chat, other extensions. What answers
// loads with the first request.
import * as vscode from 'vscode';
import { registerChatModels } from '../display/chat-models.ts';
import { LoadedOnce } from '../loaded-once.ts';
import type { CallerAnswers } from './caller-answers.ts';
import type { LanguageModelPorts } from './language-model-ports.ts';
import { modelsNow } from './model-information.ts';

export class LanguageModel {
  readonly #ports: LanguageModelPorts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #answers: LoadedOnce<CallerAnswers>;
  readonly #subscriptions: readonly vscode.Disposable[];
  #told = '';

  /** @param circumstances who is signed in, the key, the service or the quota is another. */
  constructor(ports: LanguageModelPorts, circumstances: readonly vscode.Event<unknown>[]) {
    this.#ports = ports;
    this.#answers = new LoadedOnce(async () => new (await import('./caller-answers.ts')).CallerAnswers(ports));
    const registration = registerChatModels('tidemark', {
      onDidChangeLanguageModelChatInformation: this.#changed.event,
      // Never with a dialog, since VS Code asks for the models at any time.
      provideLanguageModelChatInformation: () => modelsNow(ports),
      provideLanguageModelChatResponse: async ({ id }, messages, options, progress, token) =>
        (await this.#answers.get()).answer(id, messages, options, progress, token),
      provideTokenCount: async ({ id }, text) => (await this.#answers.get()).countTokens(id, text),
    });
    this.#subscriptions = [
      ...(registration === null ? [] : [registration]),
      ...circumstances.map((changed) => changed(() => void this.#look())),
    ];
  }

  /** VS Code hears of a change only where its list would be another. */
  async #look(): Promise<void> {
    const models = JSON.stringify(await modelsNow(this.#ports));
    if (models === this.#told) return;
    this.#told = models;
    this.#changed.fire();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions, this.#changed).dispose();
  }
}
