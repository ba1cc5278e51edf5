import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PageStrings } from '../../../protocol/chat.ts';
import type { PlanItemView } from '../../../protocol/run.ts';
import { Icon } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

/** What the agent means to do, and how far it is: one line once its run has ended, which a person can unfold. */
export function PlanList({ store }: { readonly store: Store }): JSX.Element | null {
  const { strings } = usePage();
  const plan = store.runSide.value?.plan ?? [];
  const answering = store.answering.value;
  const [isOpen, setOpen] = useState(answering);
  useLayoutEffect(() => setOpen(answering), [answering]);
  if (plan.length === 0) return null;
  const done = plan.filter(({ state }) => state === 'done').length;
  return (
    <details class="run-plan" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {strings.plan}{' '}
        <span class="measure">
          {String(done)}/{String(plan.length)}
        </span>
      </summary>
      <ol>
        {plan.map(({ text, state }, index) => (
          <li key={index} class={state}>
            <Icon name={icons[state]} />
            <span class="visually-hidden">{stateText(state, strings)}</span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const icons: Readonly<Record<PlanItemView['state'], string>> = {
  open: 'circle-large-outline',
  doing: 'play-circle',
  done: 'pass',
};

function stateText(state: PlanItemView['state'], strings: PageStrings): string {
  return { open: strings.planItemOpen, doing: strings.planItemDoing, done: strings.planItemDone }[state];
}
