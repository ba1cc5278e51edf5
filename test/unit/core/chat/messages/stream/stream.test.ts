import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createAnswer, reduceAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import { type AnswerEvent, streamMessage } from '../../../../../../src/core/chat/messages/stream/stream.ts';
import { noUsage, type Usage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import type { Connection } from '../../../../../../src/core/service/http/connection.ts';
import { type Failure, ServiceError } from '../../../../../../src/core/service/failure/errors.ts';
import { createHttp } from '../../../../../../src/core/service/http/http.ts';
import { chunkedFetch } from '../../../../../support/fakes/chunked-fetch.ts';
import { FakeClock } from '../../../../../support/fakes/fake-clock.ts';
import {
  cut,
  eventStream,
  html,
  json,
  refusedOrigin,
  type Reply,
  startLoopbackServer,
  text,
} from '../../../../../support/servers/loopback-server.ts';
import { collect, credential, readChunks, request } from '../../../../../support/servers/message-chunks.ts';
import {
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  streamFrom,
  textDelta,
  wholeAnswer,
  wireEvent,
} from '../../../../../support/servers/message-stream.ts';
import { connectTo, profileOf } from '../../../../../support/fakes/service-connection.ts';
import {
  blockEnded,
  blocksOf,
  textAdded,
  textStarted,
  thinkingAdded,
  thinkingStarted,
} from '../../../../../support/samples/answer-blocks.ts';

const running = new AbortController().signal;
const started: AnswerEvent = { kind: 'started', model: 'model-1-big' };
const startUsage: Usage = { ...noUsage, inputTokens: 12, outputTokens: 1 };
const failed = (failure: Failure, usage = startUsage): AnswerEvent => ({ kind: 'failed', failure, usage });

async function answered(reply: Reply): Promise<AnswerEvent[]> {
  await using server = await startLoopbackServer(() => reply);
  return await collect(streamFrom(server));
}

const whole = wholeAnswer('Grüße', ', 🌊\n\n', 'data: x');
const wholeEvents: AnswerEvent[] = [
  started,
  textStarted(0),
  textAdded(0, 'Grüße'),
  textAdded(0, ', 🌊\n\n'),
  textAdded(0, 'data: x'),
  blockEnded(0),
  { kind: 'done', stopReason: 'end_turn', usage: { ...noUsage, inputTokens: 12, outputTokens: 7 } },
];

describe('a message stream', () => {
  it('is asked for with one POST and read to its end [4.9 stream, Content-Type][6 order]', async () => {
    await using server = await startLoopbackServer(() => eventStream([whole]));
    assert.deepEqual(await collect(streamFrom(server)), wholeEvents);
    assert.equal(server.requests.length, 1);
    const [sent] = server.requests;
    assert.equal(`${String(sent?.method)} ${String(sent?.target)}`, 'POST /api/compat/v1/messages');
    assert.equal(sent?.headers['x-api-key'], 'key-1');
    assert.equal(sent.headers['compat-version'], '2023-06-01');
  });

  it('reads the same when it drips in byte by byte', async () => {
    assert.deepEqual(
      await answered(eventStream([...Buffer.from(whole)].map((byte) => Uint8Array.of(byte)))),
      wholeEvents,
    );
  });

  it('reads the same split at every byte', async () => {
    for (const [name, wire] of [
      ['LF', whole],
      ['CRLF', whole.replaceAll('\n', '\r\n')],
      ['CR', whole.replaceAll('\n', '\r')],
    ] as const) {
      const bytes = Buffer.from(wire);
      for (let at = 0; at <= bytes.length; at += 1) {
        assert.deepEqual(
          await readChunks([bytes.subarray(0, at), bytes.subarray(at)]),
          wholeEvents,
          `${name}, split at ${at}`,
        );
      }
    }
  });

  it('reads the same split anywhere, any number of times', async () => {
    const bytes = Buffer.from(whole);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), bytes.length];
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        assert.deepEqual(await readChunks(chunks), wholeEvents);
      }),
      { numRuns: 100 },
    );
  });

  it('strips one leading byte order mark, and only one', async () => {
    const mark = Buffer.from('\u{FEFF}');
    assert.deepEqual(await readChunks([mark, whole]), wholeEvents);
    // A second mark makes the first line a field that nobody knows, so this event has no name and ends nothing.
    assert.deepEqual(await readChunks([mark, mark, 'event: message_stop\ndata: {}\n\n', whole]), wholeEvents);
  });

  it('reads thinking and tool input beside text', async () => {
    const delta = (index: number, fields: Readonly<Record<string, unknown>>): string =>
      wireEvent('content_block_delta', { index, delta: fields });
    const events = await readChunks([
      messageStart,
      wireEvent('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      wireEvent('content_block_stop', { index: 0 }),
      wireEvent('content_block_start', {
        index: 1,
        content_block: { type: 'tool_use', id: 't', name: 'n', input: {} },
      }),
      delta(1, { type: 'input_json_delta', partial_json: '{"a":' }),
      delta(1, { type: 'input_json_delta', partial_json: '1}' }),
      wireEvent('content_block_stop', { index: 1 }),
      wireEvent('message_delta', {
        delta: { stop_reason: 'tool_use' },
        usage: { output_tokens: 5, input_tokens: 20, cache_read_input_tokens: 3 },
      }),
      messageStop,
    ]);
    assert.deepEqual(events, [
      started,
      thinkingStarted(0),
      thinkingAdded(0, 'Hm.'),
      { kind: 'signatureAdded', index: 0, text: 'sig' },
      blockEnded(0),
      { kind: 'blockStarted', index: 1, block: { kind: 'toolUse', id: 't', name: 'n' } },
      { kind: 'toolInputAdded', index: 1, text: '{"a":' },
      { kind: 'toolInputAdded', index: 1, text: '1}' },
      blockEnded(1),
      {
        kind: 'done',
        stopReason: 'tool_use',
        usage: { inputTokens: 20, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: null },
      },
    ]);
  });

  it('skips comments, pings, unknown events and unknown fields', async () => {
    const noise = [
      ': keep-alive\n\n',
      wireEvent('ping'),
      wireEvent('hologram', { x: 1 }),
      'event: beat\ndata: now\n\n',
      'unknown: field\n\n',
    ].join('');
    const events = whole.split(/(?<=\n\n)(?=event)/);
    assert.equal(events.length, 8);
    assert.deepEqual(await readChunks(events.map((event) => noise + event)), wholeEvents);
  });

  it('keeps the last stop reason that was named', async () => {
    const events = await readChunks([
      messageStart,
      messageDelta,
      wireEvent('message_delta', { delta: {}, usage: { output_tokens: 9 } }),
      messageStop,
    ]);
    assert.deepEqual(events.at(-1), {
      kind: 'done',
      stopReason: 'end_turn',
      usage: { ...noUsage, inputTokens: 12, outputTokens: 9 },
    });
  });

  it('is not read on after message_stop, and its socket is closed', async () => {
    await using server = await startLoopbackServer(() =>
      eventStream([messageStart + messageStop + textDelta('late')], 'silence'),
    );
    assert.deepEqual(await collect(streamFrom(server)), [
      started,
      { kind: 'done', stopReason: null, usage: startUsage },
    ]);
    await (await server.received(0)).socketClosed;
  });
});

describe('a message stream that goes wrong', () => {
  const one: readonly AnswerEvent[] = [textStarted(0), textAdded(0, 'one')];
  const begun = messageStart + textDelta('one');

  it('is cut where it ends without message_stop, and keeps what came', async () => {
    assert.deepEqual(await answered(eventStream([begun + blockStop + messageDelta])), [
      started,
      ...one,
      blockEnded(0),
      failed({ kind: 'cut' }, { ...startUsage, outputTokens: 7 }),
    ]);
  });

  it('is cut where its last event is not whole', async () => {
    assert.deepEqual(await answered(eventStream([begun + messageStop.trimEnd()])), [
      started,
      ...one,
      failed({ kind: 'cut' }),
    ]);
  });

  it('is cut where nothing comes at all', async () => {
    assert.deepEqual(await answered(eventStream([])), [failed({ kind: 'cut' }, noUsage)]);
  });

  it('is cut where the connection breaks', async () => {
    assert.deepEqual(await answered(eventStream([begun], 'cut')), [started, ...one, failed({ kind: 'cut' })]);
  });

  it('ends with the failure of an error event', async () => {
    const error = wireEvent('error', { error: { type: 'overload_error', message: 'busy' } });
    assert.deepEqual(await answered(eventStream([begun + error + textDelta('late') + messageStop])), [
      started,
      ...one,
      failed({ kind: 'overloaded', retryAt: null }),
    ]);
  });

  const errors: readonly (readonly [sentence: string, wire: string, failure: Failure])[] = [
    [
      '1113 without a type',
      'event: error\ndata: {"error":{"code":"1113","message":"x"}}\n\n',
      { kind: 'balanceExhausted' },
    ],
    [
      '1113 in the message alone, without a type',
      'data: {"error":{"message":"[1113][x]"}}\n\n',
      { kind: 'balanceExhausted' },
    ],
    [
      '1113 without an object around it',
      'event: error\ndata: {"code":1113,"message":"x"}\n\n',
      { kind: 'balanceExhausted' },
    ],
    ['an envelope of 401', 'data: {"code":401,"msg":"expired","success":false}\n\n', { kind: 'tokenRefused' }],
    [
      "an overload whose type stands in the place of the event's",
      'event: error\ndata: {"type":"overloaded_error","message":"x"}\n\n',
      { kind: 'overloaded', retryAt: null },
    ],
    [
      'an error in plain words',
      'event: error\ndata: Internal Server Error\n\n',
      { kind: 'serviceTrouble', status: 200, retryAt: null },
    ],
    [
      'an error whose code is the credential',
      'event: error\ndata: {"error":{"type":"invalid_request_error","code":"key-1"}}\n\n',
      { kind: 'requestRefused', status: 200, code: null },
    ],
  ];
  for (const [sentence, wire, failure] of errors) {
    it(`ends with what an error says: ${sentence}`, async () => {
      assert.deepEqual(await answered(eventStream([begun + wire + messageStop])), [started, ...one, failed(failure)]);
    });
  }

  it('in place of which an envelope or a page comes says what that says', async () => {
    const asStream = (body: string): Reply => eventStream([body]);
    assert.deepEqual(await answered(asStream('{"code":401,"msg":"x","success":false}')), [
      failed({ kind: 'tokenRefused' }, noUsage),
    ]);
    assert.deepEqual(await answered(asStream('{"code":1113,"msg":"x","success":false}')), [
      failed({ kind: 'balanceExhausted' }, noUsage),
    ]);
    assert.equal(
      (await answered(asStream('<!doctype html>')))
        .map((event) => event.kind === 'failed' && event.failure.kind)
        .join(),
      'loginPage',
    );
  });

  it('names no model and no stop reason that could be anything', async () => {
    for (const model of ['key-1', 'x'.repeat(200), '<img src=x>', 'a\nb', { id: 'm' }]) {
      const start = wireEvent('message_start', { message: { model, usage: { input_tokens: 1e300 } } });
      const end = wireEvent('message_delta', { delta: { stop_reason: 'key-1' }, usage: { output_tokens: -1 } });
      assert.deepEqual(await readChunks([start + end + messageStop]), [
        { kind: 'started', model: null },
        { kind: 'done', stopReason: null, usage: noUsage },
      ]);
    }
  });

  it('with deltas of sixteen thousand blocks that never began is read to its end, and no answer grows by them', async () => {
    const indices = Array.from({ length: 16_000 }, (_, index) => (index % 2 === 0 ? index : -index * 1e9));
    const deltas = indices.map((index) =>
      wireEvent('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: '{' } }),
    );
    const events = await readChunks([messageStart, ...deltas, textDelta('one'), messageStop]);
    const answer = events.reduce((before, event) => reduceAnswer(before, event, 0), createAnswer('a', 0));
    assert.deepEqual([answer.blocks, answer.progress.kind], [blocksOf('one'), 'done']);
    assert.equal(events.length, 5);
  });

  it('whose event is nested without end is broken, and keeps what came before', async () => {
    assert.deepEqual(await readChunks([`${begun}data: ${'['.repeat(1_000_000)}\n\n`]), [
      started,
      ...one,
      failed({ kind: 'unexpectedAnswer', what: 'invalidJson' }),
    ]);
  });

  it('ends where an event cannot be read, and keeps what came before it, in whatever chunks', async () => {
    const bad = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,\n\n';
    const events = [started, ...one, failed({ kind: 'unexpectedAnswer', what: 'invalidJson' })];
    assert.deepEqual(await readChunks([begun + bad + messageStop]), events);
    assert.deepEqual(await readChunks([begun, bad, messageStop]), events);
    const odd = wireEvent('content_block_delta', { index: 0, delta: { type: 'text_delta' } });
    assert.deepEqual(await readChunks([begun + odd]), [
      started,
      ...one,
      failed({ kind: 'unexpectedAnswer', what: 'schema' }),
    ]);
  });

  it('ends where one event outgrows every bound, and keeps what came before it', async () => {
    function* endless(): Generator<string> {
      yield `${begun}data: `;
      for (;;) yield 'x'.repeat(1024 * 1024);
    }
    const tooBig = [started, ...one, failed({ kind: 'unexpectedAnswer', what: 'tooBig' })];
    assert.deepEqual(await readChunks(endless()), tooBig);
    assert.deepEqual(await readChunks([`${begun}data: ${'x'.repeat(33 * 1024 * 1024)}`]), tooBig);
  });

  it('ends as stalled after sixty seconds of silence', async () => {
    await using server = await startLoopbackServer(() => eventStream([begun], 'silence'));
    const clock = new FakeClock();
    const events = streamFrom(server, clock);
    assert.deepEqual((await events.next()).value, started);
    for (const event of one) assert.deepEqual((await events.next()).value, event);
    const end = events.next();
    clock.advance(59_999);
    clock.advance(1);
    assert.deepEqual((await end).value, failed({ kind: 'stalled', seconds: 60 }));
    assert.equal((await events.next()).done, true);
    await (await server.received(0)).socketClosed;
  });

  it('is not stalled while pings come', async () => {
    const clock = new FakeClock();
    const ping = wireEvent('ping');
    const slow = chunkedFetch(
      'text/event-stream',
      [messageStart, ping, textDelta('one'), ping, ping, messageStop],
      () => clock.advance(59_999),
    );
    const connection: Connection = {
      ...connectTo(profileOf('https://base.example'), clock),
      http: createHttp(slow, clock),
    };
    const events = await collect(
      streamMessage(connection, { base: 'https://base.example', credential }, request, running),
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['started', 'blockStarted', 'textAdded', 'blockEnded', 'done'],
    );
  });

  const refusals: readonly (readonly [sentence: string, reply: Reply, failure: Failure])[] = [
    [
      'a refused token',
      json({ type: 'error', error: { type: 'authentication_error' } }, 401),
      { kind: 'tokenRefused' },
    ],
    ['a firewall', text('', 401), { kind: 'firewall' }],
    ['403', json({ type: 'error', error: { type: 'permission_error' } }, 403), { kind: 'forbidden' }],
    [
      'an exhausted balance',
      json({ type: 'error', error: { type: 'rate_limit_error', code: '1113', message: '[1113][x]' } }, 429),
      { kind: 'balanceExhausted' },
    ],
    ['529', text('', 529), { kind: 'overloaded', retryAt: null }],
    ['a whole answer in place of a stream', json({ content: [] }), { kind: 'unexpectedAnswer', what: 'contentType' }],
    ['a cut before the headers', cut, { kind: 'cut' }],
  ];
  for (const [sentence, reply, failure] of refusals) {
    it(`fails on ${sentence} with one event, and is not asked for again`, async () => {
      await using server = await startLoopbackServer(() => reply);
      assert.deepEqual(await collect(streamFrom(server)), [failed(failure, noUsage)]);
      assert.equal(server.requests.length, 1);
    });
  }

  it("fails on a network's login page", async () => {
    await using server = await startLoopbackServer(() => html());
    assert.deepEqual(await collect(streamFrom(server)), [failed({ kind: 'loginPage', host: server.host }, noUsage)]);
  });

  it('fails where nobody listens', async () => {
    const origin = await refusedOrigin();
    const events = streamMessage(
      connectTo(profileOf(origin), new FakeClock()),
      { base: origin, credential },
      request,
      running,
    );
    assert.deepEqual(await collect(events), [failed({ kind: 'hostUnreachable', host: new URL(origin).host }, noUsage)]);
  });

  it('throws a fault of our own instead of hiding it as a failure', async () => {
    const fault = new RangeError('fault');
    await assert.rejects(readChunks([begun], fault), fault);
    assert.deepEqual(await readChunks([begun], new ServiceError({ kind: 'cut' })), [
      started,
      ...one,
      failed({ kind: 'cut' }),
    ]);
  });
});
