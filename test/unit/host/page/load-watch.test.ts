import assert from 'node:assert/strict';
import { LoadWatch } from '../../../../src/host/page/load-watch.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';

describe('a page that is to be seen', () => {
  let clock: FakeClock;
  let loads: number;
  let watch: LoadWatch;

  beforeEach(() => {
    clock = new FakeClock();
    loads = 0;
    watch = new LoadWatch(clock, () => (loads += 1));
  });

  it('is loaded again where it does not come, three times at most', () => {
    watch.expect();
    clock.advance(7_999);
    assert.equal(loads, 0);
    clock.advance(1);
    assert.equal(loads, 1);
    clock.advance(80_000);
    assert.equal(loads, 3);
  });

  it('is left alone where it has come, or is hidden', () => {
    watch.expect();
    watch.stop();
    clock.advance(80_000);
    assert.equal(loads, 0);
  });
});
