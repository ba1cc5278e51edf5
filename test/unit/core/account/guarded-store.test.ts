import assert from 'node:assert/strict';
import { guardStore, troubleOf } from '../../../../src/core/account/guarded-store.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { MemorySecretStore } from '../../../support/fakes/memory-secret-store.ts';

describe('A guarded store', () => {
  it('is the store itself where that answers, and leaves no timer', async () => {
    const [clock, memory] = [new FakeClock(), new MemorySecretStore()];
    const store = guardStore(memory, clock);
    await store.store('a', '1');
    assert.equal(await store.get('a'), '1');
    assert.deepEqual(await store.keys(), ['a']);
    await store.delete('a');
    assert.equal(await store.get('a'), undefined);
    assert.equal(clock.waiting, 0);
  });

  it('rejects as the store does, which counts as failing', async () => {
    const [clock, memory, locked] = [new FakeClock(), new MemorySecretStore(), new Error('locked')];
    memory.get = () => Promise.reject(locked);
    await assert.rejects(guardStore(memory, clock).get('a'), locked);
    assert.equal(troubleOf(locked), 'failing');
    assert.equal(clock.waiting, 0);
  });

  it('gives up on a call that does not come back within ten seconds, which counts as silent', async () => {
    const [clock, memory] = [new FakeClock(), new MemorySecretStore()];
    memory.get = () => new Promise(() => undefined);
    const caught = guardStore(memory, clock)
      .get('a')
      .then(
        () => null,
        (error: unknown) => error,
      );
    clock.advance(10_000);
    assert.equal(troubleOf(await caught), 'silent');
  });
});
