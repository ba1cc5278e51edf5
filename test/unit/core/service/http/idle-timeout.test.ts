import assert from 'node:assert/strict';
import { startIdleTimeout } from '../../../../../src/core/service/http/idle-timeout.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';

describe('a silence timer', () => {
  it('speaks once when nothing was heard for its time', () => {
    const clock = new FakeClock();
    let spoken = 0;
    const timer = startIdleTimeout(clock, 1000, () => (spoken += 1));
    clock.advance(999);
    assert.deepEqual([spoken, timer.expired()], [0, false]);
    clock.advance(1);
    assert.deepEqual([spoken, timer.expired()], [1, true]);
    clock.advance(10_000);
    assert.equal(spoken, 1);
  });

  it('begins anew with every touch', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 1000, () => undefined);
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
    const timer = startIdleTimeout(clock, 1000, () => undefined);
    for (let touches = 0; touches < 100; touches += 1) timer.touch();
    assert.equal(clock.waiting, 1);
  });

  it('never speaks after its end, also where it was touched in between', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 1000, () => assert.fail('spoke after its end'));
    clock.advance(500);
    timer.touch();
    clock.advance(500);
    timer.end();
    clock.advance(10_000);
    assert.equal(clock.waiting, 0);
  });

  it('does not care that the time of day is set back or forward', () => {
    for (const change of [-90 * 60_000, 90 * 60_000, -400 * 86_400_000]) {
      const clock = new FakeClock();
      const timer = startIdleTimeout(clock, 60_000, () => undefined);
      clock.advance(30_000);
      clock.setWallClock(change);
      clock.advance(29_999);
      assert.equal(timer.expired(), false, String(change));
      clock.advance(1);
      assert.equal(timer.expired(), true, String(change));
    }
  });

  it('does not take the sleep of the machine for silence, and looks once after it', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 20_000, () => undefined);
    clock.advance(1000);
    assert.equal(clock.sleep(60 * 60_000), 1);
    assert.deepEqual([timer.expired(), clock.waiting], [false, 1]);
    clock.advance(19_999);
    assert.equal(timer.expired(), false);
    clock.advance(1);
    assert.equal(timer.expired(), true);
  });

  it('keeps what was silent before a sleep', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 60_000, () => undefined);
    clock.advance(45_000);
    clock.sleep(60 * 60_000);
    clock.advance(19_999);
    assert.equal(timer.expired(), false);
    clock.advance(1);
    assert.equal(timer.expired(), true);
  });

  it('is not put off by a touch right after a sleep', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 20_000, () => undefined);
    clock.advance(1000);
    clock.sleep(60 * 60_000);
    timer.touch();
    clock.advance(20_000);
    assert.equal(timer.expired(), true);
  });

  it('counts only while somebody waits, from the beginning of each wait', () => {
    const clock = new FakeClock();
    const timer = startIdleTimeout(clock, 1000, () => undefined);
    timer.pause();
    clock.advance(10 * 60_000);
    assert.deepEqual([timer.expired(), clock.waiting], [false, 0]);
    timer.wait();
    timer.wait();
    assert.equal(clock.waiting, 1);
    clock.advance(999);
    assert.equal(timer.expired(), false);
    clock.advance(1);
    assert.equal(timer.expired(), true);
  });
});
