// Lets clients of somebody else, the SDK and the AI SDK, read over a real socket what the demo service writes, and our
// own client beside them: the text, the thinking and the usage arrive whole, and a refusal is reported for what it is.
import assert from 'node:assert/strict';
import { createAnthropic } from '@ai-sdk/anthropic';
import Anthropic from '@anthropic-ai/sdk';
import { APICallError, generateText, streamText } from 'ai';
import { userText } from '../../../src/core/chat/messages/message.ts';
import { streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { Secret } from '../../../src/core/service/credentials/secret.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { type AnswerContent, contentOf } from '../../support/samples/answer-content.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { collect } from '../../support/servers/message-chunks.ts';
import { readEventsWithSdk, sdkClient } from '../../support/servers/sdk-reading.ts';
import { connectTo, profileOf } from '../../support/fakes/service-connection.ts';
import { closeDemos, control, signIn, startDemo } from '../demo/demo-client.ts';

/** The word that these clients know the compatible interface by: it is in their version header. */
const words = { compat: 'anthropic' };
const model = 'tide-large';
const question = 'Write a function that merges two lists, and think about it.';
const budget = 1_024;

const thoughtful: Anthropic.MessageCreateParamsNonStreaming = {
  model,
  max_tokens: 4_096,
  thinking: { type: 'enabled', budget_tokens: budget },
  messages: [{ role: 'user', content: question }],
};

const altBase = ({ description }: DemoService): string => `${description.altApiUrl}/api/${words.compat}`;

/** What the demo answers in one piece: the measure for every stream of the same question. */
async function wholeAnswer(demo: DemoService): Promise<AnswerContent> {
  const {
    content,
    model: named,
    stop_reason: stopReason,
    usage,
  } = await sdkClient(altBase(demo), demo.description.apiKey).messages.create(thoughtful);
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const thinking = content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
  assert.equal(text.length > 200 && thinking.length > 20, true);
  return {
    model: named,
    text,
    thinking,
    toolInput: '',
    stopReason,
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
  };
}

function aiSdkModel(
  demo: DemoService,
  apiKey = demo.description.apiKey,
): ReturnType<ReturnType<typeof createAnthropic>> {
  return createAnthropic({ baseURL: `${altBase(demo)}/v1`, apiKey })(model);
}
const aiSdkThinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: budget } } } as const;

describe('the SDK at the demo service', () => {
  afterEach(closeDemos);

  it('reads a streamed answer whole, event by event', async () => {
    const demo = await startDemo({ words });
    const client = sdkClient(altBase(demo), demo.description.apiKey);
    assert.deepEqual(await readEventsWithSdk(client, thoughtful), await wholeAnswer(demo));
  });

  it('makes of a stream the message that comes in one piece', async () => {
    const demo = await startDemo({ words });
    const client = sdkClient(altBase(demo), demo.description.apiKey);
    const [streamed, whole] = [
      await client.messages.stream(thoughtful).finalMessage(),
      await client.messages.create(thoughtful),
    ];
    assert.deepEqual(streamed.content, whole.content);
    assert.deepEqual(
      [streamed.stop_reason, streamed.role, streamed.model],
      [whole.stop_reason, whole.role, whole.model],
    );
    assert.deepEqual(streamed.usage, whole.usage);
  });

  it('reads what the plan pays for, given the two headers of the interface', async () => {
    const demo = await startDemo({ words });
    const { business } = await signIn(demo, 'subscriber');
    // By itself this SDK sends its key as a Bearer token and names a later version; the plan's endpoint takes neither.
    const headers = { 'x-api-key': business, [`${words.compat}-version`]: '2023-06-01' };
    const client = sdkClient(`${demo.description.apiUrl}/api/${words.compat}`, business, headers);
    assert.deepEqual(await readEventsWithSdk(client, thoughtful), await wholeAnswer(demo));
  });

  it('tells a wrong key and an overload in the middle for what they are', async () => {
    const demo = await startDemo({ words });
    await assert.rejects(
      readEventsWithSdk(sdkClient(altBase(demo), 'wrong'), thoughtful),
      Anthropic.AuthenticationError,
    );
    await control(demo, 'POST', '/faults', {
      endpoint: 'alt-messages',
      times: 1,
      fault: { kind: 'overload-mid-stream', after: 3 },
    });
    await assert.rejects(
      readEventsWithSdk(sdkClient(altBase(demo), demo.description.apiKey), thoughtful),
      (error: unknown) => {
        assert.ok(error instanceof Anthropic.APIError);
        assert.match(error.message, /overload_error/);
        return true;
      },
    );
  });
});

describe('the AI SDK at the demo service', () => {
  before(() => {
    globalThis.AI_SDK_LOG_WARNINGS = false;
  });
  afterEach(closeDemos);

  const asked = { prompt: question, maxOutputTokens: 4_096 - budget, maxRetries: 0, providerOptions: aiSdkThinking };

  it('reads a streamed answer whole', async () => {
    const demo = await startDemo({ words });
    const whole = await wholeAnswer(demo);
    const answer = streamText({ model: aiSdkModel(demo), ...asked });
    let text = '';
    for await (const piece of answer.textStream) text += piece;
    assert.equal(text, whole.text);
    assert.equal(await answer.reasoningText, whole.thinking);
    assert.equal(await answer.finishReason, 'stop');
    const { inputTokens, outputTokens } = await answer.usage;
    assert.deepEqual(
      { inputTokens, outputTokens },
      { inputTokens: whole.inputTokens, outputTokens: whole.outputTokens },
    );
  });

  it('reads an answer in one piece', async () => {
    const demo = await startDemo({ words });
    const whole = await wholeAnswer(demo);
    const { text, reasoningText } = await generateText({ model: aiSdkModel(demo), ...asked });
    assert.deepEqual([text, reasoningText], [whole.text, whole.thinking]);
  });

  it('tells a wrong key for what it is', async () => {
    const demo = await startDemo({ words });
    await assert.rejects(generateText({ model: aiSdkModel(demo, 'wrong'), ...asked }), (error: unknown) => {
      assert.ok(APICallError.isInstance(error));
      assert.equal(error.statusCode, 401);
      return true;
    });
  });
});

describe('our own client at the demo service', () => {
  afterEach(closeDemos);

  it('reads of the same question what the SDK reads', async () => {
    const demo = await startDemo({ words });
    const endpoint = {
      base: altBase(demo),
      credential: { kind: 'apiKey', key: new Secret(demo.description.apiKey), audience: altBase(demo) },
    } as const;
    const connection = connectTo(
      profileOf(demo.description.altApiUrl, { words: { service: 'svc', compat: words.compat } }),
      new FakeClock(),
    );
    const request = { model, maxTokens: 4_096, messages: [userText(question)] } as const;
    const events = await collect(streamMessage(connection, endpoint, request, new AbortController().signal));
    const unthinking = { model, max_tokens: 4_096, messages: thoughtful.messages };
    assert.deepEqual(
      contentOf(events),
      await readEventsWithSdk(sdkClient(altBase(demo), demo.description.apiKey), unthinking),
    );
  });
});
