// Knows that the real clock keeps its contract; every other test has a fake one in its place.
import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/ports.ts';

describe('the system clock', () => {
  it('tells the time in milliseconds since the epoch', () => {
    const before = Date.now();
    const now = systemClock.now();
    assert.equal(before <= now && now <= Date.now(), true);
  });

  it('calls once after the time, and never what was cancelled', async () => {
    const calls: string[] = [];
    await new Promise<void>((resolve) => {
      const cancel = systemClock.after(1, () => calls.push('cancelled'));
      systemClock.after(5, () => {
        calls.push('called');
        resolve();
      });
      cancel();
    });
    assert.deepEqual(calls, ['called']);
  });
});
