// A figure in the row under the prompt, with words that explain it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface ExplainedProps {
  /** Names the words in the document; the figure refers to them. */
  readonly id: string;
  readonly words: string;
  readonly children: ComponentChildren;
}

/** Hover and focus open the words; Escape puts them away. */
export function Explained({ id, words, children }: ExplainedProps): JSX.Element {
  const dismissed = useSignal(false);
  const again = (): void => {
    dismissed.value = false;
  };
  return (
    <span
      class="explained"
      onMouseEnter={again}
      onFocusIn={again}
      onKeyDown={({ key }) => {
        if (key === 'Escape') dismissed.value = true;
      }}
    >
      {children}
      <span class={dismissed.value ? 'explanation dismissed' : 'explanation'} role="tooltip" id={id}>
        {words}
      </span>
    </span>
  );
}
