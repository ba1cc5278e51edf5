// Knows the box a prompt is written in: what sends, what does not, and the one button that sends or stops.
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Draft } from './draft.ts';
import { IconButton } from './icon.tsx';
import { NoticeView } from './notice-view.tsx';
import { usePage } from './page-context.ts';
import type { Store } from './store.ts';

interface ComposerProps {
  readonly store: Store;
  readonly draft: Draft;
}

export function Composer({ store, draft }: ComposerProps): JSX.Element {
  const { strings, post } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  useSignalEffect(() => {
    if (store.focusRequests.value > 0) field.current?.focus();
  });
  useSignalEffect(() => {
    const shown = store.shownDraft.value;
    if (shown !== null) draft.show(shown.text);
  });

  const text = draft.text.value;
  const answering = store.answering.value;
  const standing = store.standing.value;
  // An empty transcript offers the same buttons in its middle: saying it twice would only be louder.
  const saidAbove = store.turns.value.length === 0 && (standing?.buttons.length ?? 0) > 0;
  const banner = saidAbove ? null : (standing?.banner ?? null);
  const canSend = !answering && standing?.canAsk === true && text.trim() !== '';
  const send = (): void => {
    if (canSend) post({ kind: 'sendPrompt', text: draft.take() });
    field.current?.focus();
  };
  const stop = (): void => post({ kind: 'stopAnswer' });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && answering && !isComposing(event)) stop();
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <div class="composer-frame">
      {banner !== null && <NoticeView notice={banner} turnId={null} />}
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={strings.composerLabel}
          placeholder={strings.composerPlaceholder}
          value={text}
          onInput={(event) => draft.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="composer-bar">
          {answering ? (
            <IconButton
              key="stop"
              className="stop"
              icon="debug-stop"
              label={strings.stop}
              onPress={stop}
            />
          ) : (
            <IconButton key="send" className="send" icon="arrow-up" label={strings.send} disabled={!canSend} onPress={send} />
          )}
        </div>
      </form>
    </div>
  );
}

/** Enter that chooses a candidate of an input method sends nothing. Some browsers tell only by the old key code. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.key === 'Process';
}
