// Compacting the shown conversation where a person asks for it, and taking a summary out again.
import { createAnswer } from '../../conversation/answer.ts';
import { madeRecord } from '../../conversation/summaries.ts';
import type { StoredConversation } from '../../history/history.ts';
import { turnsToCompact } from '../../prompt/compaction.ts';
import type { AnsweringPorts } from '../agent/answer-under-way.ts';
import { AnswerRun } from '../answer-run.ts';
import type { ChatEvents } from '../chat-events.ts';
import type { RunningAnswers } from '../running-answers.ts';
import type { ShownConversation } from '../shown-conversation.ts';
import { compact, type CompactionEnd } from './compact.ts';

export class Compacting {
  readonly #ports: AnsweringPorts;
  readonly #answers: RunningAnswers;
  readonly #events: ChatEvents;
  readonly #shown: ShownConversation;

  constructor(ports: AnsweringPorts, answers: RunningAnswers, events: ChatEvents, shown: ShownConversation) {
    this.#ports = ports;
    this.#answers = answers;
    this.#events = events;
    this.#shown = shown;
  }

  /** The last of the turns that a summary is being made of; null where none is. */
  get behind(): string | null {
    return this.#answers.in(this.#shown.stored().tree.id)?.run.compacting ?? null;
  }

  /** Whether there is anything that no summary stands for yet. */
  get canCompact(): boolean {
    return turnsToCompact(this.#shown.stored().tree.shown()).length > 0;
  }

  /**
   * Asks for a summary of all turns so far; not while an answer runs here, nor where as many run elsewhere as may.
   * Never rejects.
   */
  async compact(wish: string): Promise<void> {
    const stored = this.#shown.stored();
    const { tree, place } = stored;
    const conversation = tree.shown();
    const covered = { ...conversation, turns: turnsToCompact(conversation) };
    if (covered.turns.length === 0 || this.#answers.isFull || this.#answers.in(tree.id) !== null) return;
    const { payers, models, clock, log, history, newId } = this.#ports;
    const begun = createAnswer(newId(), clock.now());
    const one = new AnswerRun(begun, { origin: 'ask', conversation: tree.id }, payers, clock, log);
    const run = { answer: begun, compacting: covered.turns.at(-1)?.id ?? null, stop: (): void => one.stop() };
    const { model, preferences } = models;
    const asked = { covered, wish, route: 'byPolicy' as const, model, preferences, tools: [] };
    let end: CompactionEnd = { kind: 'stopped' };
    const work = async (): Promise<void> => {
      this.#tell(stored, null);
      end = await compact({ ...asked, read: (image) => history.readImage(tree.id, place, image) }, one);
      if (end.kind === 'made') this.#shown.record(madeRecord(end.summary), stored);
    };
    await this.#answers.during(stored, run, work, () => {
      this.#tell(stored, end);
      this.#events.tell({ kind: 'conversationFree', stored, isShown: this.#shown.is(stored) });
    });
  }

  /** Sends a summary in the place of its turns again, or no more. */
  use(id: string, used: boolean): void {
    const stored = this.#shown.stored();
    this.#shown.record({ kind: 'summaryUsed', id, used }, stored);
    this.#tell(stored, null);
  }

  #tell(stored: StoredConversation, end: CompactionEnd | null): void {
    if (this.#shown.is(stored)) this.#events.tell({ kind: 'summariesChanged', end });
  }
}
