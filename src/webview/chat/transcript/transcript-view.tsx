// The scrolling list of turns, or the welcome while there are none.
import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../page/icon.tsx';
import { Find } from '../find/find.ts';
import { FindBar } from '../find/find-bar.tsx';
import { usePage } from '../state/page-context.ts';
import { createStickyScroll, type StickyScroll } from './sticky-scroll.ts';
import type { Store } from '../state/store.ts';
import { TurnView } from './turn-view.tsx';
import { Welcome } from './welcome.tsx';

/** So many of the last turns are drawn at once when a conversation is shown; the others when there is time. */
const drawnAtOnce = 8;

export function TranscriptView({ store }: { readonly store: Store }): JSX.Element {
  const { strings, post } = usePage();
  useOlderTurns(store);
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [moves, setMoves] = useState<{ readonly sticky: StickyScroll; readonly find: Find } | null>(null);
  useLayoutEffect(() => {
    if (scroller.current === null || content.current === null) return;
    const sticky = createStickyScroll(scroller.current, content.current);
    const find = new Find(store, post, scroller.current, content.current, () => sticky.leaveEnd());
    setMoves({ sticky, find });
    return () => {
      find.stop();
      sticky.stop();
    };
  }, []);

  const turns = store.turns.value;
  const availability = store.availability.value;
  return (
    <div class="transcript-frame">
      {/* A log is announced as it grows; here the announcer speaks instead, once an event and not once a word. */}
      <section
        class="transcript"
        role="log"
        aria-live="off"
        aria-label={strings.transcriptLabel}
        tabIndex={0}
        ref={scroller}
      >
        <div class="transcript-content" ref={content}>
          {turns.length > 0 && <h1 class="visually-hidden">{strings.transcriptLabel}</h1>}
          {turns.length === 0 && availability !== null && <Welcome availability={availability} />}
          {turns.map((turn, index) => (
            <TurnView key={turn.peek().id} turn={turn} deferred={index < turns.length - drawnAtOnce} />
          ))}
        </div>
      </section>
      {moves !== null && <FindBar store={store} find={moves.find} onLeave={() => scroller.current?.focus()} />}
      {moves !== null && <JumpToEnd store={store} sticky={moves.sticky} onLeave={() => scroller.current?.focus()} />}
    </div>
  );
}

/** Asks for the turns before those shown, a part at a time, whenever the page has nothing better to do. */
function useOlderTurns(store: Store): void {
  const { post } = usePage();
  useSignalEffect(() => {
    const before = store.turns.value[0]?.peek().id;
    if (store.older.value === 0 || before === undefined) return undefined;
    const request = requestIdleCallback(() => post({ kind: 'showOlderTurns', before }));
    return () => cancelIdleCallback(request);
  });
}

interface JumpToEndProps {
  readonly store: Store;
  readonly sticky: StickyScroll;
  /** Takes the focus. */
  readonly onLeave: () => void;
}

function JumpToEnd({ store, sticky, onLeave }: JumpToEndProps): JSX.Element | null {
  const { strings } = usePage();
  const lastTurn = useRef('');
  // A button that went from under the keyboard would leave it nowhere.
  const [hasFocus, setFocus] = useState(false);
  // Whoever asks something, or opens a conversation, wants to see its end; older turns move nobody.
  useSignalEffect(() => {
    const last = store.turns.value.at(-1)?.peek().id ?? '';
    if (last !== lastTurn.current) sticky.goToEnd();
    lastTurn.current = last;
  });
  // So does whoever has it compacted: the line that says so is there.
  useSignalEffect(() => {
    if (store.compacting.value) sticky.goToEnd();
  });
  if (sticky.atEnd.value && !hasFocus) return null;
  const press = (): void => {
    sticky.goToEnd();
    onLeave();
  };
  return (
    <span onFocusIn={() => setFocus(true)} onFocusOut={() => setFocus(false)}>
      <IconButton className="jump-to-end" icon="arrow-down" label={strings.jumpToEnd} onPress={press} />
    </span>
  );
}
