// The box in which a prompt is written, with what sends and stops. Keys in the text are handled in prompt-field.tsx.
import { useSignalEffect } from '@preact/signals';
import type { Action, ComposerView, Notice } from '../../../protocol/chat.ts';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { AttachmentChips, focusLastChip } from '../attachments/attachment-chips.tsx';
import { ChangesSide } from '../changes/changes-side.tsx';
import { ComposerBar } from './composer-bar.tsx';
import { fileTaker } from './dropped-files.ts';
import type { Draft } from './draft.ts';
import { Icon } from '../../page/icon.tsx';
import { NoticeView } from '../elements/notice-view.tsx';
import { usePage } from '../state/page-context.ts';
import { useOfferCompletion } from './offer-list.tsx';
import { ToastList } from '../elements/toast-list.tsx';
import { PromptField } from './prompt-field.tsx';
import type { PromptHistory } from './prompt-history.ts';
import { RunSide } from '../run/run-side.tsx';
import { QueuedPrompts } from './queued-prompts.tsx';
import type { Store } from '../state/store.ts';

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
  const offers = useOfferCompletion(store, draft, field);
  useHostRequests(store, draft, focus, () => offers.open());
  const early = useEarlyPrompt(store, draft, history);
  const text = draft.text.value;
  const answering = store.answering.value;
  const composer = store.composer.value;
  const canSend = store.availability.value?.canAsk === true && text.trim() !== '';
  const send = (): void => {
    if (canSend) post({ kind: 'sendPrompt', text: takeDraft(draft, history) });
    else if (store.availability.value === null) early.current = text;
    focus();
  };
  const stop = (): void => post({ kind: 'stopAnswer' });
  return (
    <div class="composer-frame">
      <Banner {...{ store, draft, history, focus }} />
      <ToastList store={store} onLeave={focus} />
      <ChangesSide store={store} onLeave={focus} />
      <RunSide store={store} onLeave={focus} />
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
        <AttachmentChips
          attachments={composer?.attachments ?? []}
          accompanying={composer?.accompanying ?? []}
          onLeave={focus}
        />
        <PromptField
          store={store}
          draft={draft}
          history={history}
          field={field}
          offers={offers}
          onSend={send}
          onStop={stop}
          onBack={() => focusLastChip(frame.current)}
        />
        <ComposerBar
          store={store}
          answering={answering}
          canSend={canSend}
          onAttach={() => offers.open()}
          onSend={send}
          onStop={stop}
        />
      </form>
      <Warnings composer={composer} />
    </div>
  );
}

/** What the host asks of the composer. */
function useHostRequests(store: Store, draft: Draft, focus: () => void, offerContext: () => void): void {
  useSignalEffect(() => {
    if (store.focusRequests.value > 0) focus();
  });
  useSignalEffect(() => {
    if (store.contextRequests.value > 0) offerContext();
  });
  useSignalEffect(() => {
    const shown = store.shownDraft.value;
    if (shown !== null) draft.show(shown.text);
  });
}

/** What was sent before the host has said how things stand: it goes then, unless it was changed meanwhile. */
function useEarlyPrompt(store: Store, draft: Draft, history: PromptHistory): { current: string | null } {
  const { post } = usePage();
  const early = useRef<string | null>(null);
  useSignalEffect(() => {
    const availability = store.availability.value;
    if (availability === null || early.current === null) return;
    const isUnchanged = draft.text.peek() === early.current && early.current.trim() !== '';
    early.current = null;
    if (availability.canAsk && isUnchanged) post({ kind: 'sendPrompt', text: takeDraft(draft, history) });
  });
  return early;
}

function takeDraft(draft: Draft, history: PromptHistory): string {
  const text = draft.take();
  history.add(text);
  return text;
}

/** What would be left out of the next request, said before it is sent. */
function Warnings({ composer }: { readonly composer: ComposerView | null }): JSX.Element {
  return (
    <>
      <Warning text={composer?.queueNote ?? null} />
      <Warning text={composer?.imagesNote ?? null} />
      <Warning text={composer?.contextUsage?.note ?? null} />
    </>
  );
}

function Warning({ text }: { readonly text: string | null }): JSX.Element | null {
  if (text === null) return null;
  return (
    <p class="composer-warning">
      <Icon name="warning" /> {text}
    </p>
  );
}

/**
 * An empty transcript offers the same buttons in its middle, and an answer that has just failed at its end: saying it
 * twice would only be louder.
 */
function Banner({ store, draft, history, focus }: ComposerProps & { readonly focus: () => void }): JSX.Element | null {
  const { post } = usePage();
  const hasDraft = draft.text.value.trim() !== '';
  const banner = store.availability.value?.banner ?? null;
  if (banner === null || buttonsAbove(store, banner, hasDraft)) return null;
  const buttons = banner.buttons.filter(({ action }) => hasDraft || action !== 'sendAtReset');
  const postpone = (): void => {
    post({ kind: 'postponePrompt', text: takeDraft(draft, history) });
    focus();
  };
  const instead = { action: 'sendAtReset', act: postpone } as const;
  return <NoticeView notice={{ ...banner, buttons }} turnId={null} instead={instead} />;
}

function buttonsAbove({ turns, availability }: Store, banner: Notice, hasDraft: boolean): boolean {
  const last = turns.value.at(-1)?.value;
  if (last === undefined) return (availability.value?.buttons.length ?? 0) > 0;
  if (last.kind !== 'answer' || last.progress.kind !== 'failed') return false;
  const offered = new Set(last.progress.notice.buttons.map(({ action }) => action));
  // A draft is another prompt than the one that failed.
  const isSame = (action: Action): boolean => offered.has(action) && !(hasDraft && action === 'sendAtReset');
  return banner.buttons.length > 0 && banner.buttons.every(({ action }) => isSame(action));
}
