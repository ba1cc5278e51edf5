// The agent's loop: an answer, the tools that it calls, their results, the next answer, until the model ends, the
// person stops it or a limit does. It knows neither who pays nor where anything is shown.
import type { Clock, Log } from '../../../ports.ts';
import type { Failure } from '../../../service/failure/errors.ts';
import { type BlockEvent, toolInputJson } from '../../messages/blocks.ts';
import type { Message, Tool } from '../../messages/message.ts';
import type { StopReason, Usage } from '../../messages/stream/stream-event.ts';
import type { AnswerEnd } from '../../messages/stream/stream.ts';
import { failed, type OfferedTool, type ToolOutcome } from '../calls/offered-tool.ts';
import { type Action, changedFiles, type ConsentState, type FoundFile } from '../consent/consent.ts';
import { CallRunner } from './call-runner.ts';
import type { Person } from './person.ts';
import { mostFailures, RepeatedFailures } from './repeated-failures.ts';
import type { LimitKind, RunBudget } from './run-budget.ts';
import {
  callsIn,
  messagesOfRun,
  runAfter,
  type RunRecord,
  type RunState,
  type ToolCall,
} from '../../conversation/runs/run-state.ts';
import { isNearlyFull, stepsToDrop } from './dropped-results.ts';
import { behindRejected } from './untaken-calls.ts';

export type RunEnd =
  /** `max_tokens` among the reasons means that the last answer is cut. */
  | { readonly kind: 'finished'; readonly stopReason: StopReason | null }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'limitReached'; readonly limit: LimitKind }
  | { readonly kind: 'repeatedFailure' }
  /** Nobody answers, for now: the run can be continued. */
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface RunPorts {
  /**
   * One answer, by the rules of who pays, of which each block is told as it grows. Rejects only for faults of our own.
   */
  answer(
    messages: readonly Message[],
    tools: readonly Tool[],
    signal: AbortSignal,
    grew: (event: BlockEvent) => void,
  ): Promise<AnswerEnd>;
  /**
   * Makes room in what comes before the run, where it can; `isFull` where dropped results are not enough. Null where
   * nothing was asked for. Never rejects.
   */
  makeRoom(isFull: boolean, signal: AbortSignal): Promise<RoomMade | null>;
  /** Takes records in order. Never throws: whether they could be written is what `recorded` tells. */
  record(record: RunRecord): void;
  /** Resolves when every record so far is where a crash leaves it; rejects where one is not. */
  recorded(): Promise<void>;
  /** What becomes of the files that a call changes. */
  readonly files: FileChanges;
  /** As it is now: the person may change the mode while a run goes on. */
  consent(): ConsentState;
  /** What the person wrote since the last time this was asked. */
  takeWords(): readonly string[];
  readonly person: Person;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RoomMade {
  /** What comes before the run from now on; null where that stays as it was. */
  readonly before: readonly Message[] | null;
  /** What it took. */
  readonly usage: Usage;
}

export interface FileChanges {
  /** Resolves when what they hold is kept, and recorded; rejects where it cannot be: nothing is changed then. */
  began(files: readonly FoundFile[]): Promise<void>;
  /** Records what they hold now. Never rejects. */
  ended(files: readonly FoundFile[]): Promise<void>;
}

/** Of one answer; what is beyond is not run. */
const mostCalls = 100;
/** Read-only calls side by side. */
const mostAtOnce = 8;

const tooMany = failed(`Not run: at most ${mostCalls} calls are taken from one answer.`);

export class AgentRun {
  readonly #ports: RunPorts;
  #before: readonly Message[];
  readonly #tools: readonly Tool[];
  readonly #calls: CallRunner;
  readonly #budget: RunBudget;
  /** Tokens that the model can read; null where unknown. */
  readonly #window: number | null;
  readonly #abort = new AbortController();
  readonly #failures = new RepeatedFailures();
  #state: RunState;

  /**
   * @param before the conversation up to and with the prompt
   * @param state as the records tell it: an empty one, or one that is continued
   */
  constructor(
    ports: RunPorts,
    before: readonly Message[],
    tools: readonly OfferedTool[],
    state: RunState,
    budget: RunBudget,
    window: number | null,
  ) {
    this.#ports = ports;
    this.#before = before;
    this.#tools = tools.map(({ definition }) => definition);
    this.#calls = new CallRunner(tools, () => ports.consent(), ports.person, ports.clock, ports.log);
    this.#state = state;
    this.#budget = budget;
    this.#window = window;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Ends the run soon; what was done stays done. */
  stop(): void {
    this.#abort.abort();
  }

  /** Called once. Rejects only where a record cannot be written: nothing is done that would not be known afterwards. */
  async run(): Promise<RunEnd> {
    const { signal } = this.#abort;
    for (;;) {
      const limit = this.#budget.reached();
      if (limit !== null) {
        const goesOn = await this.#ports.person.goOn({ kind: 'limit', limit }, signal);
        if (!goesOn && !this.#isStopped()) return { kind: 'limitReached', limit };
        this.#budget.goOn(limit);
      }
      if (!this.#isStopped()) await this.#makeRoom();
      if (this.#isStopped()) return { kind: 'stopped' };
      const end = await this.#takeAnswer();
      if (end.kind === 'failed') return { kind: 'failed', failure: end.failure };
      if (this.#isStopped() || end.kind === 'stopped') return { kind: 'stopped' };
      const step = this.#state.steps.at(-1);
      const calls = step === undefined ? [] : callsIn(step);
      // What a service takes back as it ends is not done.
      if (end.stopReason === 'refusal') return { kind: 'finished', stopReason: end.stopReason };
      if (calls.length === 0) {
        if (end.stopReason !== 'pause_turn') return { kind: 'finished', stopReason: end.stopReason };
        continue;
      }
      await this.#runCalls(calls);
      await this.#ports.recorded();
      if (this.#isStopped()) return { kind: 'stopped' };
      for (const text of this.#ports.takeWords()) this.#record({ kind: 'wordsAdded', text });
      if (!(await this.#mayGoOnFailing())) return this.#isStopped() ? { kind: 'stopped' } : { kind: 'repeatedFailure' };
    }
  }

  #isStopped(): boolean {
    return this.#abort.signal.aborted;
  }

  #record(record: RunRecord): void {
    this.#state = runAfter(this.#state, record);
    this.#ports.record(record);
  }

  /** Results go first: the model can have them again. */
  async #makeRoom(): Promise<void> {
    const steps = stepsToDrop(this.#before, this.#state, this.#window);
    if (steps > this.#state.droppedSteps) this.#record({ kind: 'resultsDropped', steps });
    const isFull = isNearlyFull(this.#before, this.#state, this.#window);
    const room = await this.#ports.makeRoom(isFull, this.#abort.signal);
    if (room === null) return;
    this.#budget.count(room.usage);
    this.#before = room.before ?? this.#before;
  }

  async #takeAnswer(): Promise<AnswerEnd> {
    const messages = [...this.#before, ...messagesOfRun(this.#state)];
    this.#record({ kind: 'answerBegan' });
    const grew = (event: BlockEvent): void => this.#record({ kind: 'answerGrew', event });
    const end = await this.#ports.answer(messages, this.#tools, this.#abort.signal, grew);
    this.#budget.count(end.usage);
    this.#record({ kind: 'answerEnded', end });
    await this.#ports.recorded();
    return end;
  }

  /** Neighbours that only read run side by side, everything else in order. */
  async #runCalls(calls: readonly ToolCall[]): Promise<void> {
    for (const { block } of calls.slice(mostCalls)) this.#end(block, tooMany);
    const rest = calls.slice(0, mostCalls);
    let isRejected = false;
    while (rest.length > 0 && !this.#isStopped()) {
      const firstChange = rest.findIndex(({ use }) => !this.#calls.isReadOnly(use));
      const readable = Math.min(firstChange === -1 ? rest.length : firstChange, mostAtOnce);
      const group = rest.splice(0, Math.max(1, readable));
      if (isRejected && readable === 0) for (const { block } of group) this.#end(block, behindRejected);
      else isRejected = (await Promise.all(group.map((call) => this.#runCall(call)))).includes(true) || isRejected;
    }
  }

  /** Whether the person said no. */
  async #runCall({ block, use }: ToolCall): Promise<boolean> {
    let changed: readonly FoundFile[] = [];
    const onStart = async (action: Action): Promise<void> => {
      const files = changedFiles(action);
      const isSandboxed = action.kind === 'command' && action.isSandboxed;
      this.#record({ kind: 'callStarted', block, ...(isSandboxed ? { isSandboxed: true as const } : {}) });
      if (files.length > 0) await this.#ports.files.began(files);
      changed = files;
      if (!this.#calls.isReadOnly(use)) await this.#ports.recorded();
    };
    const { outcome, isRejected } = await this.#calls.run(use, this.#abort.signal, onStart);
    if (changed.length > 0) await this.#ports.files.ended(changed);
    if (outcome === null) return isRejected;
    this.#failures.count(use.name, toolInputJson(use.input), outcome.isError);
    this.#end(block, outcome);
    return isRejected;
  }

  #end(block: number, outcome: ToolOutcome): void {
    this.#record({ kind: 'callEnded', block, outcome });
  }

  async #mayGoOnFailing(): Promise<boolean> {
    const tool = this.#failures.take();
    if (tool === null) return true;
    const pause = { kind: 'repeatedFailure', tool, times: mostFailures } as const;
    return (await this.#ports.person.goOn(pause, this.#abort.signal)) && !this.#isStopped();
  }
}
