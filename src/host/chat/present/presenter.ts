// What happens in the conversation, as messages to the pages: each event becomes a message with its words, in one
// place.
import * as vscode from 'vscode';
import { canRestore, changesSince } from '../../../core/chat/restore/restore-plan.ts';
import type { ChatEvent } from '../../../core/chat/session/chat-events.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import type { Payers } from '../../../core/chat/session/payers.ts';
import type { ServiceProfile } from '../../../core/service/profile/profile.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import type { TightestLimit } from './tightest-limit.ts';
import { endOf, partBefore, partBehind } from './conversation-parts.ts';
import { callAt, callWithDetail, runView } from './run.ts';
import { summariesIn } from './summary.ts';
import {
  answerView,
  progressView,
  secondsBetween,
  shownEvent,
  sourceView,
  turnView,
  usageView,
  type Viewer,
} from './turn.ts';

export class Presenter implements vscode.Disposable {
  readonly #session: ChatSession;
  readonly #payers: Payers;
  readonly #profile: () => ServiceProfile | null;
  readonly #spending: () => string;
  readonly #usedUp: () => TightestLimit | null;
  readonly #dueAtOf: (answerId: string) => number | null;
  readonly #accountNames: Viewer['accountNames'];
  readonly #message = new vscode.EventEmitter<HostMessage>();
  readonly #stopListening: () => void;
  /** The turn that was told to have a summary under way. */
  #compactingBehind: string | null = null;

  readonly onMessage = this.#message.event;

  /**
   * @param spending what the API key has spent today, as a sentence
   * @param usedUp the tightest limit of the plan, where nothing is left of it now
   * @param dueAtOf when an answer is asked for again by itself, in milliseconds since the epoch
   * @param accountNames see `Viewer`
   */
  constructor(
    session: ChatSession,
    payers: Payers,
    profile: () => ServiceProfile | null,
    spending: () => string,
    usedUp: () => TightestLimit | null,
    dueAtOf: (answerId: string) => number | null,
    accountNames: Viewer['accountNames'],
  ) {
    this.#session = session;
    this.#payers = payers;
    this.#profile = profile;
    this.#spending = spending;
    this.#usedUp = usedUp;
    this.#dueAtOf = dueAtOf;
    this.#accountNames = accountNames;
    this.#stopListening = session.events.listen((event) => {
      const message = this.#messageOf(event);
      if (message !== null) this.#message.fire(message);
      if (event.kind === 'answerEnded' && event.isShown) this.filesChanged();
      if (event.kind === 'summariesChanged') this.#summariesChanged();
    });
  }

  /** The conversation's end, for a page that knows nothing of it. */
  shown(): HostMessage {
    return endOf(this.#session.conversation(), this.#viewer());
  }

  /** The turns before one that a page has, which asks when it has time; null where there are none. */
  olderTurns(before: string): HostMessage | null {
    return partBefore(this.#session.conversation(), before, this.#viewer());
  }

  /** A call of an answer with its detail; null where it is not shown. */
  callShown(turnId: string, block: number): HostMessage | null {
    const turn = this.#session.conversation().turns.find(({ id }) => id === turnId);
    const call = turn?.kind === 'answer' ? callWithDetail(turn, block) : null;
    return call === null ? null : { kind: 'callShown', id: turnId, call };
  }

  /**
   * What can be said and done about a failure depends on who is signed in, whether there is a key and what is left of
   * the plan, and one of them is another now.
   */
  circumstancesChanged(): void {
    const viewer = this.#viewer();
    for (const turn of this.#session.conversation().turns) {
      if (turn.kind !== 'answer') continue;
      const { progress, blocks } = turn;
      // One that nobody was asked for yet may wait for the reset.
      if (progress.kind === 'failed' || (progress.kind === 'stopped' && blocks.length === 0))
        this.#message.fire({ kind: 'turnReplaced', turn: answerView(turn, viewer) });
    }
  }

  /** Who has paid is said by another name than before, or by one at last. */
  accountNamesChanged(): void {
    const viewer = this.#viewer();
    for (const turn of this.#session.conversation().turns) {
      if (turn.kind !== 'answer') continue;
      const isNamed = turn.source?.account !== undefined || viewer.summaryBehind(turn.id) !== null;
      if (isNamed) this.#message.fire({ kind: 'turnReplaced', turn: answerView(turn, viewer) });
    }
  }

  /** Other files than before can be restored. */
  filesChanged(): void {
    const { tree } = this.#session;
    const viewer = this.#viewer();
    for (const turn of tree.files.changes.length === 0 ? [] : this.#session.conversation().turns) {
      if (turn.kind === 'prompt' && changesSince(tree, turn.id).length > 0)
        this.#message.fire({ kind: 'turnReplaced', turn: turnView(turn, viewer) });
    }
  }

  /** Another summary than before is sent, or one is being made, or none is any more. */
  #summariesChanged(): void {
    const { summaries } = this.#session.tree;
    const behind = this.#session.compacting.behind;
    const viewer = this.#viewer();
    for (const turn of this.#session.conversation().turns) {
      const isAbout = summaries.hasEnd(turn.id) || turn.id === behind || turn.id === this.#compactingBehind;
      if (isAbout) this.#message.fire({ kind: 'turnReplaced', turn: turnView(turn, viewer) });
    }
    this.#compactingBehind = behind;
  }

  #messageOf(event: ChatEvent): HostMessage | null {
    switch (event.kind) {
      case 'conversationReplaced':
        return this.shown();
      case 'conversationChanged':
      case 'conversationFree':
      case 'summariesChanged':
        return null;
      case 'turnAdded':
        return { kind: 'turnAdded', turn: turnView(event.turn, this.#viewer()) };
      case 'branchReplaced':
        return partBehind(this.#session.conversation(), event.after, this.#viewer());
      case 'answerReplaced':
        return { kind: 'turnReplaced', turn: answerView(event.answer, this.#viewer()) };
      case 'answerStarted':
        return { kind: 'answerStarted', id: event.id, source: sourceView(event.source, this.#viewer()) };
      case 'answerGrew': {
        const shown = shownEvent(event.event);
        return shown === null ? null : { kind: 'answerGrew', id: event.id, event: shown };
      }
      case 'callChanged': {
        const call = callAt(event.answer, event.block);
        return call === null ? null : { kind: 'callShown', id: event.answer.id, call };
      }
      case 'answerEnded': {
        if (!event.isShown) return null;
        const { id, usage, startedAt, endedAt } = event.answer;
        return {
          kind: 'answerEnded',
          id,
          progress: progressView(event.answer, this.#viewer()),
          usage: usageView(usage),
          seconds: secondsBetween(startedAt, endedAt ?? startedAt),
          ...runView(event.answer),
        };
      }
    }
  }

  /** For one drawing: what is looked up in the conversation for a turn is kept for those after it. */
  #viewer(): Viewer {
    const { tree, compacting } = this.#session;
    const summaryBehind = summariesIn(tree);
    return {
      profile: this.#profile(),
      spending: this.#spending(),
      circumstances: { hasKey: this.#payers.hasKey, signedIn: this.#payers.isSignedIn, usedUp: this.#usedUp() },
      branchOf: (id) => tree.branchOf(id),
      canRestore: (id) => canRestore(tree, id),
      summaryBehind: (id) => (compacting.behind === id ? 'underWay' : summaryBehind(id)),
      dueAtOf: this.#dueAtOf,
      accountNames: this.#accountNames,
    };
  }

  dispose(): void {
    this.#stopListening();
    this.#message.dispose();
  }
}
