// That a failed step ends its own suite and no other, stays red, and that what it left out is counted.
import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { endAtFirstFailure } from '../../../support/runner/first-failure.ts';
import { countsOf, type TestCounts } from '../../../support/runner/mocha-summary.ts';

interface Finished {
  readonly ran: readonly string[];
  readonly failures: number;
  readonly counts: TestCounts | null;
}

/** What a suite holds: tests by name, with those that fail marked by `!`, and suites inside it. */
type Steps = readonly (string | { readonly [name: string]: Steps })[];

function fill(suite: Mocha.Suite, steps: Steps, ran: string[]): void {
  for (const step of steps) {
    if (typeof step !== 'string') {
      for (const [name, inner] of Object.entries(step)) fill(Mocha.Suite.create(suite, name), inner, ran);
      continue;
    }
    const test = new Mocha.Test(step, () => {
      ran.push(step);
      assert.equal(step.endsWith('!'), false);
    });
    suite.addTest(test);
  }
}

/** Runs suites by name, each of which ends at its first failure. */
async function run(
  suites: Readonly<Record<string, Steps>>,
  prepare: (suite: Mocha.Suite) => void = () => undefined,
): Promise<Finished> {
  const ran: string[] = [];
  const mocha = new Mocha({ reporter: Mocha.reporters.Base });
  for (const [name, steps] of Object.entries(suites)) {
    const suite = Mocha.Suite.create(mocha.suite, name);
    endAtFirstFailure(suite);
    prepare(suite);
    fill(suite, steps, ran);
  }
  return new Promise((resolve) => {
    const runner = mocha.run((failures) => resolve({ ran, failures, counts: countsOf(runner) }));
  });
}

describe('a suite that ends at its first failure', () => {
  it('leaves out its own steps behind the failed one, and nothing of the suites before and after it', async () => {
    const { ran, failures, counts } = await run({
      one: ['a', 'b'],
      two: ['c', 'd!', 'e', 'f'],
      three: ['g', 'h'],
      four: ['i!', 'j'],
    });
    assert.deepEqual(ran, ['a', 'b', 'c', 'd!', 'g', 'h', 'i!']);
    assert.equal(failures, 2);
    assert.deepEqual(counts, { passed: 5, failed: 2, skipped: 0, notRun: 3 });
  });

  it('takes the suites inside it along, whether the failure is its own or theirs', async () => {
    const { ran, counts } = await run({
      one: ['a!', { inner: ['b'] }],
      two: ['c', { first: ['d!', 'e'], second: ['f'] }],
      three: [{ inner: ['g'] }],
    });
    assert.deepEqual(ran, ['a!', 'c', 'd!', 'g']);
    assert.deepEqual(counts, { passed: 2, failed: 2, skipped: 0, notRun: 3 });
  });

  it('runs whole where nothing fails', async () => {
    assert.deepEqual((await run({ one: ['a', { inner: ['b'] }], two: ['c'] })).counts, {
      passed: 3,
      failed: 0,
      skipped: 0,
      notRun: 0,
    });
  });

  it('counts what a hook that fails leaves out', async () => {
    const { counts } = await run({ one: ['a', 'b'] }, (suite) => suite.beforeAll(() => assert.fail()));
    assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0, notRun: 2 });
  });
});
