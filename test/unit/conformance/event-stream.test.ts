// Runs the event-stream cases of web-platform-tests, of the SDK and of eventsource-parser through the layer that turns
// the bytes of every answer into events. Each case says which events the standard makes of its bytes; that they are no
// messages of the interface does not matter here. What the message layer does with the same bytes comes last.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createEventSourceReader } from '../../../src/core/chat/messages/stream/event-source.ts';
import {
  byteByByte,
  clientCases,
  cutAt,
  cutsInTwo,
  type EventStreamCase,
  type ExpectedEvent,
  standardCases,
} from '../../support/samples/event-stream-cases.ts';
import { readChunks } from '../../support/servers/message-chunks.ts';

const seed = 20_260_115;
const noBound = Number.MAX_SAFE_INTEGER;

/** The events as our reader tells them. Ids are kept only where the case says one: we never resume a stream. */
function eventsIn(chunks: Iterable<Uint8Array>, { expected }: EventStreamCase): ExpectedEvent[] {
  const events: ExpectedEvent[] = [];
  const reader = createEventSourceReader(
    noBound,
    ({ event, data, id }) => {
      const namesId = expected[events.length]?.id !== undefined;
      events.push({ event: event ?? null, data, ...(namesId ? { id: id ?? '' } : {}) });
    },
    () => assert.fail('There is no bound to outgrow.'),
  );
  for (const chunk of chunks) reader.feed(chunk);
  return events;
}

const suites: readonly (readonly [suite: string, count: number, cases: readonly EventStreamCase[]])[] = [
  ['web-platform-tests', 22, standardCases().streams],
  ['the SDK and of eventsource-parser', 25, clientCases()],
];

for (const [suite, count, cases] of suites) {
  describe(`an event stream, by the cases of ${suite}`, () => {
    it(`has all ${count} of them`, () => assert.equal(cases.length, count));

    for (const one of cases) {
      it(`"${one.name}" gives the standard's events: whole, as sent, in two at every byte, byte by byte`, () => {
        assert.deepEqual(eventsIn([one.bytes], one), one.expected, 'whole');
        assert.deepEqual(eventsIn(one.chunks, one), one.expected, 'as sent');
        assert.deepEqual(eventsIn(byteByByte(one.bytes), one), one.expected, 'byte by byte');
        for (const chunks of cutsInTwo(one.bytes)) {
          assert.deepEqual(eventsIn(chunks, one), one.expected, `cut at ${chunks[0]?.byteLength ?? 0}`);
        }
      });
    }

    it(`gives the same events cut anywhere, any number of times (seed ${seed})`, () => {
      for (const one of cases) {
        fc.assert(
          fc.property(fc.array(fc.nat(one.bytes.byteLength), { maxLength: 20 }), (places) => {
            assert.deepEqual(eventsIn(cutAt(one.bytes, places), one), one.expected, one.name);
          }),
          { seed, numRuns: 20 },
        );
      }
    });

    it('read as a message, ends in exactly one failure and never throws, whatever it holds', async () => {
      const kinds = new Map<string, string[]>();
      for (const { name, chunks } of cases)
        kinds.set(
          name,
          (await readChunks(chunks)).map(({ kind }) => kind),
        );
      for (const [name, read] of kinds) assert.deepEqual(read, ['failed'], name);
    });
  });
}

describe("an error event of the SDK's cases", () => {
  it('fails the answer as overloaded', async () => {
    const one = clientCases().find(({ name }) => name === 'error event then end');
    const [end] = await readChunks(one?.chunks ?? []);
    assert.equal(end?.kind, 'failed');
    assert.deepEqual(end.failure, { kind: 'overloaded', retryAt: null });
  });
});
