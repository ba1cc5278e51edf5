// @anthropic-ai/sdk, its message helper, whose reader looks at the end of the text so far at every delta.
import Anthropic from '@anthropic-ai/sdk';
import { key, maxTokens, model, prompt, type StreamReader } from '../stream-reader.ts';

export const reader: StreamReader = {
  async read(base) {
    const client = new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0 });
    let text = '';
    let seen = 0;
    const stream = client.messages.stream({ model, max_tokens: maxTokens, messages: [{ role: 'user', content: prompt }] });
    stream.on('text', (_, snapshot) => {
      text = snapshot;
      seen += snapshot.charCodeAt(snapshot.length - 1);
    });
    await stream.finalMessage();
    if (seen === 0) throw new Error('Nothing was seen.');
    return { kind: 'text', text };
  },
};
