// Knows when the page changes: what the host says is gathered and applied at most once an animation frame, and a part
// whose own facts did not change is not drawn again. What a message means is transcript.ts's business.
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ComposerView, SendKey, Standing } from '../../core/chat/panel-messages.ts';
import { emptyPage, isAnswering, pageAfter, type Announcement, type Found, type PageState, type ShownFact, type ShownTurn } from './transcript.ts';

export interface Store {
  /** One signal a turn, in order; the list is the same object until a turn comes or goes. */
  readonly turns: ReadonlySignal<readonly Signal<ShownTurn>[]>;
  /** How many turns are still to be asked for before the first one here. */
  readonly older: ReadonlySignal<number>;
  readonly answering: ReadonlySignal<boolean>;
  readonly standing: ReadonlySignal<Standing | null>;
  readonly composer: ReadonlySignal<ComposerView | null>;
  readonly sendKey: ReadonlySignal<SendKey>;
  readonly announcement: ReadonlySignal<Announcement | null>;
  readonly shownDraft: ReadonlySignal<PageState['shownDraft']>;
  readonly focusRequests: ReadonlySignal<number>;
  readonly findRequests: ReadonlySignal<number>;
  readonly found: ReadonlySignal<Found | null>;
  /** Takes a message in; it shows with the next frame. */
  accept(message: ShownFact): void;
}

/** @param nextFrame calls back before the next paint. */
export function createStore(nextFrame: (draw: () => void) => void): Store {
  const page = signal<PageState>(emptyPage);
  const turns = signal<readonly Signal<ShownTurn>[]>([]);
  let waiting: ShownFact[] = [];

  const apply = (): void => {
    const messages = waiting;
    waiting = [];
    const next = messages.reduce(pageAfter, page.peek());
    batch(() => {
      turns.value = turnSignals(turns.peek(), next.turns);
      page.value = next;
    });
  };
  return {
    turns,
    older: computed(() => page.value.older),
    answering: computed(() => isAnswering(page.value.turns)),
    standing: computed(() => page.value.standing),
    composer: computed(() => page.value.composer),
    sendKey: computed(() => page.value.composer?.sendKey ?? 'enter'),
    announcement: computed(() => page.value.announcement),
    shownDraft: computed(() => page.value.shownDraft),
    focusRequests: computed(() => page.value.focusRequests),
    findRequests: computed(() => page.value.findRequests),
    found: computed(() => page.value.found),
    accept(message) {
      if (waiting.push(message) === 1) nextFrame(apply);
    },
  };
}

/** Brings each turn's signal up to date; a list of the same turns stays the same list. */
function turnSignals(before: readonly Signal<ShownTurn>[], turns: readonly ShownTurn[]): readonly Signal<ShownTurn>[] {
  // Turns come and go at either end, so a turn is known by its distance from the end that stayed.
  const shift = turns[0]?.id === before[0]?.peek().id ? 0 : before.length - turns.length;
  const next = turns.map((turn, index) => {
    const known = before[index + shift];
    if (known?.peek().id !== turn.id) return signal(turn);
    known.value = turn;
    return known;
  });
  return next.length === before.length && next.every((turn, index) => turn === before[index]) ? before : next;
}
