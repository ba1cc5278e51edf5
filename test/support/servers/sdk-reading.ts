// Reads an answer with the SDK that official clients of the compatible interface use.
import Anthropic from '@anthropic-ai/sdk';
import type { AnswerContent } from '../samples/answer-content.ts';

export type SdkRequest = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;

/** The client that asks `{base}/v1/messages`, once, with this key; `headers` replace its own. */
export function sdkClient(base: string, key: string, headers: Readonly<Record<string, string>> = {}): Anthropic {
  return new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0, defaultHeaders: headers });
}

/** What the SDK's events say in all. Rejects as the SDK does. */
export async function readEventsWithSdk(client: Anthropic, request: SdkRequest): Promise<AnswerContent> {
  let [text, thinking, toolInput]: [string, string, string] = ['', '', ''];
  let [model, stopReason]: [string | null, string | null] = [null, null];
  let [inputTokens, outputTokens]: [number | null, number | null] = [null, null];
  // The service's own tools are fed in the same way, and nobody here is asked to use them.
  const toolUses = new Set<number>();
  for await (const event of await client.messages.create({ ...request, stream: true })) {
    if (event.type === 'message_start') {
      ({ model } = event.message);
      ({ input_tokens: inputTokens, output_tokens: outputTokens } = event.message.usage);
    } else if (event.type === 'message_delta') {
      stopReason = event.delta.stop_reason;
      // Counts of the last event are of the whole answer; one that is missing was said before.
      outputTokens = event.usage.output_tokens;
      inputTokens = event.usage.input_tokens ?? inputTokens;
    } else if (event.type === 'content_block_start') {
      if (event.content_block.type === 'tool_use') toolUses.add(event.index);
    } else if (event.type === 'content_block_delta') {
      if (event.delta.type === 'text_delta') text += event.delta.text;
      else if (event.delta.type === 'thinking_delta') thinking += event.delta.thinking;
      else if (event.delta.type === 'input_json_delta' && toolUses.has(event.index))
        toolInput += event.delta.partial_json;
    }
  }
  return { model, text, thinking, toolInput, stopReason, inputTokens, outputTokens };
}
