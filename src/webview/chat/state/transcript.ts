// What the page shows, as a pure function over the host's messages.
import type {
  Availability,
  ChangeView,
  ComposerView,
  HostMessage,
  OfferView,
  Progress,
  Turn,
} from '../../../protocol/chat.ts';
import type { RestoreView } from '../../../protocol/restore.ts';
import type { ModeChoiceView, RunSideView } from '../../../protocol/run.ts';
import type { Toast } from '../../../protocol/toasts.ts';
import { callIn, grown, shownTurn, type ShownTurn, withAnswer, withCall, withTurn } from './shown-turns.ts';

/** What changes the page's state: all but an image, which is only drawn small, and what names in answers lead to. */
export type ShownFact = Exclude<HostMessage, { kind: 'imageRead' | 'placesFound' }>;

/** An event worth saying to somebody who does not see the page. */
export type Announcement =
  | { readonly kind: 'started' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'stopped' }
  /** The agent waits for the person. */
  | { readonly kind: 'asked'; readonly text: string }
  /** The agent has begun with something. */
  | { readonly kind: 'step'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string }
  /** The host has said something. */
  | { readonly kind: 'told'; readonly text: string };

export interface PageState {
  readonly turns: readonly ShownTurn[];
  /** How many turns came before the first of these, and are not here yet. */
  readonly older: number;
  /** Null until the host has said how things stand. */
  readonly availability: Availability | null;
  /** Null until the host has sent it. */
  readonly composer: ComposerView | null;
  /** The proposed changes that wait for a decision. */
  readonly changes: readonly ChangeView[];
  /** Null until the host has said how prompts can be answered. */
  readonly modes: ModeChoiceView | null;
  /** What the agent asks and plans; null until the host has said. */
  readonly runSide: RunSideView | null;
  /** What would be restored; null where nothing is to be decided. */
  readonly restore: RestoreView | null;
  /** The files that the agent has changed, and nobody has decided about. */
  readonly changedFiles: readonly ChangeView[];
  /**
   * The file that code goes into where it names none: its name, or null where none is open; null until that is known.
   */
  readonly editor: { readonly name: string | null } | null;
  /** The draft that the host showed last; a new object each time. */
  readonly shownDraft: { readonly text: string } | null;
  /** The last event to announce; a new object each time, so that the same event is said again. */
  readonly announcement: Announcement | null;
  /** How often the host has asked for the keyboard to go to the composer. */
  readonly focusRequests: number;
  /** How often the host has asked for the list of what can be attached. */
  readonly contextRequests: number;
  /** How often the host has asked for the search to open. */
  readonly findRequests: number;
  /** Which turns may hold the text that was asked for last; null until one was. */
  readonly found: Found | null;
  /** What the host says of what was done last, the oldest first. */
  readonly toasts: readonly Toast[];
  /** What can be attached by the letters that were asked for last; null until some were. */
  readonly offers: readonly OfferView[] | null;
  readonly offersNote: string | null;
}

export interface Found {
  readonly text: string;
  readonly turnIds: readonly string[];
}

export const emptyPage: PageState = {
  turns: [],
  older: 0,
  availability: null,
  composer: null,
  changes: [],
  modes: null,
  runSide: null,
  restore: null,
  changedFiles: [],
  editor: null,
  shownDraft: null,
  announcement: null,
  focusRequests: 0,
  contextRequests: 0,
  findRequests: 0,
  found: null,
  toasts: [],
  offers: null,
  offersNote: null,
};

export function pageAfter(state: PageState, message: ShownFact): PageState {
  switch (message.kind) {
    case 'conversationShown':
      return {
        ...state,
        turns: message.turns.map(shownTurn),
        older: message.older ?? 0,
        announcement: null,
      };
    case 'draftShown':
      return { ...state, shownDraft: { text: message.text } };
    case 'olderTurnsShown':
      // A conversation that is no longer shown may still be answered about.
      if (state.turns[0]?.id !== message.before) return state;
      return { ...state, turns: [...message.turns.map(shownTurn), ...state.turns], older: message.older };
    case 'branchShown': {
      const start = state.turns.findLastIndex(({ id }) => id === message.after) + 1;
      return {
        ...state,
        turns: [...state.turns.slice(0, start), ...message.turns.map(shownTurn)],
        older: start === 0 ? 0 : state.older,
      };
    }
    case 'availabilityShown':
      return { ...state, availability: message.availability };
    case 'composerShown':
      return { ...state, composer: message.composer };
    case 'editorShown':
      return { ...state, editor: { name: message.name } };
    case 'changesShown':
    case 'changedFilesShown':
    case 'restoreShown':
      return withFilesFact(state, message);
    case 'turnAdded':
      return { ...state, turns: withTurn(state.turns, shownTurn(message.turn)) };
    case 'turnReplaced':
      return withOther(state, message.turn);
    case 'answerStarted': {
      const { id, source } = message;
      const turns = withAnswer(state.turns, id, (turn) => ({ ...turn, source, progress: { kind: 'streaming' } }));
      return { ...state, turns, announcement: { kind: 'started' } };
    }
    case 'answerGrew':
      return { ...state, turns: withAnswer(state.turns, message.id, (turn) => grown(turn, message.event)) };
    case 'answerEnded': {
      const { id, progress, usage, seconds, run } = message;
      const turns = withAnswer(state.turns, id, (turn) => ({
        ...turn,
        ...{ progress, usage, seconds },
        ...(run === undefined ? {} : { run }),
      }));
      return { ...state, turns, announcement: announcementOf(progress) ?? state.announcement };
    }
    case 'modesShown':
    case 'runSideShown':
    case 'callShown':
      return withRunFact(state, message);
    case 'toastsShown':
      return { ...state, toasts: message.toasts, announcement: toldIn(state, message.toasts) ?? state.announcement };
    case 'contextFound':
      return { ...state, offers: message.offers, offersNote: message.note ?? null };
    case 'composerFocused':
    case 'contextOpened':
    case 'findOpened':
      return withKeyboardAt(state, message.kind);
    case 'turnsFound':
      return { ...state, found: { text: message.text, turnIds: message.turnIds } };
  }
}

function withKeyboardAt(state: PageState, place: 'composerFocused' | 'contextOpened' | 'findOpened'): PageState {
  switch (place) {
    case 'composerFocused':
      return { ...state, focusRequests: state.focusRequests + 1 };
    case 'contextOpened':
      return { ...state, contextRequests: state.contextRequests + 1 };
    case 'findOpened':
      return { ...state, findRequests: state.findRequests + 1 };
  }
}

type FilesFact = Extract<ShownFact, { kind: 'changesShown' | 'changedFilesShown' | 'restoreShown' }>;

function withFilesFact(state: PageState, message: FilesFact): PageState {
  switch (message.kind) {
    case 'changesShown':
      return { ...state, changes: message.changes };
    case 'changedFilesShown':
      return { ...state, changedFiles: message.files };
    case 'restoreShown': {
      const { restore } = message;
      const announcement = restore === null ? null : ({ kind: 'told', text: restore.title } as const);
      return { ...state, restore, announcement: announcement ?? state.announcement };
    }
  }
}

type RunFact = Extract<ShownFact, { kind: 'modesShown' | 'runSideShown' | 'callShown' }>;

function withRunFact(state: PageState, message: RunFact): PageState {
  switch (message.kind) {
    case 'modesShown':
      return { ...state, modes: message.choice };
    case 'runSideShown':
      return { ...state, runSide: message.side, announcement: askedIn(message.side) ?? state.announcement };
    case 'callShown': {
      const { id, call } = message;
      const isBegun = call.state === 'running' && callIn(state.turns, id, call.block)?.state !== 'running';
      const turns = withAnswer(state.turns, id, (turn) => ({ ...turn, run: withCall(turn.run, call) }));
      const text = `${call.verb} ${call.object}`.trim();
      return { ...state, turns, announcement: isBegun ? { kind: 'step', text } : state.announcement };
    }
  }
}

function askedIn({ question }: RunSideView): Announcement | null {
  if (question === null) return null;
  return { kind: 'asked', text: question.kind === 'consent' ? question.title : question.text };
}

function withOther(state: PageState, turn: Turn): PageState {
  // A turn that has not been asked for yet comes as it is then.
  if (!state.turns.some(({ id }) => id === turn.id)) return state;
  const announcement = summaryTold(state.turns, turn) ?? state.announcement;
  return { ...state, turns: withTurn(state.turns, shownTurn(turn)), announcement };
}

/** That a summary is made, was made, is used no more. */
function summaryTold(turns: readonly ShownTurn[], turn: Turn): Announcement | null {
  const title = turn.kind === 'answer' ? turn.summary?.title : undefined;
  const isSaid = turns.some(
    (shown) => shown.kind === 'answer' && shown.id === turn.id && shown.summary?.title === title,
  );
  return title === undefined || isSaid ? null : { kind: 'told', text: title };
}

function toldIn({ toasts }: PageState, shown: readonly Toast[]): Announcement | null {
  const told = shown.at(-1);
  return told === undefined || toasts.some(({ id }) => id === told.id) ? null : { kind: 'told', text: told.text };
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
