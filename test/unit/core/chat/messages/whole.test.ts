import assert from 'node:assert/strict';
import { userText } from '../../../../../src/core/chat/messages/message.ts';
import type { AnswerEvent } from '../../../../../src/core/chat/messages/stream/stream.ts';
import { createProvider, planEndpoint } from '../../../../../src/core/chat/providers/fallback-chain.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  eventStream,
  html,
  json,
  type Reply,
  startLoopbackServer,
  text,
} from '../../../../support/servers/loopback-server.ts';
import { connectTo, credentialsOf, profileOf } from '../../../../support/fakes/service-connection.ts';
import {
  blockEnded,
  textAdded,
  textStarted,
  thinkingAdded,
  thinkingStarted,
} from '../../../../support/samples/answer-blocks.ts';

const request = { model: 'model-1', maxTokens: 100, messages: [userText('Hello')], whole: true } as const;

async function eventsOf(reply: Reply): Promise<AnswerEvent[]> {
  await using server = await startLoopbackServer(() => reply);
  const profile = profileOf(server.origin);
  const provider = createProvider(
    connectTo(profile, new FakeClock()),
    'plan',
    planEndpoint(profile, credentialsOf()) ?? assert.fail(),
  );
  const events: AnswerEvent[] = [];
  for await (const event of provider.answer(request, new AbortController().signal)) events.push(event);
  assert.equal(server.requests.length, 1);
  assert.match(server.requests[0]?.body ?? '', /"stream":false/);
  return events;
}

describe('a whole answer', () => {
  it('comes as the events of a stream: text, thinking and tool input, block by block [2.7 whole message]', async () => {
    const body = {
      type: 'message',
      model: 'model-1-big',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 's' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', id: 't', name: 'n', input: { a: 1 } },
        { type: 'hologram', light: 'beam' },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 9, output_tokens: 2 },
    };
    assert.deepEqual(await eventsOf(json(body)), [
      { kind: 'started', model: 'model-1-big' },
      thinkingStarted(0),
      thinkingAdded(0, 'Hm'),
      { kind: 'signatureAdded', index: 0, text: 's' },
      blockEnded(0),
      textStarted(1),
      textAdded(1, 'Hi'),
      blockEnded(1),
      { kind: 'blockStarted', index: 2, block: { kind: 'toolUse', id: 't', name: 'n' } },
      { kind: 'toolInputAdded', index: 2, text: '{"a":1}' },
      blockEnded(2),
      { kind: 'done', stopReason: 'tool_use', usage: { ...noUsage, inputTokens: 9, outputTokens: 2 } },
    ]);
  });

  it('may leave out everything but its content', async () => {
    assert.deepEqual(await eventsOf(json({ content: [{ type: 'tool_use' }, { type: 'text' }] })), [
      { kind: 'started', model: null },
      textStarted(0),
      blockEnded(0),
      { kind: 'done', stopReason: null, usage: noUsage },
    ]);
  });

  const refused: readonly (readonly [sentence: string, reply: Reply, kind: string])[] = [
    ['a body of another shape', json({ content: 'Hi' }), 'unexpectedAnswer'],
    ['a stream that nobody asked for', eventStream(['event: message_start\ndata: {}\n\n']), 'unexpectedAnswer'],
    [
      'a tool input nested without end',
      text(`{"content":[{"type":"tool_use","input":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`, 200),
      'unexpectedAnswer',
    ],
    ['an envelope of 401 under HTTP 200', json({ code: 401, msg: 'expired', success: false }), 'tokenRefused'],
    ['an empty body', text('', 200), 'unexpectedAnswer'],
    ['a page', html(), 'loginPage'],
    ['a refused token', json({ type: 'error', error: { type: 'authentication_error' } }, 401), 'tokenRefused'],
    ['an error under HTTP 200', json({ type: 'error', error: { type: 'permission_error' } }), 'forbidden'],
  ];
  for (const [sentence, reply, kind] of refused) {
    it(`fails on ${sentence}`, async () => {
      const [event, ...others] = await eventsOf(reply);
      assert.deepEqual([event?.kind === 'failed' && event.failure.kind, others], [kind, []]);
    });
  }

  it('that is stopped ends stopped, and closes the socket', async () => {
    await using server = await startLoopbackServer(() => ({ kind: 'silence' }));
    const [profile, person] = [profileOf(server.origin), new AbortController()];
    const provider = createProvider(
      connectTo(profile, new FakeClock()),
      'plan',
      planEndpoint(profile, credentialsOf()) ?? assert.fail(),
    );
    const events: AnswerEvent[] = [];
    const reading = (async () => {
      for await (const event of provider.answer(request, person.signal)) events.push(event);
    })();
    const received = await server.received(0);
    person.abort();
    await reading;
    assert.deepEqual(events, [{ kind: 'stopped', usage: noUsage }]);
    await received.socketClosed;
  });

  it('throws a fault of our own instead of hiding it as a failure', async () => {
    const profile = profileOf('https://base.example');
    const broken = {
      ...connectTo(profile, new FakeClock()),
      http: {
        json: () => Promise.reject(new TypeError('ours')),
        probe: () => assert.fail(),
        eventStream: () => assert.fail(),
      },
    };
    const provider = createProvider(broken, 'plan', planEndpoint(profile, credentialsOf()) ?? assert.fail());
    await assert.rejects(async () => {
      for await (const event of provider.answer(request, new AbortController().signal)) assert.fail(event.kind);
    }, /ours/);
  });
});
