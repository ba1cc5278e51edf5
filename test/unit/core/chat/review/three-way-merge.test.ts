import assert from 'node:assert/strict';
import fc from 'fast-check';
import { threeWayMerge } from '../../../../../src/core/chat/review/three-way-merge.ts';

const merged = (base: string, ours: string, theirs: string): string | null =>
  threeWayMerge(base.split(''), ours.split(''), theirs.split(''))?.join('') ?? null;

/** Each character stands for a line. */
const someLines = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 10 });

describe('a three-way merge', () => {
  it('takes what either side has changed', () => {
    assert.equal(merged('abcdef', 'aBcdef', 'abcdEf'), 'aBcdEf');
    assert.equal(merged('abcdef', 'xabcdef', 'abcdefy'), 'xabcdefy');
    assert.equal(merged('abcdef', 'acdef', 'abcdf'), 'acdf');
  });

  it('takes once what both have changed alike', () => {
    assert.equal(merged('abcdef', 'aBcdef', 'aBcdEf'), 'aBcdEf');
    assert.equal(merged('abc', 'axbc', 'axbc'), 'axbc');
  });

  it('is refused where both have changed the same line, or neighbours, or added at one place', () => {
    assert.equal(merged('abc', 'aXc', 'aYc'), null);
    assert.equal(merged('abcd', 'aXcd', 'abYd'), null);
    assert.equal(merged('ab', 'axb', 'ayb'), null);
    assert.equal(merged('abc', 'ac', 'aXc'), null);
  });

  it('is the one side where the other has changed nothing', () => {
    fc.assert(
      fc.property(someLines, someLines, (base, side) => {
        assert.equal(merged(base, side, base), side);
        assert.equal(merged(base, base, side), side);
        assert.equal(merged(base, side, side), side);
      }),
    );
  });

  it('does not depend on which side is which', () => {
    fc.assert(
      fc.property(someLines, someLines, someLines, (base, ours, theirs) => {
        assert.equal(merged(base, ours, theirs), merged(base, theirs, ours));
      }),
      { numRuns: 2000 },
    );
  });
});
