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
      <Taken store={store} />
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

/** It changes with every step, which nobody wants to hear each time. */
function Taken({ store }: { readonly store: Store }): JSX.Element | null {
  const taken = store.runSide.value?.taken ?? null;
  if (taken === null) return null;
  return (
    <p class="run-taken" dir="auto" title={taken.detail}>
      {taken.text}
    </p>
  );
}
