// When the page changes: messages of the host are gathered and applied at most once an animation frame, and a part
// whose own state did not change is not drawn again.
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Availability, ChangeView, ComposerView, OfferView, SendKey } from '../../../protocol/chat.ts';
import type { RestoreView } from '../../../protocol/restore.ts';
import type { ModeChoiceView, RunSideView } from '../../../protocol/run.ts';
import type { Toast } from '../../../protocol/toasts.ts';
import { isAnswering, isCompacting, type ShownTurn } from './shown-turns.ts';
import { emptyPage, pageAfter, type Announcement, type Found, type PageState, type ShownFact } from './transcript.ts';

export interface Store {
  /** One signal a turn, in order; the list is the same object until a turn comes or goes. */
  readonly turns: ReadonlySignal<readonly Signal<ShownTurn>[]>;
  /** How many turns are still to be asked for before the first one here. */
  readonly older: ReadonlySignal<number>;
  readonly answering: ReadonlySignal<boolean>;
  /** Whether a summary is being made for a person who asked for it, and not for a run. */
  readonly compacting: ReadonlySignal<boolean>;
  readonly availability: ReadonlySignal<Availability | null>;
  readonly composer: ReadonlySignal<ComposerView | null>;
  readonly changes: ReadonlySignal<readonly ChangeView[]>;
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  readonly modes: ReadonlySignal<ModeChoiceView | null>;
  readonly runSide: ReadonlySignal<RunSideView | null>;
  readonly restore: ReadonlySignal<RestoreView | null>;
  readonly changedFiles: ReadonlySignal<readonly ChangeView[]>;
  readonly editor: ReadonlySignal<PageState['editor']>;
  readonly sendKey: ReadonlySignal<SendKey>;
  /** What can be attached by the letters behind an @; null before any was asked for. */
  readonly offers: ReadonlySignal<readonly OfferView[] | null>;
  readonly offersNote: ReadonlySignal<string | null>;
  readonly announcement: ReadonlySignal<Announcement | null>;
  readonly shownDraft: ReadonlySignal<PageState['shownDraft']>;
  readonly focusRequests: ReadonlySignal<number>;
  readonly contextRequests: ReadonlySignal<number>;
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
    compacting: computed(() => isCompacting(page.value.turns)),
    availability: computed(() => page.value.availability),
    composer: computed(() => page.value.composer),
    offers: computed(() => page.value.offers),
    offersNote: computed(() => page.value.offersNote),
    changes: computed(() => page.value.changes),
    toasts: computed(() => page.value.toasts),
    modes: computed(() => page.value.modes),
    runSide: computed(() => page.value.runSide),
    restore: computed(() => page.value.restore),
    changedFiles: computed(() => page.value.changedFiles),
    editor: computed(() => page.value.editor),
    sendKey: computed(() => page.value.composer?.sendKey ?? 'enter'),
    announcement: computed(() => page.value.announcement),
    shownDraft: computed(() => page.value.shownDraft),
    focusRequests: computed(() => page.value.focusRequests),
    contextRequests: computed(() => page.value.contextRequests),
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
