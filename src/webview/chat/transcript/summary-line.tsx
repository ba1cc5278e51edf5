// What goes to the model in the place of the turns up to here: one line that unfolds to the text.
import type { JSX } from 'preact';
import { Icon, TextButton } from '../../page/icon.tsx';
import type { SummaryView } from '../../../protocol/summaries.ts';
import { usePage } from '../state/page-context.ts';
import { AnswerText } from './answer-text.tsx';

export function SummaryLine({ summary }: { readonly summary: SummaryView }): JSX.Element {
  const { post } = usePage();
  const { id, title, facts, text, isUsed, action } = summary;
  if (id === null)
    return (
      <p class="turn-summary waiting">
        <Icon name="fold" /> {title}
      </p>
    );
  return (
    <section class={isUsed ? 'turn-summary' : 'turn-summary unused'} aria-label={title}>
      <details>
        <summary>
          <Icon name="fold" /> {title}
        </summary>
        <div class="turn-summary-text">
          <AnswerText text={text} growth={undefined} running={false} deferred={false} />
          <p class="facts">{facts.join(' · ')}</p>
        </div>
      </details>
      <TextButton label={action} primary={false} onPress={() => post({ kind: 'useSummary', id, used: !isUsed })} />
    </section>
  );
}
