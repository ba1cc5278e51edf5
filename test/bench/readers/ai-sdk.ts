// The AI SDK's streamText over @ai-sdk/anthropic, its text stream joined.
import { createAnthropic } from '@ai-sdk/anthropic';
import { streamText } from 'ai';
import { key, maxTokens, model, prompt, type StreamReader } from '../stream-reader.ts';

export const reader: StreamReader = {
  async read(base) {
    const provider = createAnthropic({ baseURL: `${base}/v1`, apiKey: key });
    let text = '';
    const failures: unknown[] = [];
    const { textStream } = streamText({
      model: provider(model),
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      prompt,
      onError: ({ error }) => void failures.push(error),
    });
    for await (const delta of textStream) text += delta;
    if (failures.length > 0) throw new Error('The stream failed.', { cause: failures[0] });
    return { kind: 'text', text };
  },
};
