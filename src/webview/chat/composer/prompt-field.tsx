// The text field of a prompt: what each key does there, with slash commands, prompt history and the @ that attaches.
import type { JSX, RefObject } from 'preact';
import { CommandList, commandListId, useCommandCompletion } from './command-list.tsx';
import type { Draft } from './draft.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { type OfferCompletion, OfferList, offerListId } from './offer-list.tsx';
import type { PromptHistory } from './prompt-history.ts';
import { isComposing, sendKeyName, sends } from '../elements/send-key.ts';
import type { Store } from '../state/store.ts';

interface FieldProps {
  readonly store: Store;
  readonly draft: Draft;
  readonly history: PromptHistory;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly offers: OfferCompletion;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** Backspace in an empty text. Returns whether it led anywhere. */
  readonly onBack: () => boolean;
}

type FieldKey = KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement };

export function PromptField({ store, draft, history, field, offers, onSend, onStop, onBack }: FieldProps): JSX.Element {
  const { strings, sendKey } = usePage();
  const completion = useCommandCompletion(store, draft);
  const text = draft.text.value;
  const onKeyDown = (event: FieldKey): void => {
    if (
      isComposing(event) ||
      offers.takeKey(event) ||
      completion.takeKey(event) ||
      browsesHistory(event, history, draft)
    )
      return;
    if (event.key === 'Escape' && store.answering.peek()) onStop();
    if (event.key === 'Backspace' && text === '' && onBack()) event.preventDefault();
    if (!sends(event, sendKey.value)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <>
      <CommandList completion={completion} />
      <OfferList completion={offers} />
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        aria-label={strings.composerLabel}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={
          offers.activeId !== undefined ? offerListId : completion.activeId === undefined ? undefined : commandListId
        }
        aria-activedescendant={offers.activeId ?? completion.activeId}
        placeholder={filled(strings.composerPlaceholder, sendKeyName(sendKey.value, strings))}
        value={text}
        onInput={(event) => {
          draft.write(event.currentTarget.value);
          history.typed();
          completion.typed();
          offers.typed(event);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => offers.close()}
      />
    </>
  );
}

/**
 * Up before the first character leads to the prompts sent before, and from there Up and Down lead on wherever they
 * would leave the text. Returns whether the key did so.
 */
function browsesHistory(
  event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement },
  history: PromptHistory,
  draft: Draft,
): boolean {
  if (
    (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') ||
    event.shiftKey ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return false;
  const field = event.currentTarget;
  const { value, selectionStart, selectionEnd } = field;
  const up = event.key === 'ArrowUp';
  const atEdge = up ? !value.slice(0, selectionStart).includes('\n') : !value.slice(selectionEnd).includes('\n');
  if (selectionStart !== selectionEnd || !atEdge || !(history.isBrowsing() || (up && selectionEnd === 0))) return false;
  const found = up ? history.older(value) : history.newer();
  if (found === null) return false;
  event.preventDefault();
  draft.write(found);
  // The text is drawn with the next frame; the cursor belongs at its end, where browsing can go on.
  field.value = found;
  field.setSelectionRange(found.length, found.length);
  return true;
}
