import assert from 'node:assert/strict';
import { noUsage, type Usage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { FakeClock } from '../../../../../support/fakes/fake-clock.ts';
import { eventStream, silence, startLoopbackServer } from '../../../../../support/servers/loopback-server.ts';
import {
  blockStart,
  collect,
  messageStart,
  messageStop,
  streamFrom,
  textDelta,
} from '../../../../../support/servers/message-stream.ts';

const startUsage: Usage = { ...noUsage, inputTokens: 12, outputTokens: 1 };
import { textAdded, textStarted } from '../../../../../support/samples/answer-blocks.ts';

describe('stopping a message stream', () => {
  it('closes the socket at once, and ends with stopped', async () => {
    await using server = await startLoopbackServer(() => eventStream([messageStart + blockStart], 'silence'));
    const person = new AbortController();
    const clock = new FakeClock();
    const events = streamFrom(server, clock, person.signal);
    await events.next();
    await events.next();
    const end = events.next();
    person.abort();
    await (await server.received(0)).socketClosed;
    assert.deepEqual((await end).value, { kind: 'stopped', usage: startUsage });
    assert.equal((await events.next()).done, true);
    assert.equal(clock.waiting, 0);
  });

  it('shows nothing of what was already in flight', async () => {
    await using server = await startLoopbackServer(() =>
      eventStream([messageStart + textDelta('one') + textDelta('two') + messageStop]),
    );
    const person = new AbortController();
    const events = streamFrom(server, new FakeClock(), person.signal);
    assert.deepEqual((await events.next()).value?.kind, 'started');
    assert.deepEqual((await events.next()).value, textStarted(0));
    assert.deepEqual((await events.next()).value, textAdded(0, 'one'));
    person.abort();
    assert.deepEqual((await events.next()).value, { kind: 'stopped', usage: startUsage });
  });

  it('before the answer began closes the socket too', async () => {
    await using server = await startLoopbackServer(() => silence);
    const person = new AbortController();
    const end = streamFrom(server, new FakeClock(), person.signal).next();
    const { socketClosed } = await server.received(0);
    person.abort();
    await socketClosed;
    assert.deepEqual((await end).value, { kind: 'stopped', usage: noUsage });
  });

  it('before it began sends nothing', async () => {
    await using server = await startLoopbackServer(() => silence);
    assert.deepEqual(await collect(streamFrom(server, new FakeClock(), AbortSignal.abort())), [
      { kind: 'stopped', usage: noUsage },
    ]);
    assert.equal(server.requests.length, 0);
  });

  it('by leaving the loop closes the socket', async () => {
    await using server = await startLoopbackServer(() => eventStream([messageStart], 'silence'));
    const events = streamFrom(server);
    await events.next();
    await events.return();
    await (await server.received(0)).socketClosed;
  });
});
