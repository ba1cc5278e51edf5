// Lets our client read, over a real socket, what a server of somebody else writes for the compatible interface. The
// server decides on frames, pieces, ids and padding; only what an answer says is known beforehand.
import assert from 'node:assert/strict';
import { LLMock } from '@copilotkit/aimock';
import { userText } from '../../../src/core/chat/messages/message.ts';
import type { AnswerEvent } from '../../../src/core/chat/messages/stream/stream.ts';
import { streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { type AnswerContent, contentOf } from '../../support/samples/answer-content.ts';
import { collect, credential } from '../../support/servers/message-chunks.ts';
import { connectTo, profileOf } from '../../support/fakes/service-connection.ts';

const usage = { input_tokens: 21, output_tokens: 34 };
const text = 'Grüße, 世界. 🌊 A second paragraph:\n\n```ts\nconst a = "b\\n";\n```\n';
const thinking = 'First the greeting, then … the code.';
const toolInput = '{"city":"Zürich","days":3}';

let server: LLMock;

function ask(question: string, clock = new FakeClock()): Promise<AnswerEvent[]> {
  const endpoint = { base: server.url, credential };
  const request = { model: 'model-1', maxTokens: 100, messages: [userText(question)] } as const;
  return collect(
    streamMessage(connectTo(profileOf(server.url), clock), endpoint, request, new AbortController().signal),
  );
}

describe('our client at a third-party server', () => {
  beforeEach(async () => {
    server = new LLMock({ host: '127.0.0.1', port: 0, chunkSize: 5 });
    server
      .onMessage('text', { content: text, usage })
      .onMessage('thought', { content: text, reasoning: thinking, usage })
      .onMessage('tool', { toolCalls: [{ name: 'forecast', arguments: toolInput }], usage })
      .onMessage('limit', { error: { message: 'later', type: 'rate_limit_error' }, status: 429, retryAfter: 7 })
      .onMessage('overload', { error: { message: 'busy', type: 'overloaded_error' }, status: 529 })
      .onMessage('break', { content: text, usage }, { truncateAfterChunks: 10, latency: 1 });
    await server.start();
  });
  afterEach(async () => server.stop());

  const whole: AnswerContent = {
    model: 'model-1',
    text,
    thinking: '',
    toolInput: '',
    stopReason: 'end_turn',
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
  };

  it('reads a text whole, with its usage, in many pieces', async () => {
    const events = await ask('text');
    assert.deepEqual(contentOf(events), whole);
    assert.equal(events.filter(({ kind }) => kind === 'textAdded').length, Math.ceil(text.length / 5));
  });

  it('reads thinking before the text', async () => {
    const events = await ask('thought');
    assert.deepEqual(contentOf(events), { ...whole, thinking });
    const kinds = events.map(({ kind }) => kind);
    assert.equal(kinds.lastIndexOf('thinkingAdded') < kinds.indexOf('textAdded'), true);
  });

  it('reads a tool call', async () => {
    const { toolInput: read, stopReason } = contentOf(await ask('tool'));
    assert.deepEqual([JSON.parse(read), stopReason], [JSON.parse(toolInput), 'tool_use']);
  });

  it('is asked to wait, and until when', async () => {
    const clock = new FakeClock();
    const [end, ...others] = await ask('limit', clock);
    assert.equal(end?.kind, 'failed');
    assert.deepEqual(end.failure, { kind: 'rateLimited', retryAt: clock.now() + 7_000 });
    assert.deepEqual(others, []);
  });

  it('reports an overload', async () => {
    const [end] = await ask('overload');
    assert.equal(end?.kind, 'failed');
    assert.equal(end.failure.kind, 'overloaded');
  });

  it('keeps what came before the server broke off', async () => {
    const events = await ask('break');
    const end = events.at(-1);
    assert.equal(end?.kind, 'failed');
    assert.equal(end.failure.kind, 'cut');
    const read = events.map((event) => (event.kind === 'textAdded' ? event.text : '')).join('');
    assert.equal(read !== '' && text.startsWith(read), true);
  });
});
