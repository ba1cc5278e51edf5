// Knows what is asked for and accepted where an answer comes in one piece.
import assert from 'node:assert/strict';
import { fetchWholeMessage } from '../../../../src/core/chat/whole-message.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { cut, json, type LoopbackServer, startLoopbackServer } from '../../../support/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../support/service-connection.ts';

describe('A whole message', () => {
  const ask = (server: LoopbackServer): Promise<void> =>
    fetchWholeMessage(
      connectTo(profileOf(server.origin), new FakeClock()),
      { base: server.origin, credential: { kind: 'apiKey', key: new Secret('key-1') } },
      { model: 'model-1', maxTokens: 16, messages: [{ role: 'user', text: 'Hello' }] },
      new AbortController().signal,
    );

  it('is asked for without a stream, once, and accepted in its shape', async () => {
    await using server = await startLoopbackServer(() => json({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }));
    await ask(server);
    assert.equal(server.requests.length, 1);
    const body: unknown = JSON.parse(server.requests[0]?.body ?? '');
    assert.deepEqual(body, { model: 'model-1', max_tokens: 16, stream: false, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] });
  });

  it('fails by the reason of the refusal, and is not repeated', async () => {
    await using refusing = await startLoopbackServer(() => json({ type: 'error', error: { type: 'permission_error' } }, 403));
    assert.deepEqual(await failureIn(ask(refusing)), { kind: 'forbidden' });
    await using cutting = await startLoopbackServer(() => cut);
    assert.deepEqual(await failureIn(ask(cutting)), { kind: 'cut' });
    assert.deepEqual([refusing.requests.length, cutting.requests.length], [1, 1]);
  });

  it('is none where something else came back', async () => {
    await using server = await startLoopbackServer(() => json({ hello: 'world' }));
    assert.deepEqual(await failureIn(ask(server)), { kind: 'unexpectedAnswer', what: 'schema' });
  });
});
