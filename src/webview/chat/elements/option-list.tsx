// The list above the prompt's text that completes it. The focus stays in the text, as assistive technology expects of
// such a list: the text names the active option.
import type { ComponentChildren, JSX } from 'preact';

interface OptionListProps<Option> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly active: number;
  /** Tells options apart from one drawing to the next. */
  readonly keyOf: (option: Option) => string;
  readonly choose: (option: Option) => void;
  /** Of one that is only there to be read; absent where each can be chosen. */
  readonly isDisabled?: (option: Option) => boolean;
  readonly draw: (option: Option) => ComponentChildren;
}

export function OptionList<Option>(props: OptionListProps<Option>): JSX.Element {
  const { id, label, options, active, keyOf, choose, isDisabled, draw } = props;
  return (
    <ul class="options" role="listbox" id={id} aria-label={label}>
      {options.map((option, index) => (
        <li
          key={keyOf(option)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          aria-disabled={isDisabled?.(option) === true ? true : undefined}
          ref={(element) => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {draw(option)}
        </li>
      ))}
    </ul>
  );
}

/** The element that the text names as active. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The option that an arrow key leads to, around both ends; null for any other key. */
export function optionReachedBy(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return (active + 1) % count;
  return key === 'ArrowUp' ? (active + count - 1) % count : null;
}
