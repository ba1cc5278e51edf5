// Measured against counts of two public tokenizers, of which each sample has the larger one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { estimatedTokens } from '../../../../../src/core/chat/attachments/text-tokens.ts';

const samples = z
  .array(z.object({ name: z.string(), tokens: z.int(), text: z.string() }))
  .parse(
    JSON.parse(await readFile(new URL('../../../../conformance-data/token-samples.json', import.meta.url), 'utf8')),
  );

describe('the estimate of tokens', () => {
  for (const { name, tokens, text } of samples) {
    it(`is from 0.9 to 1.8 times what ${name} takes`, () => {
      const times = estimatedTokens(text) / tokens;
      assert.equal(times >= 0.9 && times <= 1.8, true, `${times.toFixed(2)} times of ${tokens}`);
    });
  }
});
