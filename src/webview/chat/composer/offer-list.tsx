// The list at an @ that begins a word: what can be attached, by the letters behind it. The @ with its letters goes once
// something is chosen or the list is left with Escape; whoever types on past it keeps them.
import { type Signal, useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import type { OfferView } from '../../../protocol/chat.ts';
import { Icon } from '../../page/icon.tsx';
import type { Draft } from './draft.ts';
import { optionId, OptionList, optionReachedBy } from '../elements/option-list.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

export const offerListId = 'offers';

/** The @ is at `start`, and its letters end at `end`. */
interface Mention {
  readonly start: number;
  readonly end: number;
  readonly letters: string;
  /** A blank that was put before the @ for it to begin a word. */
  readonly lead: '' | ' ';
  /** Whether the @ was typed, and not put there by a button. */
  readonly isTyped: boolean;
}

export interface OfferCompletion {
  /** Null while nothing is asked. */
  readonly listed: readonly OfferView[] | null;
  readonly activeId: string | undefined;
  readonly active: number;
  readonly note: string | null;
  /** Lists everything, as if an @ had been typed where the caret is. */
  open(): void;
  readonly choose: (offer: OfferView) => void;
  /** Whether the key was for the list. */
  takeKey(event: KeyboardEvent): boolean;
  typed(event: InputEvent & { readonly currentTarget: HTMLTextAreaElement }): void;
  close(): void;
}

interface MentionInText {
  readonly mention: Signal<Mention | null>;
  /** Puts an @ where the caret is. */
  readonly begin: () => void;
  /** Takes the @ with its letters out again. */
  readonly leave: () => void;
}

function useMention(draft: Draft, field: RefObject<HTMLTextAreaElement | null>): MentionInText {
  const mention = useSignal<Mention | null>(null);
  /** Ahead of the next drawing, which would put the caret at the end. */
  const write = (text: string, caret: number): void => {
    draft.write(text);
    if (field.current === null) return;
    field.current.value = text;
    field.current.setSelectionRange(caret, caret);
  };
  return {
    mention,
    begin() {
      const text = draft.text.peek();
      const caret = field.current?.selectionStart ?? text.length;
      const before = text.slice(0, caret);
      const lead = /\S$/u.test(before) ? ' ' : '';
      const start = caret + lead.length;
      write(`${before}${lead}@${text.slice(caret)}`, start + 1);
      mention.value = { start, end: start + 1, letters: '', lead, isTyped: false };
    },
    leave() {
      const left = mention.peek();
      mention.value = null;
      const text = draft.text.peek();
      if (left === null || text.slice(left.start, left.end) !== `@${left.letters}`) return;
      const start = left.start - left.lead.length;
      write(text.slice(0, start) + text.slice(left.end), start);
    },
  };
}

export function useOfferCompletion(
  store: Store,
  draft: Draft,
  field: RefObject<HTMLTextAreaElement | null>,
): OfferCompletion {
  const { post } = usePage();
  const { mention, begin, leave } = useMention(draft, field);
  const active = useSignal(0);
  const offers = store.offers.value;
  const listed = mention.value === null || offers === null ? null : offers;
  const marked = Math.min(active.value, (listed?.length ?? 0) - 1);
  const open = (): void => {
    field.current?.focus();
    if (mention.peek() !== null) return;
    begin();
    active.value = 0;
    post({ kind: 'findContext', letters: '' });
  };
  const choose = ({ id }: OfferView): void => {
    leave();
    post({ kind: 'attachFound', id });
  };
  return {
    listed,
    active: marked,
    note: store.offersNote.value,
    activeId: marked < 0 ? undefined : optionId(offerListId, marked),
    open,
    choose,
    close() {
      if (mention.peek()?.isTyped === false) leave();
      mention.value = null;
    },
    typed({ data, currentTarget: { value, selectionStart } }) {
      const found = mentionIn(value, selectionStart);
      const before = mention.peek();
      const goesOn = found !== null && found.start === before?.start;
      const isNew = found !== null && data === '@' && found.letters === '';
      mention.value = goesOn || isNew ? { lead: '', isTyped: true, ...(goesOn ? before : {}), ...found } : null;
      active.value = 0;
      if (mention.value !== null) post({ kind: 'findContext', letters: mention.value.letters });
    },
    takeKey(event) {
      if (mention.peek() === null || listed === null || event.shiftKey) return false;
      const offer = listed[marked];
      const reached = optionReachedBy(event.key, marked, listed.length);
      // The caret leaves the letters.
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') mention.value = null;
      if (mention.peek() === null) return false;
      if (event.key === 'Escape') leave();
      else if (offer === undefined) return false;
      else if (reached !== null) active.value = reached;
      else if (event.key === 'Tab' || event.key === 'Enter') choose(offer);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

/** The @ that begins the word before the caret. */
function mentionIn(text: string, caret: number): Pick<Mention, 'start' | 'end' | 'letters'> | null {
  const word = /(?<=^|\s)@([^\s@]{0,100})$/u.exec(text.slice(Math.max(0, caret - 102), caret));
  if (word === null) return null;
  const [all, letters = ''] = word;
  return { start: caret - all.length, end: caret, letters };
}

export function OfferList({ completion }: { readonly completion: OfferCompletion }): JSX.Element | null {
  const { strings } = usePage();
  const { listed, note } = completion;
  if (listed === null) return null;
  return (
    <div class="offers-frame">
      {listed.length === 0 ? (
        <p class="options offers-none">{strings.offersNone}</p>
      ) : (
        <Offers completion={completion} listed={listed} />
      )}
      {note !== null && <p class="offers-hint">{note}</p>}
      <p class="offers-hint">{strings.dropHint}</p>
    </div>
  );
}

interface OffersProps {
  readonly completion: OfferCompletion;
  readonly listed: readonly OfferView[];
}

function Offers({ completion, listed }: OffersProps): JSX.Element {
  const { strings } = usePage();
  return (
    <OptionList
      id={offerListId}
      label={strings.offers}
      options={listed}
      active={completion.active}
      keyOf={({ id }) => id}
      choose={completion.choose}
      draw={({ icon, label, detail, isAttached }) => (
        <>
          <Icon name={icon} />
          <span class="offer-label" dir="auto">
            {label}
          </span>
          <span class="option-detail" dir="auto">
            {detail}
          </span>
          {isAttached && <span class="offer-attached">{strings.offerAttached}</span>}
        </>
      )}
    />
  );
}
