import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../../../../src/core/chat/attachments/text-tokens.ts';
import type { Message } from '../../../../../../src/core/chat/messages/message.ts';
import { requestBody } from '../../../../../../src/core/chat/messages/request-body.ts';
import { failed, succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { createPromptCache } from '../../../../../../src/demo/accounts/prompt-cache.ts';
import { inputParts, messageRequestSchema } from '../../../../../../src/demo/wire/message-request.ts';
import { AgentScene, call, calls, reading, tool } from '../../../../../support/fakes/agent-scene.ts';

/** Tokens of a request by where they come from, as the demo counts. */
function counted(requests: readonly (readonly Message[])[]): { read: number; all: number; largest: number } {
  const cache = createPromptCache();
  let [read, all, largest] = [0, 0, 0];
  for (const messages of requests) {
    const body = requestBody(
      {
        model: 'm',
        maxTokens: 10,
        messages,
        system: ['You work in a folder. '.repeat(100)],
        tools: [{ name: 'read', description: 'Reads a file. '.repeat(20), inputSchema: {} }],
      },
      true,
    );
    const tokens = cache.read('ada', inputParts(messageRequestSchema.parse(JSON.parse(JSON.stringify(body)))));
    const sum = tokens.uncached + tokens.cacheRead + tokens.cacheWritten;
    read += tokens.cacheRead;
    all += sum;
    largest = Math.max(largest, sum);
  }
  return { read, all, largest };
}

async function longRun(steps: number, window: number | null): Promise<AgentScene> {
  let count = 0;
  const read = tool('read', reading, () => {
    count += 1;
    return Promise.resolve(
      count === 5 ? failed('No such file.') : succeeded(`${count}: ${'a line of code\n'.repeat(200)}`),
    );
  });
  const scene = new AgentScene(
    [read],
    Array.from({ length: steps }, (_, n) => calls(call('read', { n }, `id${n}`))),
  );
  scene.window = window;
  scene.limits = { ...scene.limits, steps: 1000 };
  await scene.run();
  return scene;
}

describe('a long run', () => {
  it('reads at least 85 % of its input from the prompt cache', async () => {
    const scene = await longRun(30, null);
    const { read, all } = counted(scene.requests);
    assert.equal(scene.requests.length, 31);
    assert.equal(read / all >= 0.85, true, `${Math.round((100 * read) / all)} % were read from the cache`);
    console.log(`      ${((100 * read) / all).toFixed(1)} % of the input of 30 steps come from the cache`);
  });

  it('keeps within the window by leaving out its oldest results, seldom and many at a time', async () => {
    const window = 24_000;
    const scene = await longRun(90, window);
    const { read, all, largest } = counted(scene.requests);
    const drops = scene.records.filter(({ kind }) => kind === 'resultsDropped').length;
    assert.equal(largest <= window, true, `${largest} tokens`);
    assert.equal(drops > 3 && drops <= 10, true, `dropped ${drops} times`);
    assert.equal(read / all >= 0.85, true, `${Math.round((100 * read) / all)} % were read from the cache`);
    console.log(`      ${((100 * read) / all).toFixed(1)} % of the input of 90 steps, ${drops} drops`);
  });

  it('keeps what failed, the newest results and every call', async () => {
    const scene = await longRun(20, 8000);
    const last = scene.requests.at(-1) ?? [];
    const results = last.flatMap(({ content }) =>
      content.flatMap((block) =>
        block.kind === 'toolResult' ? [block.content.map((one) => (one.kind === 'text' ? one.text : '')).join()] : [],
      ),
    );
    assert.equal(results.length, 20);
    assert.match(results[0] ?? '', /no longer here, to save room/);
    assert.equal(results[4], 'No such file.');
    for (const result of results.slice(-3)) assert.match(result, /a line of code/);
    const uses = last.flatMap(({ content }) => content.filter(({ kind }) => kind === 'toolUse'));
    assert.equal(uses.length, 20);
  });

  it('drops nothing where the window is unknown or not full', async () => {
    for (const window of [null, 1_000_000]) {
      const scene = await longRun(10, window);
      assert.equal(
        scene.records.some(({ kind }) => kind === 'resultsDropped'),
        false,
      );
    }
  });

  it('goes on with what was dropped, after it was read back', async () => {
    const scene = await longRun(20, 8000);
    const { state } = scene;
    assert.equal(state.droppedSteps > 0, true);
    await scene.begin(state).run();
    const dropped = JSON.stringify(scene.requests.at(-1)).match(/no longer here/g)?.length ?? 0;
    assert.equal(dropped >= state.droppedSteps - 1, true);
    assert.equal(estimatedTokens(JSON.stringify(scene.requests.at(-1))) < 8000, true);
  });
});
