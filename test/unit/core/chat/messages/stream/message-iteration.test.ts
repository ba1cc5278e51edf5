import assert from 'node:assert/strict';
import { type AnswerEvent, streamMessage } from '../../../../../../src/core/chat/messages/stream/stream.ts';
import { FakeClock } from '../../../../../support/fakes/fake-clock.ts';
import {
  eventStream,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../../../support/servers/loopback-server.ts';
import { collect, credential, request } from '../../../../../support/servers/message-chunks.ts';
import { messageStart, messageStop, textDelta } from '../../../../../support/servers/message-stream.ts';
import { connectTo, profileOf } from '../../../../../support/fakes/service-connection.ts';

const pieces = ['one', 'two', 'three'];
const whole = [messageStart, ...pieces.map(textDelta), messageStop];
const kinds = ['started', 'blockStarted', 'textAdded', 'textAdded', 'textAdded', 'blockEnded', 'done'];

function stream(
  { origin }: LoopbackServer,
  signal = new AbortController().signal,
): AsyncGenerator<AnswerEvent, void, undefined> {
  return streamMessage(connectTo(profileOf(origin), new FakeClock()), { base: origin, credential }, request, signal);
}

describe('a message stream as an iterator', () => {
  it('answers steps asked for all at once in their order, and every step past the end with the end', async () => {
    for (const chunks of [whole, [whole.join('')]]) {
      await using server = await startLoopbackServer(() => eventStream(chunks));
      const events = stream(server);
      const steps = await Promise.all(Array.from({ length: 10 }, () => events.next()));
      assert.deepEqual(
        steps.map(({ value }) => value?.kind),
        [...kinds, undefined, undefined, undefined],
      );
      assert.deepEqual(
        steps.map((step) => (step.value?.kind === 'textAdded' ? step.value.text : '')).filter((text) => text !== ''),
        pieces,
      );
      assert.equal((await events.next()).done, true);
    }
  });

  it('sends nothing until the first step is asked for, nor after it was returned before that', async () => {
    await using server = await startLoopbackServer(() => eventStream(whole));
    const events = stream(server);
    await events.return();
    assert.deepEqual(await collect(events), []);
    assert.equal(server.requests.length, 0);
  });

  it('gives nothing more once it was returned, although more had arrived', async () => {
    await using server = await startLoopbackServer(() => eventStream([whole.join('')]));
    const events = stream(server);
    assert.equal((await events.next()).done, false);
    assert.equal((await events.return()).done, true);
    assert.equal((await events.next()).done, true);
  });

  it('closes the socket when it is disposed of, and when an error is thrown into it', async () => {
    const fault = new RangeError('fault');
    await using server = await startLoopbackServer(() => eventStream([messageStart], 'silence'));
    {
      await using events = stream(server);
      await events.next();
    }
    await (await server.received(0)).socketClosed;
    const events = stream(server);
    await events.next();
    await assert.rejects(events.throw(fault), fault);
    await (await server.received(1)).socketClosed;
    assert.equal((await events.next()).done, true);
  });

  it('does not say that it was stopped once it has said how it ended', async () => {
    await using server = await startLoopbackServer(() => eventStream(whole));
    const person = new AbortController();
    const seen: string[] = [];
    for await (const { kind } of stream(server, person.signal)) {
      seen.push(kind);
      if (kind === 'done') person.abort();
    }
    assert.deepEqual(seen, kinds);
  });
});
