// A prompt in the transcript, its actions, and its editing in place.
import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BranchSwitch } from '../elements/branch-switch.tsx';
import { CopyText } from '../elements/copy-text.tsx';
import { IconButton, TextButton } from '../../page/icon.tsx';
import type { ShownPrompt } from '../state/shown-turns.ts';
import { usePage } from '../state/page-context.ts';
import { isComposing, sends } from '../elements/send-key.ts';

export function PromptBody({ turn }: { readonly turn: ShownPrompt }): JSX.Element {
  const { strings, post } = usePage();
  const edited = useSignal<string | null>(null);
  const pencil = useRef<HTMLDivElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    // Whoever leaves the editor finds the keyboard where they opened it.
    if (wasEdited.current && edited.value === null) pencil.current?.querySelector('button')?.focus();
    wasEdited.current = edited.value !== null;
  }, [edited.value]);
  if (edited.value !== null) return <PromptEditor turnId={turn.id} edited={edited} text={edited.value} />;
  return (
    <div class="prompt-body">
      <div class="bubble" dir="auto">
        {turn.text}
      </div>
      <div class="prompt-foot" ref={pencil}>
        <span class="answer-actions">
          <IconButton icon="edit" label={strings.editPrompt} onPress={() => (edited.value = turn.text)} />
          <CopyText text={turn.text} label={strings.copyPrompt} />
          {turn.restorable === true && (
            <IconButton
              icon="discard"
              label={strings.restoreFiles}
              onPress={() => post({ kind: 'restoreFiles', turnId: turn.id })}
            />
          )}
          <IconButton
            icon="trash"
            label={strings.removeTurn}
            onPress={() => post({ kind: 'removeTurn', turnId: turn.id })}
          />
        </span>
        <BranchSwitch turn={turn} />
      </div>
    </div>
  );
}

interface EditorProps {
  readonly turnId: string;
  readonly edited: Signal<string | null>;
  readonly text: string;
}

function PromptEditor({ turnId, edited, text }: EditorProps): JSX.Element {
  const { strings, post, sendKey } = usePage();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const cancel = (): void => {
    edited.value = null;
  };
  const send = (): void => {
    if (text.trim() === '') return;
    post({ kind: 'editPrompt', turnId, text });
    cancel();
  };
  return (
    <form
      class="prompt-editor"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) cancel();
        if (event.target !== field.current || !sends(event, sendKey.value)) return;
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        aria-label={strings.editedPromptLabel}
        value={text}
        onInput={(event) => (edited.value = event.currentTarget.value)}
      />
      <div class="button-row">
        <TextButton label={strings.sendEdited} primary onPress={send} />
        <TextButton label={strings.cancelEdit} primary={false} onPress={cancel} />
      </div>
    </form>
  );
}
