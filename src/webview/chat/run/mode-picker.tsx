import type { JSX } from 'preact';
import { Picker } from '../elements/picker.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

/** How the next prompt is answered: in words, or by the agent. */
export function ModePicker({ store }: { readonly store: Store }): JSX.Element | null {
  const { strings, post } = usePage();
  const choice = store.modes.value;
  if (choice === null) return null;
  const { mode, choices, note } = choice;
  const chosen = choices.find((one) => one.mode === mode);
  return (
    <Picker
      listId="modes"
      label={strings.answerMode}
      // A narrow bar cuts the name.
      title={note ?? (chosen === undefined ? strings.answerMode : `${chosen.name} · ${chosen.detail}`)}
      choices={choices.map(({ mode: id, isOffered, ...words }) => ({ ...words, id, isDisabled: !isOffered }))}
      chosenId={mode}
      disabled={note !== null}
      onChoose={(wanted) => post({ kind: 'chooseMode', mode: wanted })}
    />
  );
}
