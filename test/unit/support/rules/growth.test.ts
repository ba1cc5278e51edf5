import assert from 'node:assert/strict';
import { growth, tooFast } from '../../../support/rules/growth.ts';

/** Keeps a core busy for so many steps. */
function spend(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step++) sum = (sum + step * step) % 1_000_003;
  return sum;
}

describe('the growth of a piece of work', () => {
  it('is too fast where it goes with the square', () => {
    assert.ok(growth((size) => () => spend(size * size), 256, 4_096) >= tooFast);
  });

  it('is not where it goes with the size', () => {
    assert.ok(growth((size) => () => spend(size * 200), 256, 4_096) < tooFast);
  });

  it('is not where there is a step at one size and nothing grows behind it', () => {
    assert.ok(growth((size) => () => spend(size <= 1_024 ? 100 : size * 500), 1_024, 4_096) < tooFast);
  });

  it('is not where one run is held up, however long', () => {
    let isHeldUp = true;
    const work = (size: number) => () => {
      spend(isHeldUp ? 150_000_000 : size * 200);
      isHeldUp = false;
    };
    assert.ok(growth(work, 256, 4_096) < tooFast);
  });

  it('is none where even the largest is done at once', () => {
    assert.equal(
      growth(() => () => spend(10), 256, 4_096),
      1,
    );
  });
});
