// A run of the agent as the page shows it: each call as a line, and what they come to.
import { env, l10n } from 'vscode';
import type { AnswerTurn } from '../../../core/chat/conversation/answer.ts';
import { callsIn, type RunState, type RunStep, type ToolCall } from '../../../core/chat/conversation/runs/run-state.ts';
import { percentTaken, type QuotaShare } from '../../../core/chat/conversation/runs/quota-share.ts';
import type { LineCounts } from '../../../core/chat/review/line-changes.ts';
import { inertName } from '../../display/names.ts';
import type { ToolOutcome } from '../../../core/chat/messages/message.ts';
import { whyUntaken } from '../../../core/chat/tools/runs/untaken-calls.ts';
import type { CallView, RunView } from '../../../protocol/run.ts';
import { type CallText, callText } from './call-text.ts';
import { seenText } from './seen-text.ts';

/** Absent for an answer in words alone. */
export function runView(turn: AnswerTurn): { readonly run?: RunView } {
  if (turn.run === undefined) return {};
  const calls = placedCalls(turn.run).map((call) => callView(turn, call));
  return { run: { calls, facts: runFacts(turn), words: wordsIn(turn.run), isPlan: turn.run.isPlan } };
}

function wordsIn({ steps }: RunState): RunView['words'] {
  let place = 0;
  return steps.flatMap(({ blocks, words }) => {
    place += blocks.length;
    return words.map((text) => ({ place, text }));
  });
}

/** The call at this place among all blocks of the answer; null where none is. */
export function callAt(turn: AnswerTurn, block: number): CallView | null {
  const found = placedCall(turn, block);
  return found === null ? null : callView(turn, found);
}

/** The same with what a person sees who unfolds it. */
export function callWithDetail(turn: AnswerTurn, block: number): CallView | null {
  const found = placedCall(turn, block);
  if (found === null) return null;
  return { ...callView(turn, found), detail: detailOf(callText(found.use), found.step.outcomes.get(found.block)) };
}

function placedCall({ run }: AnswerTurn, block: number): PlacedCall | null {
  return run === undefined ? null : (placedCalls(run).find(({ place }) => place === block) ?? null);
}

interface PlacedCall extends ToolCall {
  /** Among all blocks of the answer. */
  readonly place: number;
  readonly step: RunStep;
  readonly isOfLast: boolean;
}

function placedCalls({ steps }: RunState): readonly PlacedCall[] {
  let first = 0;
  return steps.flatMap((step, index) => {
    const begin = first;
    first += step.blocks.length;
    const isOfLast = index === steps.length - 1;
    return callsIn(step).map((call) => ({ ...call, place: begin + call.block, step, isOfLast }));
  });
}

function callView({ progress }: AnswerTurn, { place, step, block, use, isOfLast }: PlacedCall): CallView {
  const text = callText(use);
  const outcome = step.outcomes.get(block);
  const isUnderWay = isOfLast && (progress.kind === 'waiting' || progress.kind === 'streaming');
  const isStarted = step.started.has(block);
  return {
    block: place,
    ...viewOf(text),
    lines: outcome?.lines ?? text.lines,
    isSandboxed: outcome === undefined ? step.startedInSandbox.has(block) : outcome.isSandboxed === true,
    failedWith: outcome?.exitCode === 0 ? null : (outcome?.exitCode ?? null),
    state: stateOf(outcome, isStarted, isUnderWay, use.input.kind === 'arriving' && step.end === null),
    detail: null,
  };
}

function viewOf({ icon, verb, object, file }: CallText): Pick<CallView, 'icon' | 'verb' | 'object' | 'file'> {
  return { icon, verb, object, file };
}

function stateOf(
  outcome: ToolOutcome | undefined,
  isStarted: boolean,
  isUnderWay: boolean,
  isArriving: boolean,
): CallView['state'] {
  if (outcome !== undefined) return isStarted ? endOf(outcome) : endOfUntaken(outcome);
  if (!isUnderWay) return isStarted ? 'failed' : 'notRun';
  if (isArriving) return 'arriving';
  return isStarted ? 'running' : 'waiting';
}

function endOf({ isError }: ToolOutcome): CallView['state'] {
  return isError ? 'failed' : 'done';
}

function endOfUntaken(outcome: ToolOutcome): CallView['state'] {
  switch (whyUntaken(outcome)) {
    case 'rejected':
      return 'rejected';
    case 'behindRejected':
      return 'notRun';
    case null:
      return endOf(outcome);
  }
}

/** Characters of what a person sees of an input or a result; the model is told more. */
const longestDetail = 6000;

function detailOf({ given }: CallText, outcome: ToolOutcome | undefined): string {
  const told = (outcome?.content ?? []).map((block) => (block.kind === 'text' ? block.text : l10n.t('(an image)')));
  const parts = [given, ...told].filter((part) => part !== '').map((part) => part.slice(0, longestDetail));
  return seenText(parts.join('\n\n'));
}

/** What all of it comes to: answers, files and their lines, commands, what the cache and the quota had of it. */
export function runFacts({ run, usage }: AnswerTurn): string[] {
  if (run === undefined) return [];
  const done = placedCalls(run).filter(({ step, block }) => step.outcomes.get(block)?.isError === false);
  const texts = done.map(({ use }) => callText(use));
  const files = new Set(texts.flatMap(({ changes, file }) => (changes && file !== null ? [file] : [])));
  const lines = done.flatMap(({ step, block }) => step.outcomes.get(block)?.lines ?? []);
  const commands = done.filter(({ use }) => use.name === 'run_command').length;
  const cached = usage.cacheReadTokens ?? 0;
  const steps = run.steps.length;
  const written = (count: number): string => new Intl.NumberFormat(env.language).format(count);
  return [
    steps === 1 ? l10n.t('1 step') : l10n.t('{0} steps', written(steps)),
    ...(files.size === 0 ? [] : [filesText(files.size, lines, written)]),
    ...(commands === 0 ? [] : [commands === 1 ? l10n.t('1 command') : l10n.t('{0} commands', written(commands))]),
    ...(cached === 0 ? [] : [l10n.t('{0} tokens from the cache', written(cached))]),
    ...quotaTexts(run.quota),
  ];
}

function filesText(count: number, lines: readonly LineCounts[], written: (count: number) => string): string {
  const files = count === 1 ? l10n.t('1 file changed') : l10n.t('{0} files changed', written(count));
  const added = lines.reduce((sum, one) => sum + one.added, 0);
  const removed = lines.reduce((sum, one) => sum + one.removed, 0);
  return added + removed === 0 ? files : `${files} +${written(added)} −${written(removed)}`;
}

/** What the service counted while it ran. */
export function quotaTexts(quota: QuotaShare | null): string[] {
  const percent = quota === null ? null : percentTaken(quota);
  if (quota === null || percent === null) return [];
  const window = inertName(quota.last.window);
  if (percent < 1) return quota.isWhole ? [l10n.t('{0}: under 1% taken', window)] : [];
  const rounded = String(Math.round(percent));
  return [
    quota.isWhole ? l10n.t('{0}: {1}% taken', window, rounded) : l10n.t('{0}: at least {1}% taken', window, rounded),
  ];
}
