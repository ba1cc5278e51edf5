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

  it('measures durations on a clock of its own, which never goes back', () => {
    const first = systemClock.monotonic();
    assert.ok(systemClock.monotonic() >= first);
    assert.ok(Math.abs(systemClock.monotonic() - systemClock.now()) > 1);
  });

  it('does not call at once what is months away, and calls what is overdue or no number', async () => {
    const calls: string[] = [];
    const cancels = [2 ** 31, 2 ** 40, Infinity].map((time) => systemClock.after(time, () => calls.push(String(time))));
    await new Promise<void>((resolve) =>
      systemClock.after(NaN, () => systemClock.after(-5, () => systemClock.after(5, resolve))),
    );
    for (const cancel of cancels) cancel();
    assert.deepEqual(calls, []);
  });
});
