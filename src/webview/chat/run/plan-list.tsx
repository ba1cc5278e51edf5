import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PageStrings } from '../../../protocol/chat.ts';
import type { PlanItemView } from '../../../protocol/run.ts';
import { Icon } from '../../page/icon.tsx';
import { filled } from '../../page/page-context.ts';
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
        {answering ? (
          <>
            {strings.plan}{' '}
            <span class="measure">
              {String(done)}/{String(plan.length)}
            </span>
          </>
        ) : (
          filled(done === plan.length ? strings.planDone : strings.planEnded, String(done), String(plan.length))
        )}
      </summary>
      <ol>
        {plan.map(({ text, state }, index) => (
          <li key={index} class={state}>
            <Icon name={iconOf(state, answering)} />
            <span class="visually-hidden">{stateText(state, answering, strings)}</span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What was under way when the run ended is so no more. */
function iconOf(state: PlanItemView['state'], answering: boolean): string {
  const doing = answering ? 'play-circle' : 'circle-slash';
  return { open: 'circle-large-outline', doing, done: 'pass' }[state];
}

function stateText(state: PlanItemView['state'], answering: boolean, strings: PageStrings): string {
  const doing = answering ? strings.planItemDoing : strings.planItemLeft;
  return { open: strings.planItemOpen, doing, done: strings.planItemDone }[state];
}
