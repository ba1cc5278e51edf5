// What the prompt is expected to take of the plan.
import type { JSX } from 'preact';
import type { ComposerView } from '../../../protocol/chat.ts';
import { Explained } from './explained.tsx';

const detailId = 'prompt-cost-detail';

export function PromptCost({ cost }: { readonly cost: ComposerView['promptCost'] }): JSX.Element | null {
  if (cost === null) return null;
  return (
    <Explained id={detailId} words={cost.detail}>
      <span class="prompt-cost" role="note" tabIndex={0} aria-label={cost.text} aria-describedby={detailId}>
        <span class="prompt-cost-text">{cost.text}</span>
        <span class="prompt-cost-short">{cost.short}</span>
      </span>
    </Explained>
  );
}
