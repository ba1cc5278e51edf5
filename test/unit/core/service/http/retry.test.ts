import assert from 'node:assert/strict';
import { type Failure, ServiceError } from '../../../../../src/core/service/failure/errors.ts';
import { retryRule, retryRead } from '../../../../../src/core/service/http/retry.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { failureIn } from '../../../../support/fakes/service-connection.ts';

/** A read that fails with each failure in turn and then gives the number of its calls. */
function failing(...failures: readonly Failure[]): { read: () => Promise<number>; calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    read: () => {
      const failure = failures[calls];
      calls += 1;
      return failure === undefined ? Promise.resolve(calls) : Promise.reject(new ServiceError(failure));
    },
  };
}

/** Waits for the pause that the read is in, and ends it. */
async function endPause(clock: FakeClock): Promise<number> {
  const pause = await clock.timerShorterThan(Infinity);
  clock.advance(pause);
  return pause;
}

const trouble: Failure = { kind: 'serviceTrouble', status: 502, retryAt: null };

describe('a repeated read', () => {
  it('is sent once where it succeeds', async () => {
    const { read } = failing();
    assert.equal(await retryRead(read, new FakeClock(), []), 1);
  });

  it('is sent twice more, after pauses that double and are stretched by chance', async () => {
    const clock = new FakeClock();
    const { read, calls } = failing(trouble, { kind: 'cut' });
    const result = retryRead(read, clock, []);
    const pauses = [await endPause(clock), await endPause(clock)] as const;
    assert.equal(await result, 3);
    assert.equal(calls(), 3);
    assert.equal(pauses[0] >= 400 && pauses[0] < 800, true, String(pauses[0]));
    assert.equal(pauses[1] >= 800 && pauses[1] < 1600, true, String(pauses[1]));
  });

  it('fails with its last failure, without a pause after it', async () => {
    const clock = new FakeClock();
    const { read, calls } = failing(trouble, trouble, {
      kind: 'serviceTrouble',
      status: 503,
      retryAt: clock.now() + 3000,
    });
    const failure = failureIn(retryRead(read, clock, []));
    await endPause(clock);
    await endPause(clock);
    assert.deepEqual(await failure, { kind: 'serviceTrouble', status: 503, retryAt: Date.UTC(2026, 0, 15, 12) + 3000 });
    assert.deepEqual([calls(), clock.waiting], [3, 0]);
  });

  it('waits as long as the service asks', async () => {
    const clock = new FakeClock();
    const { read } = failing({ kind: 'rateLimited', retryAt: clock.now() + 3000 });
    const result = retryRead(read, clock, []);
    assert.equal(await endPause(clock), 3000);
    assert.equal(await result, 2);
  });

  it('does not wait where the time that the service asks for is past', async () => {
    const clock = new FakeClock();
    const { read } = failing({ kind: 'overloaded', retryAt: clock.now() - 1 });
    const result = retryRead(read, clock, []);
    assert.equal(await endPause(clock), 0);
    assert.equal(await result, 2);
  });

  it('is left to the caller where the service asks for more than five seconds', async () => {
    const clock = new FakeClock();
    const retryAt = clock.now() + retryRule.longestPause + 1;
    const { read, calls } = failing({ kind: 'rateLimited', retryAt });
    assert.deepEqual(await failureIn(retryRead(read, clock, [])), { kind: 'rateLimited', retryAt });
    assert.deepEqual([calls(), clock.waiting], [1, 0]);
  });

  it('never pauses longer than its rule allows', async () => {
    const clock = new FakeClock();
    const { read } = failing(trouble);
    const result = retryRead(read, clock, [], { retries: 1, firstPause: 60_000, longestPause: 5000 });
    assert.equal(await endPause(clock), 5000);
    assert.equal(await result, 2);
  });

  it('is not sent again where nothing would change, nor after a fault of our own', async () => {
    const clock = new FakeClock();
    const refused = failing({ kind: 'tokenRefused' });
    assert.deepEqual(await failureIn(retryRead(refused.read, clock, [])), { kind: 'tokenRefused' });
    const fault = new RangeError('fault');
    await assert.rejects(
      retryRead(() => Promise.reject(fault), clock, []),
      fault,
    );
    assert.deepEqual([refused.calls(), clock.waiting], [1, 0]);
  });

  it('ends its pause at once when the caller stops', async () => {
    const clock = new FakeClock();
    const person = new AbortController();
    const { read, calls } = failing(trouble, { kind: 'stopped' });
    const failure = failureIn(retryRead(read, clock, [person.signal]));
    await clock.timerShorterThan(Infinity);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.deepEqual([calls(), clock.waiting], [2, 0]);
  });

  it('does not pause at all when the caller has stopped meanwhile', async () => {
    const clock = new FakeClock();
    const { read } = failing(trouble, { kind: 'stopped' });
    assert.deepEqual(await failureIn(retryRead(read, clock, [AbortSignal.abort()])), { kind: 'stopped' });
    assert.equal(clock.waiting, 0);
  });
});
