import assert from 'node:assert/strict';
import { TokenCounts } from '../../../../../src/core/chat/language-model/token-counts.ts';

describe('what the service counts', () => {
  it('raises the estimates of that model at once, and lowers them again slowly, never below what is estimated', () => {
    const counts = new TokenCounts();
    assert.equal(counts.corrected('a', 100), 100);
    counts.learn('a', 100, 150);
    assert.deepEqual([counts.corrected('a', 100), counts.corrected('b', 100)], [150, 100]);
    counts.learn('a', 100, 50);
    assert.equal(counts.corrected('a', 100), 145);
    for (let answers = 0; answers < 200; answers += 1) counts.learn('a', 100, 50);
    assert.equal(counts.corrected('a', 100), 101);
  });

  it('teaches nothing where it is nothing, and only so much where it is absurd', () => {
    const counts = new TokenCounts();
    counts.learn('a', 100, 0);
    counts.learn('a', 0, 100);
    assert.equal(counts.corrected('a', 100), 100);
    counts.learn('a', 1, 1_000_000);
    assert.equal(counts.corrected('a', 100), 400);
  });
});
