// Runs the HTTP answers of web-platform-tests' event-source cases against a real socket: which answers are an event
// stream and which are refused before one byte of them is an event.
import assert from 'node:assert/strict';
import { createEventSourceReader } from '../../../src/core/chat/messages/stream/event-source.ts';
import { messageHttpRequest } from '../../../src/core/chat/messages/request.ts';
import { streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { standardCases } from '../../support/samples/event-stream-cases.ts';
import { startLoopbackServer, text } from '../../support/servers/loopback-server.ts';
import { collect, credential, request } from '../../support/servers/message-chunks.ts';
import { connectTo, profileOf } from '../../support/fakes/service-connection.ts';

const { streams, answers } = standardCases();

/** The data of every event that comes of an answer with this status, type and body. Rejects where it is refused. */
async function dataIn(status: number, contentType: string, body: string): Promise<string[]> {
  await using server = await startLoopbackServer(() => text(body, status, { 'content-type': contentType }));
  const connection = connectTo(profileOf(server.origin), new FakeClock());
  const endpoint = { base: server.origin, credential };
  const data: string[] = [];
  const reader = createEventSourceReader(
    1_000,
    (event) => data.push(event.data),
    () => assert.fail('overrun'),
  );
  const sent = messageHttpRequest(connection, endpoint, request, new AbortController().signal);
  for await (const bytes of await connection.http.eventStream(sent)) reader.feed(bytes);
  return data;
}

describe('an answer that may be an event stream, by the cases of web-platform-tests', () => {
  it('comes in all 9 of them', () => assert.equal(answers.length, 9));

  for (const { name, status, contentType, body, expected } of answers) {
    if (expected === 'stream opens') {
      it(`"${name}" is read as a stream`, async () =>
        assert.deepEqual(await dataIn(status, contentType, body), ['data']));
      continue;
    }
    it(`"${name}" is refused, and no event comes of it`, async () => {
      await using server = await startLoopbackServer(() => text(body, status, { 'content-type': contentType }));
      const connection = connectTo(profileOf(server.origin), new FakeClock());
      const events = await collect(
        streamMessage(connection, { base: server.origin, credential }, request, new AbortController().signal),
      );
      assert.deepEqual(
        events.map(({ kind }) => kind),
        ['failed'],
      );
      await assert.rejects(dataIn(status, contentType, body), { name: 'ServiceError' });
    });
  }

  for (const { name, bytes, contentType, expected } of streams.filter(
    (one) => one.contentType !== 'text/event-stream',
  )) {
    it(`"${name}" is read as UTF-8 although its type says ${contentType}`, async () => {
      const data = await dataIn(200, contentType, new TextDecoder().decode(bytes));
      assert.deepEqual(
        data,
        expected.map((event) => event.data),
      );
    });
  }
});
