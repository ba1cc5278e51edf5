// Turns a scripted answer into the message of the interface: whole, or as the events of section 6 at the demo's pace.
// It does not know who asked or what is charged.
import { randomBytes } from 'node:crypto';
import type { ScriptedAnswer } from './answers.ts';
import { pause } from './byte-streams.ts';
import { tokensIn } from './models.ts';

/** A scripted answer, made ready: cut to the length that was asked for. */
export interface PreparedAnswer extends ScriptedAnswer {
  readonly model: string;
  readonly inputTokens: number;
  readonly stopReason: 'end_turn' | 'max_tokens';
}

/** The number of deltas between two pings, which keep intermediaries from closing a connection as idle. */
const deltasPerPing = 120;

export function prepared(answer: ScriptedAnswer, model: string, inputTokens: number, maxTokens: number): PreparedAnswer {
  const room = maxTokens * 4;
  const thinking = answer.thinking.slice(0, room);
  const text = answer.text.slice(0, room - thinking.length);
  const isCut = thinking.length + text.length < answer.thinking.length + answer.text.length;
  return { ...answer, thinking, text, model, inputTokens, stopReason: isCut ? 'max_tokens' : 'end_turn' };
}

export function outputTokens({ thinking, text }: PreparedAnswer): number {
  return tokensIn(thinking.length + text.length);
}

const signature = 'ZGVtby1zaWduYXR1cmU=';

function message(answer: PreparedAnswer): Record<string, unknown> {
  return {
    id: `msg_${randomBytes(12).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    content: [],
    model: answer.model,
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: answer.inputTokens, output_tokens: 1 },
  };
}

/** The body of a whole answer: the message that `message_start` carries, filled in. */
export function wholeMessage(answer: PreparedAnswer): Record<string, unknown> {
  const thought = { type: 'thinking', thinking: answer.thinking, signature };
  return {
    ...message(answer),
    content: [...(answer.thinking === '' ? [] : [thought]), { type: 'text', text: answer.text }],
    stop_reason: answer.stopReason,
    usage: { input_tokens: answer.inputTokens, output_tokens: outputTokens(answer) },
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
    yield event('content_block_delta', { index, delta: { type: 'signature_delta', signature } });
    yield event('content_block_stop', { index });
    index += 1;
  }

  yield event('content_block_start', { index, content_block: { type: 'text', text: '' } });
  yield event('ping');
  yield* deltas(index, answer.text, (text) => ({ type: 'text_delta', text }), step, gone);
  if (gone.aborted) return;
  yield event('content_block_stop', { index });
  yield event('message_delta', {
    delta: { stop_reason: answer.stopReason, stop_sequence: null },
    usage: { output_tokens: outputTokens(answer) },
  });
  yield event('message_stop');
}
