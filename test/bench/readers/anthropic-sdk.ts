// @anthropic-ai/sdk, its message helper: text as it comes, the whole message at the end.
import Anthropic from '@anthropic-ai/sdk';
import { key, maxTokens, model, prompt, type StreamReader } from '../stream-reader.ts';

export const reader: StreamReader = {
  async read(base) {
    const client = new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0 });
    let text = '';
    const stream = client.messages.stream({
      model,
      max_tokens: maxTokens,
      messages: [{ role: 'user', content: prompt }],
    });
    stream.on('text', (delta) => {
      text += delta;
    });
    await stream.finalMessage();
    return { kind: 'text', text };
  },
};
