import assert from 'node:assert/strict';
import { chosenModel, offeredModels } from '../../../../../src/core/chat/providers/models.ts';

const large = { id: 'large', contextWindow: 200_000, images: true, thinking: true, tools: true };
const small = { id: 'small', images: false, thinking: false, tools: true };

describe('the models on offer', () => {
  it("are the profile's where the plan names none, which says nothing of the plan", () => {
    assert.deepEqual(offeredModels([large, small], []), [
      { ...large, inPlan: null },
      { ...small, inPlan: null },
    ]);
  });

  it("are the profile's with their sizes, then those that only the plan names, of unknown size [2.6 capabilities]", () => {
    assert.deepEqual(offeredModels([large, small], ['new', 'small', 'new']), [
      { ...large, inPlan: false },
      { ...small, inPlan: true },
      { id: 'new', images: false, thinking: false, tools: true, inPlan: true },
    ]);
  });
});

describe('the model that answers', () => {
  const offered = offeredModels([large, small], ['small']);

  it('is the chosen one, also where the plan does not name it', () => {
    assert.equal(chosenModel(offered, 'large')?.id, 'large');
  });

  it('is the first that the plan does not leave out, where none or an unknown one was chosen', () => {
    assert.equal(chosenModel(offered, null)?.id, 'small');
    assert.equal(chosenModel(offered, 'gone')?.id, 'small');
    assert.equal(chosenModel(offeredModels([large, small], []), null)?.id, 'large');
    assert.equal(chosenModel([{ ...large, inPlan: false }], null)?.id, 'large');
    assert.equal(chosenModel([], 'large'), undefined);
  });
});
