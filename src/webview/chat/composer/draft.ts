// The text being written: what is kept of it, and whose version counts when the host shows another. Nothing typed is
// ever lost, which decides every doubtful case here.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { HostPort } from '../state/host-port.ts';

/** How long typing rests before the draft goes to the host, in milliseconds. */
const saveAfter = 300;

export interface Draft {
  readonly text: ReadonlySignal<string>;
  write(text: string): void;
  /** Takes the draft that the host shows, unless something newer has been typed here. */
  show(text: string): void;
  /** Empties the draft and returns what it was. */
  take(): string;
  /** Saves what is not saved yet. */
  flush(): void;
}

export function createDraft(host: HostPort): Draft {
  const text = signal(host.kept().draft);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    host.post({ kind: 'saveDraft', text: text.peek() });
  };
  const set = (value: string): void => {
    text.value = value;
    host.keep({ draft: value });
  };
  return {
    text,
    write(value) {
      set(value);
      clearTimeout(timer);
      timer = setTimeout(save, saveAfter);
    },
    show(value) {
      if (timer === undefined) set(value);
      else save();
    },
    take() {
      const taken = text.peek();
      set('');
      save();
      return taken;
    },
    flush() {
      if (timer !== undefined) save();
    },
  };
}
