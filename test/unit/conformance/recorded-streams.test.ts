// Recorded streams of a real service, with its padding and its unknown blocks, cut everywhere: our reader against the
// SDK of the service they come from.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AnswerContent, contentOf } from '../../support/samples/answer-content.ts';
import { byteByByte, cutAt, cutsInTwo, recordedStream } from '../../support/samples/event-stream-cases.ts';
import { eventStream, startLoopbackServer } from '../../support/servers/loopback-server.ts';
import { readChunks } from '../../support/servers/message-chunks.ts';
import { readEventsWithSdk, sdkClient } from '../../support/servers/sdk-reading.ts';

const seed = 20_260_115;

async function readBySdk(bytes: Uint8Array): Promise<AnswerContent> {
  await using server = await startLoopbackServer(() => eventStream([bytes]));
  const request = { model: 'model-1', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };
  return await readEventsWithSdk(sdkClient(server.origin, 'key-1'), request);
}

const streams: readonly (readonly [file: string, holds: string, known: Partial<AnswerContent>])[] = [
  ['basic_response.txt', 'text', { text: 'Hello there!', stopReason: 'end_turn', inputTokens: 11, outputTokens: 6 }],
  [
    'tool_use_response.txt',
    'a tool call',
    { toolInput: '{"location": "Paris"}', stopReason: 'tool_use', inputTokens: 377, outputTokens: 65 },
  ],
  [
    'incomplete_partial_json_response.txt',
    'a tool call that breaks off',
    { stopReason: 'max_tokens', inputTokens: 450, outputTokens: 124 },
  ],
  [
    'stream-a-refusal.sse',
    'thinking and a refusal',
    { text: 'Hi', stopReason: 'refusal', inputTokens: 28, outputTokens: 106 },
  ],
  [
    'stream-a-toolrefusal.sse',
    "blocks of the service's own tools",
    { stopReason: 'refusal', inputTokens: 28, outputTokens: 106 },
  ],
  [
    'stream-b-fallback.sse',
    'a long text in padded events',
    { stopReason: 'end_turn', inputTokens: 31, outputTokens: 547 },
  ],
];

for (const [file, holds, known] of streams) {
  describe(`a recorded stream with ${holds} (${file})`, () => {
    const bytes = recordedStream(file);

    it('says the same to us as to the SDK', async () => {
      const content = contentOf(await readChunks([bytes]));
      assert.deepEqual(content, await readBySdk(bytes));
      assert.deepEqual({ ...content, ...known }, content);
    });

    it('reads the same in two at every byte, and byte by byte', async () => {
      const whole = await readChunks([bytes]);
      assert.deepEqual(await readChunks(byteByByte(bytes)), whole);
      for (const chunks of cutsInTwo(bytes))
        assert.deepEqual(await readChunks(chunks), whole, `cut at ${chunks[0]?.byteLength ?? 0}`);
    });

    it(`reads the same cut anywhere, any number of times (seed ${seed})`, async () => {
      const whole = await readChunks([bytes]);
      const places = fc.array(fc.nat(bytes.byteLength), { maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(places, async (cuts) => assert.deepEqual(await readChunks(cutAt(bytes, cuts)), whole)),
        { seed, numRuns: 50 },
      );
    });
  });
}
