// Knows that an @ at the beginning of a word asks what to attach, and that it goes again once something was attached:
// whoever only meant the character keeps it.
import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Draft } from './draft.ts';
import { usePage } from './page-context.ts';
import type { Store } from './store.ts';

export interface AttachMark {
  typed(event: InputEvent & { readonly currentTarget: HTMLTextAreaElement }): void;
}

export function useAttachMark(store: Store, draft: Draft): AttachMark {
  const { post } = usePage();
  /** The text as it stood when the list was asked for, and where its @ is. */
  const asked = useRef<{ readonly text: string; readonly place: number } | null>(null);
  const count = useRef(0);
  useSignalEffect(() => {
    const attached = store.composer.value?.attachments.length ?? 0;
    const grown = attached > count.current;
    count.current = attached;
    const mark = asked.current;
    if (!grown || mark === null) return;
    asked.current = null;
    if (draft.text.peek() === mark.text) draft.write(mark.text.slice(0, mark.place) + mark.text.slice(mark.place + 1));
  });
  return {
    typed({ inputType, data, currentTarget: { value, selectionStart } }) {
      asked.current = null;
      if (inputType !== 'insertText' || data !== '@') return;
      const place = selectionStart - 1;
      if (place > 0 && !/\s/.test(value.charAt(place - 1))) return;
      asked.current = { text: value, place };
      post({ kind: 'attachContext' });
    },
  };
}
