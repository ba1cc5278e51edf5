// One of a few, all of which are seen: buttons of which one is pressed.
import type { JSX } from 'preact';

interface ChoiceProps<Key extends string> {
  /** The accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly key: Key; readonly label: string }[];
  readonly chosen: Key;
  readonly choose: (key: Key) => void;
}

export function Choice<Key extends string>({ label, options, chosen, choose }: ChoiceProps<Key>): JSX.Element {
  return (
    <div class="range-choice" role="group" aria-label={label}>
      {options.map(({ key, label: name }) => (
        <button key={key} type="button" dir="auto" aria-pressed={key === chosen} onClick={() => choose(key)}>
          {name}
        </button>
      ))}
    </div>
  );
}
