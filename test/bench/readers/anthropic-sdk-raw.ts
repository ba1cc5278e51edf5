// @anthropic-ai/sdk, its plain event iterator: it checks nothing of what an event holds.
import Anthropic from '@anthropic-ai/sdk';
import { key, maxTokens, model, prompt, type StreamReader } from '../stream-reader.ts';

export const reader: StreamReader = {
  async read(base) {
    const client = new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0 });
    let text = '';
    for await (const event of await client.messages.create({
      model,
      max_tokens: maxTokens,
      stream: true,
      messages: [{ role: 'user', content: prompt }],
    })) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') text += event.delta.text;
    }
    return { kind: 'text', text };
  },
};
