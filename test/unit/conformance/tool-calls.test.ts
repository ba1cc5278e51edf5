// Tools are called, and answered, over a real socket between the demo and clients of somebody else, and between our
// client and the demo, and a server of somebody else.
import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import type Anthropic from '@anthropic-ai/sdk';
import { LLMock } from '@copilotkit/aimock';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { reduceAnswer, createAnswer } from '../../../src/core/chat/conversation/answer.ts';
import type { AnswerBlock } from '../../../src/core/chat/messages/blocks.ts';
import { type Message, type MessageRequest, type Tool, userText } from '../../../src/core/chat/messages/message.ts';
import { streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { wholeMessage } from '../../../src/core/chat/messages/whole.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { connectTo, profileOf } from '../../support/fakes/service-connection.ts';
import { sdkClient } from '../../support/servers/sdk-reading.ts';
import { closeDemos, startDemo } from '../demo/demo-client.ts';

const words = { compat: 'anthropic' };
const model = 'tide-large';
const question = 'call read {"path":"Grüße.md"}\nalso call read {"path":"b"}\ncall write {"path":"c","lines":[1,2]}';
const base = ({ description }: DemoService): string => `${description.altApiUrl}/api/${words.compat}`;
const report = [
  '- `read` answered: “Grüße\\.md has 3 lines”',
  '- `read` failed: “b is missing”',
  '- `write` answered: “written”',
].join('\n');

/** What the tools of these tests do, whoever calls them. */
function run(name: string, input: unknown): { text: string; isError: boolean } {
  const { path } = z.object({ path: z.string() }).parse(input);
  if (name === 'write') return { text: 'written', isError: false };
  return path === 'b' ? { text: 'b is missing', isError: true } : { text: `${path} has 3 lines`, isError: false };
}

describe('the SDK calls tools of the demo', () => {
  afterEach(closeDemos);

  const tools: Anthropic.Tool[] = ['read', 'write'].map((name) => ({
    name,
    description: name,
    input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  }));

  for (const thinking of [{ type: 'disabled' }, { type: 'enabled', budget_tokens: 1024 }] as const) {
    it(`two at once, then another, then an answer in words, with thinking ${thinking.type}`, async () => {
      const demo = await startDemo({ words });
      const client = sdkClient(base(demo), demo.description.apiKey);
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
      const called: unknown[] = [];
      for (;;) {
        const answer = await client.messages
          .stream({ model, max_tokens: 4096, thinking, tools, messages })
          .finalMessage();
        if (answer.stop_reason !== 'tool_use') {
          assert.equal(answer.stop_reason, 'end_turn');
          assert.equal(answer.content.map((block) => (block.type === 'text' ? block.text : '')).join(''), report);
          break;
        }
        const uses = answer.content.filter((block) => block.type === 'tool_use');
        called.push(uses.map(({ name, input }) => [name, input]));
        messages.push(
          { role: 'assistant', content: answer.content },
          {
            role: 'user',
            content: uses.map(({ id, name, input }) => {
              const { text, isError } = run(name, input);
              return { type: 'tool_result', tool_use_id: id, content: text, is_error: isError };
            }),
          },
        );
      }
      assert.deepEqual(called, [
        [
          ['read', { path: 'Grüße.md' }],
          ['read', { path: 'b' }],
        ],
        [['write', { path: 'c', lines: [1, 2] }]],
      ]);
    });
  }

  it('the one that it chose', async () => {
    const demo = await startDemo({ words });
    const client = sdkClient(base(demo), demo.description.apiKey);
    const { content } = await client.messages.create({
      model,
      max_tokens: 100,
      tools,
      tool_choice: { type: 'tool', name: 'write' },
      messages: [{ role: 'user', content: 'Hello' }],
    });
    assert.deepEqual(
      content.flatMap((block) => (block.type === 'tool_use' ? [[block.name, block.input]] : [])),
      [['write', { path: 'demo' }]],
    );
  });

  it('and stops at a sequence of its choice', async () => {
    const demo = await startDemo({ words });
    const client = sdkClient(base(demo), demo.description.apiKey);
    const {
      stop_reason: reason,
      stop_sequence: sequence,
      content,
    } = await client.messages.create({
      model,
      max_tokens: 4096,
      stop_sequences: ['model'],
      messages: [{ role: 'user', content: 'Hello' }],
    });
    assert.deepEqual(
      [reason, sequence, content],
      ['stop_sequence', 'model', [{ type: 'text', text: 'Hello! I am the **demo ' }]],
    );
  });
});

describe('the AI SDK calls tools of the demo', () => {
  before(() => {
    globalThis.AI_SDK_LOG_WARNINGS = false;
  });
  afterEach(closeDemos);

  const inputSchema = z.looseObject({ path: z.string() });
  const execute = (name: string) => (input: unknown) => {
    const { text, isError } = run(name, input);
    if (isError) throw new Error(text);
    return text;
  };
  const tools = {
    read: tool({ description: 'read', inputSchema, execute: execute('read') }),
    write: tool({ description: 'write', inputSchema, execute: execute('write') }),
  };
  const asked = (demo: DemoService) => ({
    model: createAnthropic({ baseURL: `${base(demo)}/v1`, apiKey: demo.description.apiKey })(model),
    prompt: question,
    tools,
    maxOutputTokens: 3000,
    maxRetries: 0,
    stopWhen: stepCountIs(5),
    providerOptions: { anthropic: { thinking: { type: 'enabled' as const, budgetTokens: 1024 } } },
  });

  it('streamed, with its thinking sent back', async () => {
    const demo = await startDemo({ words });
    const answer = streamText(asked(demo));
    await answer.consumeStream();
    assert.deepEqual([await answer.text, (await answer.steps).length], [report, 3]);
  });

  it('in one piece', async () => {
    const demo = await startDemo({ words });
    const { text, steps } = await generateText(asked(demo));
    assert.deepEqual([text, steps.length], [report, 3]);
  });
});

/** One answer of our client, as its blocks and how it ended. */
async function answerOf(
  url: string,
  key: string,
  request: Omit<MessageRequest, 'model' | 'maxTokens'>,
): Promise<{ blocks: readonly AnswerBlock[]; stopReason: string | null }> {
  const endpoint = { base: url, credential: { kind: 'apiKey', key: new Secret(key), audience: url } } as const;
  const connection = connectTo(profileOf(url, { words: { service: 'svc', compat: words.compat } }), new FakeClock());
  const send = request.whole === true ? wholeMessage : streamMessage;
  const events = send(connection, endpoint, { model, maxTokens: 4096, ...request }, new AbortController().signal);
  let answer = createAnswer('a', 0);
  for await (const event of events) answer = reduceAnswer(answer, event, 0);
  const { blocks, progress } = answer;
  assert.ok(progress.kind === 'done', JSON.stringify(progress));
  return { blocks, stopReason: progress.stopReason };
}

/** Answers every tool that the model calls until it answers in words, which are returned. */
async function exchange(url: string, key: string, changes: Partial<MessageRequest>, first: string): Promise<string> {
  const tools: Tool[] = ['read', 'write'].map((name) => ({ name, description: name, inputSchema: {} }));
  const messages: Message[] = [userText(first)];
  for (;;) {
    const { blocks, stopReason } = await answerOf(url, key, { tools, messages, ...changes });
    const uses = blocks.filter((block) => block.kind === 'toolUse');
    if (stopReason !== 'tool_use') return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('');
    const content = uses.map((block) => {
      const { text, isError } = run(block.name, block.input.kind === 'read' ? block.input.value : {});
      return { kind: 'toolResult', useId: block.id, isError, content: [{ kind: 'text', text }] } as const;
    });
    messages.push({ role: 'assistant', content: blocks }, { role: 'user', content });
  }
}

describe('our client calls tools', () => {
  afterEach(closeDemos);

  for (const changes of [{}, { thinkingBudget: 1024 }, { whole: true, thinkingBudget: 1024 }]) {
    it(`of the demo, asked with ${JSON.stringify(changes)}`, async () => {
      const demo = await startDemo({ words });
      assert.equal(await exchange(base(demo), demo.description.apiKey, changes, question), report);
    });
  }

  it('of a third-party server', async () => {
    const server = new LLMock({ host: '127.0.0.1', port: 0, chunkSize: 5 });
    server
      .on({ toolCallId: 'use-1' }, { content: 'Two files.' })
      .onMessage('list', { toolCalls: [{ id: 'use-1', name: 'read', arguments: '{"path":"a"}' }] });
    await server.start();
    try {
      assert.equal(await exchange(server.url, 'key-1', {}, 'list'), 'Two files.');
    } finally {
      await server.stop();
    }
  });
});
