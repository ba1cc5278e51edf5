// Knows the box a prompt is written in and what stands around its text: what sends and what stops. What each key does in
// the text is prompt-field.tsx's business.
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { AttachmentChips, focusLastChip } from './attachment-chips.tsx';
import { ComposerBar } from './composer-bar.tsx';
import { fileTaker } from './dropped-files.ts';
import type { Draft } from './draft.ts';
import { Icon } from '../page/icon.tsx';
import { NoticeView } from './notice-view.tsx';
import { usePage } from './page-context.ts';
import { PromptField } from './prompt-field.tsx';
import type { PromptHistory } from './prompt-history.ts';
import { QueuedPrompts } from './queued-prompts.tsx';
import type { Store } from './store.ts';

interface ComposerProps {
  readonly store: Store;
  readonly draft: Draft;
  readonly history: PromptHistory;
}

export function Composer({ store, draft, history }: ComposerProps): JSX.Element {
  const { post } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLFormElement>(null);
  const focus = (): void => field.current?.focus();
  useSignalEffect(() => {
    if (store.focusRequests.value > 0) focus();
  });
  useSignalEffect(() => {
    const shown = store.shownDraft.value;
    if (shown !== null) draft.show(shown.text);
  });
  /** What was sent before the host has said how things stand: it goes then, unless it was changed meanwhile. */
  const early = useRef<string | null>(null);
  useSignalEffect(() => {
    const standing = store.standing.value;
    if (standing === null || early.current === null) return;
    const isUnchanged = draft.text.peek() === early.current && early.current.trim() !== '';
    early.current = null;
    if (standing.canAsk && isUnchanged) post({ kind: 'sendPrompt', text: takeDraft(draft, history) });
  });

  const text = draft.text.value;
  const answering = store.answering.value;
  const composer = store.composer.value;
  const canSend = store.standing.value?.canAsk === true && text.trim() !== '';
  const send = (): void => {
    if (canSend) post({ kind: 'sendPrompt', text: takeDraft(draft, history) });
    else if (store.standing.value === null) early.current = text;
    focus();
  };
  const stop = (): void => post({ kind: 'stopAnswer' });
  return (
    <div class="composer-frame">
      <Banner store={store} />
      <QueuedPrompts
        queued={composer?.queued ?? []}
        answering={answering}
        onEdit={(queued) => {
          draft.write(text.trim() === '' ? queued : `${queued}\n\n${text}`);
          focus();
        }}
      />
      <form
        class="composer"
        ref={frame}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        {...fileTaker(post)}
      >
        <AttachmentChips attachments={composer?.attachments ?? []} onLeave={focus} />
        <PromptField store={store} draft={draft} history={history} field={field} onSend={send} onStop={stop} onBack={() => focusLastChip(frame.current)} />
        <ComposerBar composer={composer} answering={answering} canSend={canSend} onSend={send} onStop={stop} />
      </form>
      <Warning text={composer?.imagesNote ?? null} />
      <Warning text={composer?.fill?.note ?? null} />
    </div>
  );
}

function takeDraft(draft: Draft, history: PromptHistory): string {
  const text = draft.take();
  history.add(text);
  return text;
}

/** What would be left out of the next request, said before it is sent. */
function Warning({ text }: { readonly text: string | null }): JSX.Element | null {
  if (text === null) return null;
  return (
    <p class="composer-warning">
      <Icon name="warning" /> {text}
    </p>
  );
}

/** An empty transcript offers the same buttons in its middle: saying it twice would only be louder. */
function Banner({ store }: { readonly store: Store }): JSX.Element | null {
  const standing = store.standing.value;
  const saidAbove = store.turns.value.length === 0 && (standing?.buttons.length ?? 0) > 0;
  const banner = saidAbove ? null : (standing?.banner ?? null);
  return banner === null ? null : <NoticeView notice={banner} turnId={null} />;
}
