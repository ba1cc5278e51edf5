// Knows when silence is too long, by a clock that the test moves.
import assert from 'node:assert/strict';
import { startSilenceTimer } from '../../../../src/core/service/silence-timer.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

describe('a silence timer', () => {
  it('speaks once when nothing was heard for its time', () => {
    const clock = new FakeClock();
    let spoken = 0;
    const timer = startSilenceTimer(clock, 1000, () => (spoken += 1));
    clock.advance(999);
    assert.deepEqual([spoken, timer.expired()], [0, false]);
    clock.advance(1);
    assert.deepEqual([spoken, timer.expired()], [1, true]);
    clock.advance(10_000);
    assert.equal(spoken, 1);
  });

  it('begins anew with every touch', () => {
    const clock = new FakeClock();
    const timer = startSilenceTimer(clock, 1000, () => undefined);
    clock.advance(900);
    timer.touch();
    clock.advance(900);
    timer.touch();
    clock.advance(999);
    assert.equal(timer.expired(), false);
    clock.advance(1);
    assert.equal(timer.expired(), true);
  });

  it('arms no timer of its own for a touch, however many there are', () => {
    const clock = new FakeClock();
    const timer = startSilenceTimer(clock, 1000, () => undefined);
    for (let touches = 0; touches < 100; touches += 1) timer.touch();
    assert.equal(clock.waiting, 1);
  });

  it('never speaks after its end, also where it was touched in between', () => {
    const clock = new FakeClock();
    const timer = startSilenceTimer(clock, 1000, () => assert.fail('spoke after its end'));
    clock.advance(500);
    timer.touch();
    clock.advance(500);
    timer.end();
    clock.advance(10_000);
    assert.equal(clock.waiting, 0);
  });
});
