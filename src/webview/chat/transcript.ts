// Knows what the page shows and how each fact from the host changes it: a pure function over the host's messages. It does
// not know how anything is drawn, and keeps untouched turns identical so that only what changed is drawn again.
import type { AnswerTurn, ComposerView, HostMessage, Progress, Standing, Turn } from '../../core/chat/panel-messages.ts';

/** What changes the page's state: all but an image, which is only drawn small. */
export type ShownFact = Exclude<HostMessage, { kind: 'imageRead' }>;

/** An event worth saying to somebody who does not see the page. */
export type Announcement =
  | { readonly kind: 'started' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly text: string };

/**
 * An answer with its last growth. Whoever has drawn `from` need only draw `by`: to find that out in the text itself would
 * put the whole of it together again each time, which for a long answer costs more than drawing does.
 */
export interface ShownAnswer extends AnswerTurn {
  readonly growth?: { readonly from: string; readonly by: string };
}
export type ShownTurn = Exclude<Turn, AnswerTurn> | ShownAnswer;

export interface PageState {
  readonly turns: readonly ShownTurn[];
  /** How many turns came before the first of these, and are not here yet. */
  readonly older: number;
  /** Null until the host has said how things stand. */
  readonly standing: Standing | null;
  /** Null until the host has said what lies ready. */
  readonly composer: ComposerView | null;
  /** The draft that the host showed last; a new object each time. */
  readonly shownDraft: { readonly text: string } | null;
  /** The last event to announce; a new object each time, so that the same event is said again. */
  readonly announcement: Announcement | null;
  /** How often the host has asked for the keyboard to go to the composer. */
  readonly focusRequests: number;
  /** How often the host has asked for the search to open. */
  readonly findRequests: number;
  /** Which turns may hold the text that was asked for last; null until one was. */
  readonly found: Found | null;
}

export interface Found {
  readonly text: string;
  readonly turnIds: readonly string[];
}

export const emptyPage: PageState = {
  turns: [],
  older: 0,
  standing: null,
  composer: null,
  shownDraft: null,
  announcement: null,
  focusRequests: 0,
  findRequests: 0,
  found: null,
};

export function pageAfter(state: PageState, message: ShownFact): PageState {
  switch (message.kind) {
    case 'conversationShown':
      return {
        ...state,
        turns: message.turns,
        older: message.older ?? 0,
        announcement: null,
      };
    case 'draftShown':
      return { ...state, shownDraft: { text: message.text } };
    case 'olderTurnsShown':
      // A conversation that is no longer shown may still be answered about.
      if (state.turns[0]?.id !== message.before) return state;
      return { ...state, turns: [...message.turns, ...state.turns], older: message.older };
    case 'branchShown': {
      const start = state.turns.findLastIndex(({ id }) => id === message.after) + 1;
      return { ...state, turns: [...state.turns.slice(0, start), ...message.turns], older: start === 0 ? 0 : state.older };
    }
    case 'standingShown':
      return { ...state, standing: message.standing };
    case 'composerShown':
      return { ...state, composer: message.composer };
    case 'turnAdded':
      return { ...state, turns: withTurn(state.turns, message.turn) };
    case 'turnReplaced':
      // A turn that has not been asked for yet comes as it is then.
      return state.turns.some(({ id }) => id === message.turn.id) ? { ...state, turns: withTurn(state.turns, message.turn) } : state;
    case 'answerStarted': {
      const { id, source } = message;
      const turns = withAnswer(state.turns, id, (turn) => ({ ...turn, source, progress: { kind: 'streaming' } }));
      return { ...state, turns, announcement: { kind: 'started' } };
    }
    case 'textAppended': {
      const { id, text } = message;
      return { ...state, turns: withAnswer(state.turns, id, (turn) => ({ ...turn, text: turn.text + text, growth: { from: turn.text, by: text } })) };
    }
    case 'thinkingAppended': {
      const { id, text } = message;
      return { ...state, turns: withAnswer(state.turns, id, (turn) => ({ ...turn, thinking: turn.thinking + text })) };
    }
    case 'answerEnded': {
      const { id, progress, usage, seconds } = message;
      const turns = withAnswer(state.turns, id, (turn) => ({ ...turn, progress, usage, seconds }));
      return { ...state, turns, announcement: announcementOf(progress) ?? state.announcement };
    }
    case 'composerFocused':
      return { ...state, focusRequests: state.focusRequests + 1 };
    case 'findOpened':
      return { ...state, findRequests: state.findRequests + 1 };
    case 'turnsFound':
      return { ...state, found: { text: message.text, turnIds: message.turnIds } };
  }
}

/** Whether an answer is on its way, so that Stop stands where Send does. */
export function isAnswering(turns: readonly Turn[]): boolean {
  return turns.some((turn) => turn.kind === 'answer' && isRunning(turn.progress));
}

export function isRunning(progress: Progress): boolean {
  return progress.kind === 'waiting' || progress.kind === 'streaming';
}

function withTurn(turns: readonly ShownTurn[], turn: Turn): readonly ShownTurn[] {
  const index = turns.findLastIndex(({ id }) => id === turn.id);
  return index === -1 ? [...turns, turn] : turns.with(index, turn);
}

function withAnswer(
  turns: readonly ShownTurn[],
  id: string,
  change: (turn: ShownAnswer) => ShownAnswer,
): readonly ShownTurn[] {
  const index = turns.findLastIndex((turn) => turn.id === id);
  const turn = turns[index];
  return turn?.kind === 'answer' ? turns.with(index, change(turn)) : turns;
}

function announcementOf(progress: Progress): Announcement | null {
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
      return null;
    case 'done':
    case 'truncated':
      return { kind: 'finished' };
    case 'stopped':
    case 'interrupted':
      return { kind: 'stopped' };
    case 'unanswered':
    case 'failed':
      return { kind: 'failed', text: progress.notice.text };
  }
}
