// Spoils the answer of an endpoint: its bytes, its headers, or the events of its stream.
import { gzipSync } from 'node:zlib';
import { aborted, bodyFrom, encoded, eventTexts, pause } from '../wire/byte-streams.ts';
import type { DemoBindings } from '../wire/endpoints.ts';
import type { BodyFault, StreamFault } from './faults.ts';
import { noBalanceMessage } from '../wire/wire.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const isEventStream = (answer: Response): boolean =>
  (answer.headers.get('content-type') ?? '').startsWith('text/event-stream');

/** The same answer with another body. Chunked: headers then leave at once, and no length contradicts the body. */
function withBody(answer: Response, generate: (gone: AbortSignal) => AsyncGenerator<Bytes>): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  headers.set('transfer-encoding', 'chunked');
  return new Response(bodyFrom(generate), { status: answer.status, headers });
}

async function* chunksOf(answer: Response): AsyncGenerator<Bytes> {
  if (answer.body) for await (const chunk of answer.body) yield chunk;
}

async function* firstBytes(answer: Response, count: number): AsyncGenerator<Bytes> {
  let left = count;
  if (left === 0) return;
  for await (const chunk of chunksOf(answer)) {
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
}

async function* dripped(answer: Response, size: number, everyMs: number, gone: AbortSignal): AsyncGenerator<Bytes> {
  for await (const chunk of chunksOf(answer)) {
    for (let start = 0; start < chunk.byteLength; start += size) {
      await pause(everyMs, gone);
      if (gone.aborted) return;
      yield chunk.subarray(start, start + size);
    }
  }
}

function event(type: string, data: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

const isEvent = (text: string, type: string): boolean => text.startsWith(`event: ${type}\n`);

function oversized(answer: Response, size: number): Response {
  const filler = 'x'.repeat(size);
  if (!isEventStream(answer)) {
    return withBody(answer, async function* () {
      await answer.body?.cancel();
      yield encoded(JSON.stringify({ filler }));
    });
  }
  const delta = event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: filler } });
  return withBody(answer, () =>
    rewritten(answer, (text) => [text, ...(isEvent(text, 'content_block_start') ? [delta] : [])]),
  );
}

export async function spoiledBody(fault: BodyFault, answer: Response, wire: DemoBindings): Promise<Response> {
  switch (fault.kind) {
    case 'cut-mid-body':
      return withBody(answer, async function* (gone) {
        yield* firstBytes(answer, fault.after);
        wire.hangUp();
        await aborted(gone);
      });
    case 'stall-mid-body':
      return withBody(answer, async function* (gone) {
        yield* firstBytes(answer, fault.after);
        await aborted(gone);
      });
    case 'slow-drip':
      return withBody(answer, (gone) => dripped(answer, fault.bytes, fault.everyMs, gone));
    case 'wrong-content-type':
      return new Response(answer.body, {
        status: answer.status,
        headers: { ...Object.fromEntries(answer.headers), 'content-type': fault.contentType },
      });
    case 'truncated-json': {
      const whole = new Uint8Array(await answer.arrayBuffer());
      return new Response(whole.subarray(0, Math.floor(whole.byteLength / 2)), answer);
    }
    case 'gzip': {
      const headers = new Headers(answer.headers);
      headers.set('content-encoding', 'gzip');
      return new Response(new Uint8Array(gzipSync(await answer.arrayBuffer())), { status: answer.status, headers });
    }
    case 'oversized-line':
      return oversized(answer, fault.bytes);
  }
}

/** Passes each event of a stream through `rewrite`, until that answers undefined, which ends the stream. */
async function* rewritten(
  answer: Response,
  rewrite: (text: string) => readonly string[] | undefined,
): AsyncGenerator<Bytes> {
  for await (const text of eventTexts(chunksOf(answer))) {
    const texts = rewrite(text);
    if (!texts) return;
    for (const one of texts) yield encoded(one);
  }
}

/** What a later version of the interface might send between the events of today. */
const unknownEvents = [
  event('tide_turned', { height: 3.2 }),
  event('content_block_start', { index: 90, content_block: { type: 'hologram', light: '' } }),
  event('content_block_delta', { index: 90, delta: { type: 'light_delta', light: 'beam' } }),
  event('content_block_stop', { index: 90 }),
];
const unknownDelta = event('content_block_delta', { index: 0, delta: { type: 'scent_delta', scent: 'salt' } });

const endedFor = (reason: string): string =>
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 1 } });

export function spoiledStream(fault: StreamFault, answer: Response): Response {
  if (!isEventStream(answer)) return answer;
  let deltas = 0;
  const rewrite = (text: string): readonly string[] | undefined => {
    const isDelta = isEvent(text, 'content_block_delta');
    if (isDelta) deltas += 1;
    switch (fault.kind) {
      case 'overload-mid-stream':
        return (isDelta && deltas > fault.after) || isEvent(text, 'message_stop') ? undefined : [text];
      case 'no-message-stop':
        return isEvent(text, 'message_stop') ? [] : [text];
      case 'balance-mid-stream':
        return deltas > 1 || isEvent(text, 'message_stop') ? undefined : [text];
      case 'no-words':
        if (isEvent(text, 'message_delta')) return [endedFor(fault.stopReason)];
        return text.startsWith('event: content_block') ? [] : [text];
      case 'refusal-mid-stream':
        if (isEvent(text, 'message_delta')) return [endedFor('refusal')];
        return isDelta && deltas > 1 ? [] : [text];
      case 'unknown-events':
        if (isEvent(text, 'message_start')) return [text, ...unknownEvents];
        return isDelta && deltas === 1 ? [unknownDelta, text] : [text];
      case 'invalid-event-json':
        return isDelta && deltas === 1
          ? [text, 'event: content_block_delta\ndata: {"type":"content_block_del\n\n']
          : [text];
    }
  };
  return withBody(answer, async function* () {
    yield* rewritten(answer, rewrite);
    if (fault.kind === 'balance-mid-stream') {
      yield encoded(
        `event: error\ndata: ${JSON.stringify({ error: { code: '1113', message: noBalanceMessage } })}\n\n`,
      );
    }
    if (fault.kind === 'overload-mid-stream') {
      yield encoded(event('error', { error: { type: 'overload_error', message: 'The answer was interrupted.' } }));
    }
  });
}
