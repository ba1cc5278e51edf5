// Which model the next answer is asked of, and whether it thinks.
import assert from 'node:assert/strict';
import type { OfferedModel } from '../../../../../src/core/chat/providers/models.ts';
import { ModelChoice } from '../../../../../src/core/chat/session/model-choice.ts';

describe('the model of the next answer', () => {
  const model = (id: string, thinking: boolean): OfferedModel => ({
    id,
    images: false,
    thinking,
    tools: true,
    inPlan: null,
  });
  const both = [model('large', true), model('small', false)];
  const choiceOf = (
    offered: readonly OfferedModel[],
    settings: { modelId?: string; thinkingBudget?: number } = {},
  ): ModelChoice => {
    const { modelId = null, thinkingBudget = 0 } = settings;
    const preferences = { maxTokens: 100, systemPrompt: '', temperature: null, whole: false, thinkingBudget };
    return new ModelChoice(
      () => offered,
      () => ({ modelId, preferences }),
    );
  };

  it('is the first that is offered, another by the settings, and none where none is offered', () => {
    assert.equal(choiceOf(both).model?.id, 'large');
    assert.equal(choiceOf(both, { modelId: 'small' }).model?.id, 'small');
    assert.deepEqual([choiceOf([]).model, choiceOf([]).thinking], [undefined, null]);
  });

  it('is the one that the person chose over what the settings say, but none that is not offered', () => {
    const choice = choiceOf(both, { modelId: 'large' });
    choice.choose('unheard-of');
    const before = choice.model;
    choice.choose('small');
    assert.deepEqual([before?.id, choice.model?.id], ['large', 'small']);
  });

  it('thinks by the budget of the settings, or with a usual one where the person switched it on', () => {
    const withBudget = choiceOf(both, { thinkingBudget: 2000 });
    assert.deepEqual([withBudget.thinking, withBudget.preferences.thinkingBudget], [true, 2000]);
    withBudget.switchThinking(false);
    assert.deepEqual([withBudget.thinking, withBudget.preferences.thinkingBudget], [false, 0]);
    const without = choiceOf(both);
    assert.deepEqual([without.thinking, without.preferences.thinkingBudget], [false, 0]);
    without.switchThinking(true);
    assert.deepEqual([without.thinking, without.preferences.thinkingBudget], [true, 4096]);
  });

  it('is not said to think or not where it cannot', () => {
    assert.equal(choiceOf(both, { modelId: 'small' }).thinking, null);
  });
});
