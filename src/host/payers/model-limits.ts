import type * as vscode from 'vscode';
import { ModelLimits } from '../../core/chat/providers/model-limits.ts';
import { systemClock } from '../../core/ports.ts';

const stateKey = 'tidemark.modelLimits';

/** What models were found not to take, as all windows remember it. */
export function openModelLimits(state: vscode.Memento): ModelLimits {
  const kept = {
    get text() {
      const text = state.get<unknown>(stateKey);
      return typeof text === 'string' ? text : '';
    },
    write: (text: string) => void state.update(stateKey, text).then(undefined, () => undefined),
  };
  return new ModelLimits(kept, systemClock);
}
