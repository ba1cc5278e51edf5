// Turns a scripted answer into the message of the interface: whole, or as the events of docs/service.md#6 at the demo's
// pace.
import { randomBytes } from 'node:crypto';
import type { ScriptedAnswer } from './answers.ts';
import { pause } from '../wire/byte-streams.ts';
import { tokensIn } from '../accounts/models.ts';
import type { InputTokens } from '../accounts/prompt-cache.ts';
import type { MessageRequest } from '../wire/message-request.ts';
import { signatureOf } from '../wire/thinking-signature.ts';
import type { ToolCall } from './tool-calls.ts';

/** A scripted answer, made ready: cut to what was asked for. */
export interface PreparedAnswer extends ScriptedAnswer {
  readonly model: string;
  readonly input: InputTokens;
  readonly stopReason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal' | 'pause_turn';
  /** The text that ended it; null where something else did. */
  readonly stopSequence: string | null;
}

/** The number of deltas between two pings, which keep intermediaries from closing a connection as idle. */
const deltasPerPing = 120;

export function prepared(
  answer: ScriptedAnswer,
  { model, max_tokens: maxTokens, stop_sequences: stopSequences = [] }: MessageRequest,
  input: InputTokens,
): PreparedAnswer {
  const limit = maxTokens * 4;
  const thinking = answer.thinking.slice(0, limit);
  const text = answer.text.slice(0, limit - thinking.length);
  const isCut = thinking.length + text.length < answer.thinking.length + answer.text.length;
  const common = { ...answer, thinking, model, input };
  const stop = firstStop(text, stopSequences);
  if (stop !== null)
    return {
      ...common,
      text: text.slice(0, stop.at),
      calls: [],
      stopReason: 'stop_sequence',
      stopSequence: stop.sequence,
    };
  if (isCut) return { ...common, text, calls: [], stopReason: 'max_tokens', stopSequence: null };
  return { ...common, text, stopReason: answer.calls.length > 0 ? 'tool_use' : answer.ending, stopSequence: null };
}

function firstStop(text: string, sequences: readonly string[]): { at: number; sequence: string } | null {
  const found = sequences.map((sequence) => ({ at: text.indexOf(sequence), sequence })).filter(({ at }) => at >= 0);
  return found.sort((one, other) => one.at - other.at)[0] ?? null;
}

export function outputTokens({ thinking, text, calls }: PreparedAnswer): number {
  const called = calls.reduce((sum, { name, input }) => sum + name.length + JSON.stringify(input).length, 0);
  return tokensIn(thinking.length + text.length + called);
}

/** As the interface counts: what was read from the cache or written to it is not in `input_tokens`. */
function usageOf({ uncached, cacheRead, cacheWritten }: InputTokens, output: number): Record<string, number> {
  return {
    input_tokens: uncached,
    cache_creation_input_tokens: cacheWritten,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
  };
}

function message(answer: PreparedAnswer): Record<string, unknown> {
  return {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    content: [],
    model: answer.model,
    stop_reason: null,
    stop_sequence: null,
    usage: usageOf(answer.input, 1),
  };
}

/** The body of a whole answer: the message that `message_start` carries, filled in. */
export function wholeMessage(answer: PreparedAnswer): Record<string, unknown> {
  const thought = { type: 'thinking', thinking: answer.thinking, signature: signatureOf(answer.thinking) };
  return {
    ...message(answer),
    content: [
      ...(answer.thinking === '' ? [] : [thought]),
      { type: 'text', text: answer.text },
      ...answer.calls.map((call) => ({ type: 'tool_use', ...call })),
    ],
    stop_reason: answer.stopReason,
    stop_sequence: answer.stopSequence,
    usage: usageOf(answer.input, outputTokens(answer)),
  };
}

function event(type: string, data: Readonly<Record<string, unknown>> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** A text as a model would send it: word by word, long words in pieces, nothing lost. */
function pieces(text: string): readonly string[] {
  return text.match(/\s*\S{1,12}|\s+$/gu) ?? [];
}

async function* deltas(
  index: number,
  text: string,
  asDelta: (piece: string) => Record<string, unknown>,
  pace: number,
  gone: AbortSignal,
): AsyncGenerator<string> {
  let sent = 0;
  for (const piece of pieces(text)) {
    if (pace > 0) await pause(pace, gone);
    if (gone.aborted) return;
    yield event('content_block_delta', { index, delta: asDelta(piece) });
    sent += 1;
    if (sent % deltasPerPing === 0) yield event('ping');
  }
}

/** A tool's use begins without its input, which comes as pieces of JSON, the first of them empty. */
async function* toolUse(
  index: number,
  { id, name, input }: ToolCall,
  pace: number,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const asDelta = (json: string): Record<string, unknown> => ({ type: 'input_json_delta', partial_json: json });
  yield event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
  yield event('content_block_delta', { index, delta: asDelta('') });
  yield* deltas(index, JSON.stringify(input), asDelta, pace, gone);
  if (!gone.aborted) yield event('content_block_stop', { index });
}

/**
 * The events of a streamed answer. Ends early, in the middle, when nobody listens any more.
 * @param pace milliseconds before each delta
 */
export async function* answerEvents(answer: PreparedAnswer, pace: number, gone: AbortSignal): AsyncGenerator<string> {
  const step = pace * answer.slowness;
  yield event('message_start', { message: message(answer) });

  let index = 0;
  if (answer.thinking !== '') {
    yield event('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
    yield* deltas(index, answer.thinking, (thinking) => ({ type: 'thinking_delta', thinking }), step, gone);
    if (gone.aborted) return;
    yield event('content_block_delta', {
      index,
      delta: { type: 'signature_delta', signature: signatureOf(answer.thinking) },
    });
    yield event('content_block_stop', { index });
    index += 1;
  }

  yield event('content_block_start', { index, content_block: { type: 'text', text: '' } });
  yield event('ping');
  yield* deltas(index, answer.text, (text) => ({ type: 'text_delta', text }), step, gone);
  if (gone.aborted) return;
  yield event('content_block_stop', { index });
  for (const [place, call] of answer.calls.entries()) yield* toolUse(index + 1 + place, call, step, gone);
  yield event('message_delta', {
    delta: { stop_reason: answer.stopReason, stop_sequence: answer.stopSequence },
    usage: { output_tokens: outputTokens(answer) },
  });
  yield event('message_stop');
}
