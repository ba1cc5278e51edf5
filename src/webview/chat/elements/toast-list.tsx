import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Toast } from '../../../protocol/toasts.ts';
import { Icon, IconButton, TextButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

interface ToastListProps {
  readonly store: Store;
  /** Takes the keyboard from a message that goes. */
  readonly onLeave: () => void;
}

/** What the host says of what was done last. A screen reader hears it from the announcer. */
export function ToastList({ store, onLeave }: ToastListProps): JSX.Element | null {
  const { strings } = usePage();
  const toasts = store.toasts.value;
  if (toasts.length === 0) return null;
  return (
    <ul class="toasts" aria-label={strings.toasts}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function ToastItem({ toast, onLeave }: { readonly toast: Toast; readonly onLeave: () => void }): JSX.Element {
  const { strings, post } = usePage();
  const { id, tone, text, buttons } = toast;
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const shown = item.current;
    return () => {
      if (shown?.contains(document.activeElement) === true) onLeave();
    };
  }, []);
  const answer = (button: number | null): void => post({ kind: 'answerToast', id, button });
  return (
    <li
      class={`notice ${tone}`}
      ref={item}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        answer(null);
      }}
    >
      <Icon name={tone} />
      <div class="notice-body">
        <p dir="auto">{text}</p>
        {buttons.length > 0 && (
          <div class="button-row">
            {buttons.map((label, index) => (
              <TextButton key={label} label={label} primary={false} onPress={() => answer(index)} />
            ))}
          </div>
        )}
      </div>
      <IconButton icon="close" label={strings.closeToast} onPress={() => answer(null)} />
    </li>
  );
}
