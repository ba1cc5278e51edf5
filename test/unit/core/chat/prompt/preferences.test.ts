import assert from 'node:assert/strict';
import { type MessageRequest, userText } from '../../../../../src/core/chat/messages/message.ts';
import { type AnswerPreferences, createRequest } from '../../../../../src/core/chat/prompt/preferences.ts';
import type { Model } from '../../../../../src/core/service/profile/profile.ts';

const messages = [userText('Hello')] as const;
const plain: AnswerPreferences = {
  maxTokens: 1000,
  systemPrompt: '',
  temperature: null,
  thinkingBudget: 0,
  whole: false,
};
const thinker: Model = { id: 'm', images: false, thinking: true, tools: true, maxOutput: 8000 };

function requested(model: Model, changes: Partial<AnswerPreferences> = {}): Partial<MessageRequest> {
  const { model: id, messages: sent, ...rest } = createRequest(model, { ...plain, ...changes }, messages);
  assert.deepEqual([id, sent], ['m', messages]);
  return rest;
}

describe('the request for an answer', () => {
  it('asks for nothing that the person did not choose', () => {
    assert.deepEqual(requested(thinker), { maxTokens: 1000, whole: false });
    assert.deepEqual(requested(thinker, { systemPrompt: ' \n' }), { maxTokens: 1000, whole: false });
  });

  it('carries the system text as it was written, the temperature, and the wish for a whole answer', () => {
    assert.deepEqual(requested(thinker, { systemPrompt: ' Be brief.', temperature: 0, whole: true }), {
      maxTokens: 1000,
      system: [' Be brief.'],
      temperature: 0,
      whole: true,
    });
  });

  it('asks for no more than the model can put out, where that is known', () => {
    assert.deepEqual(requested(thinker, { maxTokens: 9000 }), { maxTokens: 8000, whole: false });
    assert.deepEqual(requested({ id: 'm', images: false, thinking: true, tools: true }, { maxTokens: 9000 }), {
      maxTokens: 9000,
      whole: false,
    });
  });

  it('asks only a model that can think to think, on top of its answer and without a temperature', () => {
    const wish = { thinkingBudget: 2000, temperature: 0.5 };
    assert.deepEqual(requested(thinker, wish), { maxTokens: 3000, thinkingBudget: 2000, whole: false });
    assert.deepEqual(requested({ ...thinker, thinking: false, tools: true }, wish), {
      maxTokens: 1000,
      temperature: 0.5,
      whole: false,
    });
  });

  it('leaves the answer at least half where the model cannot hold both', () => {
    assert.deepEqual(requested(thinker, { maxTokens: 6000, thinkingBudget: 6000 }), {
      maxTokens: 8000,
      thinkingBudget: 4000,
      whole: false,
    });
    assert.deepEqual(requested(thinker, { maxTokens: 1000, thinkingBudget: 9000 }), {
      maxTokens: 8000,
      thinkingBudget: 7000,
      whole: false,
    });
    assert.deepEqual(requested({ ...thinker, maxOutput: 1 }, { thinkingBudget: 5 }), { maxTokens: 1, whole: false });
  });
});
