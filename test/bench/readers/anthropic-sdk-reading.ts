// @anthropic-ai/sdk, its message helper, which hands out the text so far at every delta: `see` gets it.
import Anthropic from '@anthropic-ai/sdk';
import { key, maxTokens, model, prompt, type StreamReader } from '../stream-reader.ts';

export function sdkReading(see: (text: string) => void): StreamReader {
  return {
    async read(base) {
      const client = new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0 });
      let text = '';
      const stream = client.messages.stream({
        model,
        max_tokens: maxTokens,
        messages: [{ role: 'user', content: prompt }],
      });
      stream.on('text', (_, snapshot) => {
        text = snapshot;
        see(snapshot);
      });
      await stream.finalMessage();
      return { kind: 'text', text };
    },
  };
}
