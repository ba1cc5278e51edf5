import assert from 'node:assert/strict';
import { exceeded, limitsFor, mostTasks } from '../../../../../../src/core/chat/tools/sandbox/limits.ts';

const limits = limitsFor(8000);

describe('the limits of a command in the sandbox', () => {
  it('are so many processes and threads, and a tenth of the memory for everybody else', () => {
    assert.deepEqual(limits, { tasks: mostTasks, spared: 800, granted: 800 });
  });

  it('are kept to by what a build takes', () => {
    assert.equal(exceeded(limits, { tasks: mostTasks, available: 800 }, 7000), null);
  });

  it('are passed by one process more, or by the last memory of the machine', () => {
    assert.equal(exceeded(limits, { tasks: mostTasks + 1, available: 7000 }, 7000), 'tasks');
    assert.equal(exceeded(limits, { tasks: 1, available: 799 }, 7000), 'memory');
  });

  it('leave alone what takes little where others have taken the rest', () => {
    assert.equal(exceeded(limits, { tasks: 1, available: 100 }, 900), null);
    assert.equal(exceeded(limits, { tasks: 1, available: 99 }, 900), 'memory');
  });
});
