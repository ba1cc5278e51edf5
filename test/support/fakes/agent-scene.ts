// A run of the agent without a service, a disk or a person: answers, tools and replies are the test's.
import { AgentRun, type RoomMade, type RunEnd } from '../../../src/core/chat/tools/runs/agent-run.ts';
import { RunBudget, type RunLimits } from '../../../src/core/chat/tools/runs/run-budget.ts';
import type { FileAddress } from '../../../src/core/chat/conversation/files/file-records.ts';
import type { QuotaReading } from '../../../src/core/chat/conversation/runs/quota-share.ts';
import {
  emptyRun,
  runAfter,
  type RunRecord,
  type RunState,
} from '../../../src/core/chat/conversation/runs/run-state.ts';
import type { ConsentQuestion, ConsentReply, Pause } from '../../../src/core/chat/tools/runs/person.ts';
import { Allowances } from '../../../src/core/chat/tools/consent/allowances.ts';
import type { Action, Mode } from '../../../src/core/chat/tools/consent/consent.ts';
import { type OfferedTool, succeeded, type ToolOutcome } from '../../../src/core/chat/tools/calls/offered-tool.ts';
import {
  type AnswerBlock,
  type BlockEvent,
  eventsOfBlock,
  type JsonObject,
} from '../../../src/core/chat/messages/blocks.ts';
import { type Message, userText } from '../../../src/core/chat/messages/message.ts';
import { noUsage, type Usage } from '../../../src/core/chat/messages/stream/stream-event.ts';
import type { AnswerEnd } from '../../../src/core/chat/messages/stream/stream.ts';
import { FakeClock } from './fake-clock.ts';

export interface ScriptedAnswer {
  readonly blocks: readonly AnswerBlock[];
  /** Absent where it ends as its blocks say. */
  readonly end?: AnswerEnd;
}

export function call(name: string, input: JsonObject = {}, id: string = name): AnswerBlock {
  return { kind: 'toolUse', id, name, input: { kind: 'read', value: input } };
}

export function says(text: string): ScriptedAnswer {
  return { blocks: [{ kind: 'text', text }] };
}

export function calls(...blocks: readonly AnswerBlock[]): ScriptedAnswer {
  return { blocks };
}

/** A tool that does what the test says, as an action of this kind. */
export function tool(
  name: string,
  action: Action,
  run: OfferedToolRun = () => Promise.resolve(succeeded(name)),
): OfferedTool {
  return {
    definition: { name, description: `${name}s`, inputSchema: {} },
    isReadOnly: action.kind === 'read',
    prepare: (input) =>
      Promise.resolve({
        kind: 'prepared',
        action,
        preview: { kind: 'input', input },
        run: (signal) => run(signal, input),
      }),
  };
}
type OfferedToolRun = (signal: AbortSignal, input: JsonObject) => Promise<ToolOutcome>;

export const reading: Action = { kind: 'read', files: [] };
export const running = (line: string): Action => ({
  kind: 'command',
  command: { line, shell: 'posix', folder: '/w' },
  liesInside: true,
  isSandboxed: false,
});
export const changing = (path: string): Action => ({
  kind: 'edit',
  files: [
    { scheme: 'file', path: `/w/${path}`, realPath: `/w/${path}`, lies: 'inside', within: [path], git: 'notIgnored' },
  ],
  concerns: [],
});

export class AgentScene {
  readonly clock = new FakeClock();
  readonly records: RunRecord[] = [];
  /** The messages of each request. */
  readonly requests: (readonly Message[])[] = [];
  readonly questions: ConsentQuestion[] = [];
  readonly pauses: Pause[] = [];
  readonly log: string[] = [];
  readonly words: string[] = [];
  before: readonly Message[] = [userText('Fix the test')];
  allowances = new Allowances();
  mode: Mode = 'askAll';
  isTrusted = true;
  limits: RunLimits = { steps: 50, tokens: 1_000_000, quota: 100 };
  quota: QuotaReading | null = null;
  usage: Usage = noUsage;
  window: number | null = null;
  reply: (question: ConsentQuestion, signal: AbortSignal) => Promise<ConsentReply> = () =>
    Promise.resolve({ kind: 'accept', allowed: null });
  goesOn: (pause: Pause) => boolean = () => false;
  makeRoom: (isFull: boolean) => Promise<RoomMade | null> = () => Promise.resolve(null);
  onRecord: (record: RunRecord) => void = () => undefined;
  recorded: () => Promise<void> = () => Promise.resolve();
  onFiles: (what: 'began' | 'ended', files: readonly FileAddress[]) => Promise<void> = () => Promise.resolve();

  readonly tools: readonly OfferedTool[];
  readonly #answers: ScriptedAnswer[];

  constructor(tools: readonly OfferedTool[], answers: readonly ScriptedAnswer[]) {
    this.tools = tools;
    this.#answers = [...answers];
  }

  /** As the records tell it. */
  get state(): RunState {
    return this.records.reduce(runAfter, emptyRun);
  }

  begin(state: RunState = this.state): AgentRun {
    const ports = {
      answer: (messages: readonly Message[], _: unknown, signal: AbortSignal, grew: (event: BlockEvent) => void) =>
        this.#answer(messages, signal, grew),
      makeRoom: (isFull: boolean) => this.makeRoom(isFull),
      record: (record: RunRecord) => {
        this.records.push(record);
        this.onRecord(record);
      },
      recorded: () => this.recorded(),
      files: {
        began: (files: readonly FileAddress[]) => this.onFiles('began', files),
        ended: (files: readonly FileAddress[]) => this.onFiles('ended', files),
      },
      consent: () => ({ mode: this.mode, isTrusted: this.isTrusted, allowances: this.allowances }),
      takeWords: () => this.words.splice(0),
      person: {
        consent: (question: ConsentQuestion, signal: AbortSignal) => {
          this.questions.push(question);
          return this.reply(question, signal);
        },
        goOn: (pause: Pause) => {
          this.pauses.push(pause);
          return Promise.resolve(this.goesOn(pause));
        },
      },
      clock: this.clock,
      log: { info: () => undefined, warn: (text: string) => this.log.push(text) },
    };
    const budget = new RunBudget(this.limits, () => this.quota);
    return new AgentRun(ports, this.before, this.tools, state, budget, this.window);
  }

  run(): Promise<RunEnd> {
    return this.begin().run();
  }

  async #answer(
    messages: readonly Message[],
    signal: AbortSignal,
    grew: (event: BlockEvent) => void,
  ): Promise<AnswerEnd> {
    this.requests.push(messages);
    const { blocks, end } = this.#answers.shift() ?? says('Done.');
    for (const [index, block] of blocks.entries()) {
      for (const event of eventsOfBlock(block, index)) {
        await Promise.resolve();
        if (signal.aborted) return { kind: 'stopped', usage: this.usage };
        grew(event);
      }
    }
    const isTurn = blocks.some(({ kind }) => kind === 'toolUse');
    return end ?? { kind: 'done', stopReason: isTurn ? 'tool_use' : 'end_turn', usage: this.usage };
  }

  /** Of the newest request: the results of tools, as `id: text`, with `!` where one is an error. */
  lastResults(): string[] {
    const content = this.requests.at(-1)?.at(-1)?.content ?? [];
    return content.flatMap((block) =>
      block.kind === 'toolResult'
        ? [
            `${block.isError ? '!' : ''}${block.useId}: ${block.content.map((one) => (one.kind === 'text' ? one.text : one.kind)).join()}`,
          ]
        : [],
    );
  }
}
