import type { JSX } from 'preact';
import type { Store } from '../state/store.ts';
import { PlanList } from './plan-list.tsx';
import { QuestionCard } from './question-card.tsx';

/** What a run shows beside its steps, above the composer. */
export function RunSide({
  store,
  onLeave,
}: {
  readonly store: Store;
  /** Takes the keyboard from what goes. */
  readonly onLeave: () => void;
}): JSX.Element {
  return (
    <>
      <PlanList store={store} />
      <Note store={store} />
      <QuestionCard store={store} onLeave={onLeave} />
    </>
  );
}

function Note({ store }: { readonly store: Store }): JSX.Element {
  // Always there, so that a screen reader says what comes into it.
  const note = store.runSide.value?.note ?? null;
  return (
    <p class="run-note" role="status">
      {note !== null && <span dir="auto">{note}</span>}
    </p>
  );
}
