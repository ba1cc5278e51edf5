// The diagnosis names what models are asked without, and until when.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';
import { connectTo, profileOf } from '../../../support/fakes/service-connection.ts';
import { systemClock } from '../../../../src/core/ports.ts';

const { modelLimitFacts } = await import('../../../../src/host/diagnose/model-limit-facts.ts');
const { openModelLimits } = await import('../../../../src/host/payers/model-limits.ts');
const { clockTime } = await import('../../../../src/host/words/time-text.ts');

describe('the limits of models in the diagnosis', () => {
  it('are those of the service that is connected, each with its time, and none where nothing was found', () => {
    const state = new MemoryMemento();
    const connection = connectTo(profileOf('https://base.example'), systemClock);
    assert.deepEqual(modelLimitFacts(state, connection), []);
    const { audience } = connection;
    const limits = openModelLimits(state);
    limits.note('tools', { audience, payer: 'plan', model: 'tide-small' });
    limits.note('cacheMarks', { audience, payer: 'apiKey', model: 'tide-\u202Elarge' });
    limits.note('tools', { audience: 'another', payer: 'plan', model: 'm' });
    const [tools, marks] = limits.all();
    assert.deepEqual(modelLimitFacts(state, connection), [
      ['tide-small', `takes no tools: asked without them until ${clockTime(tools?.until ?? 0)}`],
      ['tide-large', `takes no marks of the prompt cache: asked without them until ${clockTime(marks?.until ?? 0)}`],
    ]);
    assert.deepEqual(modelLimitFacts(state, null), []);
  });
});
