// One choice of several: a button that opens a list, in the look of VS Code's own.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../../page/icon.tsx';
import { OptionList, optionId, optionReachedBy } from './option-list.tsx';

export interface Choice<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** Its name on the button; absent where that is `name`. */
  readonly shortName?: string | undefined;
  /** Says more of it in the list. */
  readonly detail: string;
  /** It is seen, and cannot be chosen; absent where it can. */
  readonly isDisabled?: boolean;
}

interface PickerProps<Id extends string> {
  /** Names the list in the document. */
  readonly listId: string;
  /** What is chosen, as its accessible name says it. */
  readonly label: string;
  readonly title: string;
  readonly choices: readonly Choice<Id>[];
  /** Null, or the id of none of them, where nothing is chosen. */
  readonly chosenId: string | null;
  readonly disabled?: boolean;
  /** Called where another one than `chosenId` is chosen. */
  readonly onChoose: (id: Id) => void;
}

export function Picker<Id extends string>(props: PickerProps<Id>): JSX.Element {
  const { listId, label, title, choices, chosenId, onChoose } = props;
  /** The marked option; null while the list is closed. */
  const active = useSignal<number | null>(null);
  const chosen = choices.findIndex(({ id }) => id === chosenId);
  const marked = active.value;
  const open = (): void => {
    active.value = Math.max(0, chosen);
  };
  const close = (): void => {
    active.value = null;
  };
  const choose = (choice: Choice<Id> | undefined): void => {
    if (choice?.isDisabled === true) return;
    if (choice !== undefined && choice.id !== chosenId) onChoose(choice.id);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const reached = optionReachedBy(event.key, marked ?? 0, choices.length);
    if (reached !== null) active.value = marked === null ? Math.max(0, chosen) : reached;
    else if (marked === null) return;
    else if (event.key === 'Enter' || event.key === ' ') choose(choices[marked]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span class="picker">
      <button
        type="button"
        class="switch"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={marked !== null}
        aria-controls={marked === null ? undefined : listId}
        aria-activedescendant={marked === null ? undefined : optionId(listId, marked)}
        aria-label={label}
        title={title}
        disabled={props.disabled ?? false}
        onClick={() => (marked === null ? open() : close())}
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        <span class="choice-name">{choices[chosen]?.shortName ?? choices[chosen]?.name}</span>
        <Icon name="chevron-down" />
      </button>
      {marked !== null && (
        <OptionList
          id={listId}
          label={label}
          options={choices}
          active={marked}
          keyOf={({ id }) => id}
          choose={choose}
          isDisabled={({ isDisabled }) => isDisabled === true}
          draw={({ id, name, detail }) => (
            <>
              <Icon name={id === chosenId ? 'check' : 'blank'} />
              <span class="choice-name">{name}</span>
              <span class="option-detail">{detail}</span>
            </>
          )}
        />
      )}
    </span>
  );
}
