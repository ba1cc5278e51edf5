// The search bar and its keys.
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import type { Store } from '../state/store.ts';
import type { Find } from './find.ts';

/** Of what is selected, so much is looked for at once: more is hardly meant to be. */
const longestSelection = 200;

interface FindProps {
  readonly store: Store;
  readonly find: Find;
  /** Where the keyboard goes if it came from nowhere. */
  readonly onLeave: () => void;
}

export function FindBar({ store, find, onLeave }: FindProps): JSX.Element | null {
  const { strings } = usePage();
  const field = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const open = (): void => {
    if (!find.isOpen.peek()) cameFrom.current = focused();
    find.open(selectedLine());
    // Drawn with the next frame where it is not there yet.
    requestAnimationFrame(() => field.current?.select());
  };
  const close = (): void => {
    find.close();
    if (cameFrom.current?.isConnected === true) cameFrom.current.focus();
    else onLeave();
  };
  useSignalEffect(() => {
    if (store.findRequests.value > 0) open();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isStep = event.key === 'F3' && find.isOpen.peek();
      if (!isStep && !isFindKey(event)) return;
      // VS Code listens further out and would look for a command of its own, since it does not know that a view's page
      // has the keyboard.
      event.preventDefault();
      event.stopPropagation();
      if (isStep) find.step(event.shiftKey ? -1 : 1);
      else open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [find]);
  const isOpen = find.isOpen.value;
  if (!isOpen) return null;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && event.target === field.current) find.step(event.shiftKey ? -1 : 1);
  };
  return (
    <div class="find-bar" role="search" aria-label={strings.findLabel} onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="text"
        dir="auto"
        aria-label={strings.findLabel}
        placeholder={strings.findLabel}
        value={find.text.value}
        onInput={(event) => find.write(event.currentTarget.value)}
      />
      <FindCount find={find} />
      <IconButton icon="arrow-up" label={strings.findPrevious} onPress={() => find.step(-1)} />
      <IconButton icon="arrow-down" label={strings.findNext} onPress={() => find.step(1)} />
      <IconButton icon="close" label={strings.findClose} onPress={close} />
    </div>
  );
}

/** Said whenever it changes: it is what the keys lead to. */
function FindCount({ find }: { readonly find: Find }): JSX.Element {
  const { strings } = usePage();
  const result = find.text.value.trim() === '' ? null : find.result.value;
  const words = (): string => {
    if (result === null) return '';
    return result.count === 0
      ? strings.findNone
      : filled(strings.findPlace, String(result.index), String(result.count));
  };
  return (
    <span class={result?.count === 0 ? 'find-count none' : 'find-count'} role="status">
      {words()}
    </span>
  );
}

function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  const isMac = navigator.userAgent.includes('Mac OS X');
  return key.toLowerCase() === 'f' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey;
}

function focused(): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

function selectedLine(): string {
  const selected = (getSelection()?.toString() ?? '').trim();
  return selected.includes('\n') || selected.length > longestSelection ? '' : selected;
}
