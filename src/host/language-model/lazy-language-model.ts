// Registers the plan's models once the start is over, which VS Code measures; what their commands do loads when they
// run.
import type { Event } from 'vscode';
import { afterStart } from '../after-start.ts';
import type { CommandTable } from '../commands.ts';
import type { LanguageModelPorts } from './language-model-ports.ts';

/** @param circumstances who is signed in, the key, the service or the quota is another. */
export function startLanguageModel(
  ports: LanguageModelPorts,
  circumstances: readonly Event<unknown>[],
): { dispose(): void } {
  const model = afterStart()
    .then(() => import('./language-model.ts'))
    .then(({ LanguageModel }) => new LanguageModel(ports, circumstances));
  return { dispose: () => void model.then((started) => started.dispose()) };
}

export function languageModelCommands(
  ports: LanguageModelPorts,
): Pick<CommandTable, 'tidemark.useInVsCodeChat' | 'tidemark.writeCommitMessage'> {
  return {
    'tidemark.useInVsCodeChat': async () => (await import('./use-in-chat.ts')).useInVsCodeChat(ports),
    'tidemark.writeCommitMessage': async (sourceControl) =>
      (await import('./commit/commit-message.ts')).writeCommitMessage(ports, sourceControl),
  };
}
