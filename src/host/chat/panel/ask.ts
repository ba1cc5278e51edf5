// What a command of the editor asks for, done with the panel in front.
import type { Composer } from '../session/composer.ts';
import { sourceInEditor, sourcesAtProblem, sourcesInExplorer } from '../context/ask-about.ts';
import type { ContextSource } from '../context/sources/sources.ts';
import type { ChatPanel } from './panel.ts';

/** `editor` and `explorer` attach something, `attach` asks what, `explain` and `fix` also send. */
export type AskIntent = 'editor' | 'explorer' | 'attach' | 'explain' | 'fix';

export async function ask(
  intent: AskIntent,
  args: readonly unknown[],
  composer: Composer,
  panel: ChatPanel,
): Promise<void> {
  // Read before the panel takes the focus, and shown while something may still be asked.
  const sources = await sourcesFor(intent, args);
  if (intent === 'attach') return panel.offerContext();
  await panel.focus();
  if (intent === 'explain' || intent === 'fix') await composer.ask(intent, sources);
  else for (const source of sources) await composer.attachments.attach(source);
  // A question about a secret has taken the focus meanwhile.
  await panel.focus();
}

async function sourcesFor(intent: AskIntent, args: readonly unknown[]): Promise<ContextSource[]> {
  switch (intent) {
    case 'editor': {
      const source = sourceInEditor();
      return source === null ? [] : [source];
    }
    case 'explorer':
      return sourcesInExplorer(args);
    case 'explain':
    case 'fix':
      return sourcesAtProblem(args);
    case 'attach':
      return [];
  }
}
