// How the whole test run counts its steps.
import assert from 'node:assert/strict';
import { addUpSummaries, countsText, sumOf } from '../../../support/runner/mocha-summary.ts';
import { outcomeOf } from '../../../support/runner/step-outcome.ts';

const LINT = { name: 'lint', counts: 'itself' } as const;
const UNIT = { name: 'unit', counts: 'tests' } as const;

describe('the counts of a test run', () => {
  it('take a step that is one check by its exit code', () => {
    assert.deepEqual(outcomeOf(LINT, 0, undefined, 2), {
      ...{ name: 'lint', seconds: 2, passed: 1, failed: 0, skipped: 0, notRun: 0, crashed: false },
    });
    assert.deepEqual(outcomeOf(LINT, 1, undefined, 2), {
      ...{ name: 'lint', seconds: 2, passed: 0, failed: 1, skipped: 0, notRun: 0, crashed: false },
    });
  });

  it('take a step of many tests by what it reported', () => {
    assert.deepEqual(outcomeOf(UNIT, 3, { passed: 10, failed: 3, skipped: 1, notRun: 4 }, 2), {
      ...{ name: 'unit', seconds: 2, passed: 10, failed: 3, skipped: 1, notRun: 4, crashed: false },
    });
  });

  it('count a step that broke off as one failure more', () => {
    const passedThenDied = outcomeOf(UNIT, 139, { passed: 10, failed: 0, skipped: 0, notRun: 0 }, 2);
    assert.deepEqual([passedThenDied.passed, passedThenDied.failed, passedThenDied.crashed], [10, 1, true]);
    const saidNothing = outcomeOf(UNIT, 1, undefined, 2);
    assert.deepEqual([saidNothing.passed, saidNothing.failed, saidNothing.crashed], [0, 1, true]);
  });

  it('do not call a step passed that ran no test', () => {
    const empty = outcomeOf(UNIT, 0, undefined, 2);
    assert.deepEqual([empty.passed, empty.failed, empty.crashed], [0, 1, true]);
  });

  it('are added up over the runs of a step and over the steps', () => {
    const lines = '{"passed":2,"failed":0,"skipped":1,"notRun":0}\n{"passed":3,"failed":1,"skipped":0,"notRun":7}\n';
    assert.deepEqual(addUpSummaries(lines), { passed: 5, failed: 1, skipped: 1, notRun: 7 });
    const steps = [outcomeOf(LINT, 0, undefined, 1), outcomeOf(UNIT, 1, addUpSummaries(lines), 1)];
    assert.deepEqual(sumOf(steps), { passed: 6, failed: 1, skipped: 1, notRun: 7 });
  });

  it('are reported with what was not run, where that is anything', () => {
    assert.equal(countsText({ passed: 54, failed: 1, skipped: 0, notRun: 66 }), '54 passed, 1 failed, 66 not run');
    assert.equal(
      countsText({ passed: 54, failed: 1, skipped: 2, notRun: 64 }),
      '54 passed, 1 failed, 2 skipped, 64 not run',
    );
    assert.equal(countsText({ passed: 54, failed: 0, skipped: 0, notRun: 0 }), '54 passed, 0 failed');
  });

  it('refuse a line that is no summary', () => {
    assert.throws(() => addUpSummaries('{"passed":"2"}\n'));
  });
});
