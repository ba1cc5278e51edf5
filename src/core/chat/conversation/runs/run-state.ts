// A run of the agent as its records tell it: answers, and what came of the tools that they called. Wherever the records
// break off, the messages made of them are whole: every use of a tool has its one result.
import {
  type AnswerBlock,
  type BlockEvent,
  blocksAfter,
  type TextBlock,
  textBlock,
  type ToolUseBlock,
} from '../../messages/blocks.ts';
import type { Message, ToolOutcome, ToolResultBlock, UserBlock } from '../../messages/message.ts';
import type { LineCounts } from '../../review/line-changes.ts';
import type { QuotaShare } from './quota-share.ts';
import type { AnswerEnd } from '../../messages/stream/stream.ts';

/** What happened, in order. A call is named by the place of its block in the newest answer. */
export type RunRecord =
  | { readonly kind: 'answerBegan' }
  | { readonly kind: 'answerGrew'; readonly event: BlockEvent }
  | { readonly kind: 'answerEnded'; readonly end: AnswerEnd }
  /** Written before anything is done. */
  | { readonly kind: 'callStarted'; readonly block: number; readonly isSandboxed?: true }
  | { readonly kind: 'callEnded'; readonly block: number; readonly outcome: ToolOutcome }
  /** What the person wrote while it ran; it goes along behind the results. */
  | { readonly kind: 'wordsAdded'; readonly text: string }
  /** The results of so many of the oldest steps are no longer sent. */
  | { readonly kind: 'resultsDropped'; readonly steps: number }
  /** More is known of what it takes of the plan's quota; also where it has ended. */
  | { readonly kind: 'quotaRead'; readonly share: QuotaShare }
  /** What it ends with is a plan, of which nothing has been done yet. */
  | { readonly kind: 'planned' };

export interface RunStep {
  readonly blocks: readonly AnswerBlock[];
  /** Null where it has not ended, or nobody saw it end. */
  readonly end: AnswerEnd | null;
  readonly started: ReadonlySet<number>;
  /** Those of them that run in the sandbox, as far as this window has begun them: no file says so before their end. */
  readonly startedInSandbox: ReadonlySet<number>;
  readonly outcomes: ReadonlyMap<number, ToolOutcome>;
  readonly words: readonly string[];
}

export interface RunState {
  readonly steps: readonly RunStep[];
  /** The place of the newest step's first block among those of all. */
  readonly firstBlock: number;
  readonly droppedSteps: number;
  /** Null where the plan's quota is not known. */
  readonly quota: QuotaShare | null;
  /** Whether it ended in a plan. */
  readonly isPlan: boolean;
}

export const emptyRun: RunState = { steps: [], firstBlock: 0, droppedSteps: 0, quota: null, isPlan: false };
const emptyStep: RunStep = {
  ...{ blocks: [], end: null, outcomes: new Map(), words: [] },
  ...{ started: new Set(), startedInSandbox: new Set() },
};

export function runAfter(run: RunState, record: RunRecord): RunState {
  switch (record.kind) {
    case 'answerBegan':
      return { ...run, steps: [...run.steps, emptyStep], firstBlock: blocksIn(run), isPlan: false };
    case 'resultsDropped':
      return { ...run, droppedSteps: Math.min(Math.max(run.droppedSteps, record.steps), run.steps.length) };
    case 'quotaRead':
      return { ...run, quota: record.share };
    case 'planned':
      return { ...run, isPlan: true };
    default: {
      const last = run.steps.at(-1);
      return last === undefined ? run : { ...run, steps: run.steps.with(-1, stepAfter(last, record)) };
    }
  }
}

function blocksIn({ steps, firstBlock }: RunState): number {
  return firstBlock + (steps.at(-1)?.blocks.length ?? 0);
}

type StepRecord = Exclude<RunRecord, { readonly kind: 'answerBegan' | 'resultsDropped' | 'quotaRead' | 'planned' }>;

function stepAfter(step: RunStep, record: StepRecord): RunStep {
  switch (record.kind) {
    case 'answerGrew':
      return { ...step, blocks: blocksAfter(step.blocks, record.event) };
    case 'answerEnded':
      return { ...step, end: record.end };
    case 'callStarted':
      return {
        ...step,
        started: new Set([...step.started, record.block]),
        startedInSandbox: new Set([...step.startedInSandbox, ...(record.isSandboxed === true ? [record.block] : [])]),
      };
    case 'callEnded':
      // The first result stands, whatever a damaged file repeats.
      return step.outcomes.has(record.block)
        ? step
        : { ...step, outcomes: new Map([...step.outcomes, [record.block, record.outcome]]) };
    case 'wordsAdded':
      return { ...step, words: [...step.words, record.text] };
  }
}

/** A use of a tool, and its place in the answer. */
export interface ToolCall {
  readonly block: number;
  readonly use: ToolUseBlock;
}

export function callsIn({ blocks }: RunStep): readonly ToolCall[] {
  return blocks.flatMap((use, block) => (use.kind === 'toolUse' ? [{ block, use }] : []));
}

/** For a prompt behind the run: images of its results are not sent again. */
export function messagesOfEndedRun(run: RunState): readonly Message<never>[] {
  return messagesOfRun(run).map((message) =>
    message.role === 'assistant' ? message : { role: 'user', content: message.content.map(withoutImage) },
  );
}

function withoutImage(block: UserBlock): UserBlock<never> {
  if (block.kind === 'image') return imageLeftOut;
  return block.kind === 'text' ? block : { ...block, ...withoutImages(block) };
}

const imageLeftOut = textBlock('(An image was here. Call the tool again if you need it.)');

/** The outcome as it is stored and sent later: an image weighs too much for it, and can be had again. */
export function withoutImages({ isError, content, lines, exitCode, isSandboxed }: ToolOutcome): StoredOutcome {
  const texts = content.map((block) => (block.kind === 'image' ? imageLeftOut : block));
  const known = {
    ...(lines === undefined ? {} : { lines }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(isSandboxed === undefined ? {} : { isSandboxed }),
  };
  return { isError, content: texts, ...known };
}

interface StoredOutcome {
  isError: boolean;
  content: TextBlock[];
  lines?: LineCounts;
  exitCode?: number;
  isSandboxed?: true;
}

const notRun = 'This call was not run: the run was interrupted before it.';
const interrupted =
  'This call was interrupted. It may have had an effect, or a part of it: look at how things are before you repeat it.';
const dropped = '(This result is no longer here, to save room. Call the tool again if you need it.)';

/**
 * The messages of a run behind those before it. Images of results are sent, where the answer was given in this window.
 */
export function messagesOfRun({ steps, droppedSteps }: RunState): readonly Message[] {
  return steps.flatMap((step, index) => messagesOfStep(step, index < droppedSteps));
}

function messagesOfStep(step: RunStep, isDropped: boolean): readonly Message[] {
  const blocks = withDistinctIds(step.blocks);
  const results = blocks.flatMap((use, block): ToolResultBlock[] =>
    use.kind === 'toolUse' ? [resultOf(step, block, use.id, isDropped)] : [],
  );
  const said: UserBlock[] = [...results, ...step.words.map((text) => ({ kind: 'text' as const, text }))];
  return [
    ...(blocks.length === 0 ? [] : [{ role: 'assistant' as const, content: blocks }]),
    ...(said.length === 0 ? [] : [{ role: 'user' as const, content: said }]),
  ];
}

function resultOf(step: RunStep, block: number, useId: string, isDropped: boolean): ToolResultBlock {
  const outcome = step.outcomes.get(block);
  if (outcome === undefined) {
    const text = step.started.has(block) ? interrupted : notRun;
    return { kind: 'toolResult', useId, isError: true, content: [{ kind: 'text', text }] };
  }
  // What failed is short, and keeps the model from doing it again.
  return isDropped && !outcome.isError
    ? { kind: 'toolResult', useId, isError: false, content: [{ kind: 'text', text: dropped }] }
    : { kind: 'toolResult', useId, isError: outcome.isError, content: outcome.content };
}

/** Some models give one id to several calls of an answer; each needs a result of its own. */
function withDistinctIds(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
  const given = new Set(blocks.flatMap((block) => (block.kind === 'toolUse' ? [block.id] : [])));
  const used = new Set<string>();
  return blocks.map((block) => {
    if (block.kind !== 'toolUse') return block;
    let { id } = block;
    for (let count = 2; used.has(id); count += 1) {
      const next = `${block.id}-${count}`;
      if (!given.has(next)) id = next;
    }
    used.add(id);
    return id === block.id ? block : { ...block, id };
  });
}
