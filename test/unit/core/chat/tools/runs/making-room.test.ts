// When a run wants room in what came before it, and how it goes on with less of that.
import assert from 'node:assert/strict';
import { type Message, userText } from '../../../../../../src/core/chat/messages/message.ts';
import { requestBody } from '../../../../../../src/core/chat/messages/request-body.ts';
import { noUsage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { summaryMessage } from '../../../../../../src/core/chat/prompt/compaction.ts';
import { succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { createPromptCache } from '../../../../../../src/demo/accounts/prompt-cache.ts';
import { inputParts, messageRequestSchema } from '../../../../../../src/demo/wire/message-request.ts';
import { brokenRule } from '../../../../../../src/demo/wire/message-rules.ts';
import { AgentScene, call, calls, reading, tool } from '../../../../../support/fakes/agent-scene.ts';

/** A run that reads so many times. */
function scene(steps: number): AgentScene {
  const read = tool('read', reading, () => Promise.resolve(succeeded('a line of code\n'.repeat(100))));
  const made = new AgentScene(
    [read],
    Array.from({ length: steps }, (_, n) => calls(call('read', { n }, `id${n}`))),
  );
  made.limits = { ...made.limits, steps: 1000 };
  return made;
}

const shorter: readonly Message[] = [summaryMessage('They asked a lot.'), userText('Fix the test')];
const filler = (tokens: number): Message => userText('tide '.repeat(tokens));

describe('a run whose window fills', () => {
  it('wants room only where dropped results are not enough', async () => {
    const wanted = async (before: readonly Message[]): Promise<boolean> => {
      const run = scene(10);
      run.before = before;
      run.window = 3000;
      const full: boolean[] = [];
      run.makeRoom = (isFull) => Promise.resolve(full.push(isFull)).then(() => null);
      await run.run();
      assert.equal(full.length, 11);
      assert.equal(run.state.droppedSteps > 0, true);
      return full.includes(true);
    };
    assert.deepEqual([await wanted([userText('Fix the test')]), await wanted([filler(2000)])], [false, true]);
  });

  it('goes on with what is given in the place of what came before it, and counts what that took', async () => {
    const run = scene(6);
    run.before = [filler(2900)];
    run.window = 3000;
    run.limits = { steps: 100, tokens: 5000, quota: 100 };
    run.goesOn = () => true;
    let times = 0;
    run.makeRoom = (isFull) => {
      if (!isFull || times > 0) return Promise.resolve(null);
      times += 1;
      return Promise.resolve({ before: shorter, usage: { ...noUsage, inputTokens: 6000, outputTokens: 10 } });
    };
    assert.deepEqual(await run.run(), { kind: 'finished', stopReason: 'end_turn' });
    assert.deepEqual(
      run.requests.map((messages) => messages.slice(0, 2)),
      run.requests.map(() => shorter),
    );
    assert.deepEqual(run.pauses, [{ kind: 'limit', limit: 'tokens' }]);
  });

  it('asks for nothing more where it is stopped meanwhile', async () => {
    const run = scene(3);
    const begun = run.begin();
    run.makeRoom = () => {
      begun.stop();
      return Promise.resolve({ before: null, usage: noUsage });
    };
    assert.deepEqual([await begun.run(), run.requests.length], [{ kind: 'stopped' }, 0]);
  });

  it('reads from the prompt cache again from the second request after its summary on', async () => {
    const run = scene(30);
    run.before = [filler(2000), userText('Fix the test')];
    run.makeRoom = () => Promise.resolve(run.requests.length === 10 ? { before: shorter, usage: noUsage } : null);
    await run.run();
    const cache = createPromptCache();
    const shares = run.requests.map((messages) => {
      const tools = [{ name: 'read', description: 'Reads a file. '.repeat(20), inputSchema: {} }];
      const system = ['You work in a folder. '.repeat(200)];
      const body = requestBody({ model: 'm', maxTokens: 10, messages, system, tools }, true);
      const parsed = messageRequestSchema.parse(JSON.parse(JSON.stringify(body)));
      assert.equal(brokenRule(parsed), null);
      const { uncached, cacheRead, cacheWritten } = cache.read('ada', inputParts(parsed));
      return cacheRead / (uncached + cacheRead + cacheWritten);
    });
    const after = shares.slice(11);
    console.log(
      `      from the cache in the 20 requests behind a summary: ${(Math.min(...after) * 100).toFixed(1)} % at least`,
    );
    assert.equal(Math.min(...after) >= 0.85, true, shares.map((share) => share.toFixed(2)).join(' '));
  });
});
