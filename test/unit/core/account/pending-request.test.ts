import assert from 'node:assert/strict';
import {
  findPending,
  forgetPending,
  keepPending,
  type PendingRequest,
  pendingOf,
  stateMilliseconds,
  takeAllPending,
  takePending,
} from '../../../../src/core/account/pending-request.ts';
import { MemorySecretStore } from '../../../support/fakes/memory-secret-store.ts';

const state = '0123456789abcdef0123456789abcdef';
const request: PendingRequest = {
  provider: 'primary',
  state,
  redirectUri: 'vscode://tidemark.tidemark/primary-auth/callback',
  expiresAt: 1000,
  service: 'https://base.example',
  attempt: 'one',
  way: 0,
};

describe('A pending request', () => {
  it('is found by its state and used up once', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, request);
    assert.deepEqual(await findPending(store, state, 999), { kind: 'pending', request });
    assert.deepEqual(await takePending(store, state, 999), { kind: 'pending', request });
    assert.deepEqual(await takePending(store, state, 999), { kind: 'taken' });
    assert.deepEqual(await findPending(store, state, 999), { kind: 'taken' });
    assert.deepEqual(await pendingOf(store, 'one', 999), { requests: [], isTaken: true });
  });

  it('lies under a name that does not hold its state', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, request);
    const [name] = store.values.keys();
    assert.match(name ?? '', /^tidemark\.signIn\.pending\.[0-9a-f]{32}$/);
    assert.equal(name?.includes(state), false);
  });

  it('is none when its time is over', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, request);
    assert.deepEqual(await findPending(store, state, 1000), { kind: 'unknown' });
    assert.deepEqual(await takePending(store, state, 1000), { kind: 'unknown' });
  });

  it('is none where it would last longer than any request does, as after a clock that was set back', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, { ...request, expiresAt: 10 * stateMilliseconds });
    assert.deepEqual(await findPending(store, state, 9 * stateMilliseconds - 1), { kind: 'unknown' });
    assert.deepEqual(await pendingOf(store, 'one', 9 * stateMilliseconds - 1), { requests: [], isTaken: false });
    assert.equal((await findPending(store, state, 9 * stateMilliseconds)).kind, 'pending');
    await forgetPending(store, 'other', 9 * stateMilliseconds - 1);
    assert.equal(store.values.size, 0);
  });

  it('is none where its time is no time', async () => {
    const store = new MemorySecretStore();
    for (const expiresAt of [9e15, -1, 0.5]) {
      await keepPending(store, { ...request, expiresAt });
      assert.deepEqual(await findPending(store, state, expiresAt - 0.25), { kind: 'unknown' }, String(expiresAt));
    }
  });

  it('is none where what is stored cannot be read or is of another state', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, request);
    const [name = ''] = store.values.keys();
    for (const broken of [
      '',
      '{',
      'null',
      '[]',
      '{"state":1}',
      JSON.stringify({ ...request, provider: 'third' }),
      JSON.stringify({ ...request, state: 'f'.repeat(32) }),
    ]) {
      store.values.set(name, broken);
      assert.deepEqual(await findPending(store, state, 0), { kind: 'unknown' }, broken);
    }
  });

  it('is unknown, and not taken, where the store forgot it', async () => {
    const store = new MemorySecretStore();
    await keepPending(store, request);
    store.values.clear();
    assert.deepEqual(await takePending(store, state, 0), { kind: 'unknown' });
    assert.deepEqual([...store.values], []);
  });

  it('is used up together with all of its attempt, and the mark goes when that is forgotten or too old', async () => {
    const store = new MemorySecretStore();
    const sibling = { ...request, state: '1'.repeat(32), way: 1 };
    const foreign = { ...request, state: '2'.repeat(32), attempt: 'two' };
    for (const one of [request, sibling, foreign]) await keepPending(store, one);
    await takeAllPending(store, 'one');
    assert.deepEqual(await findPending(store, sibling.state, 0), { kind: 'taken' });
    assert.deepEqual(await findPending(store, foreign.state, 0), { kind: 'pending', request: foreign });
    await forgetPending(store, 'two', 0);
    assert.equal(store.values.size, 2);
    await forgetPending(store, 'three', 1000);
    assert.equal(store.values.size, 0);
  });

  it('is forgotten with its attempt, and with it what is too old or broken; others stay', async () => {
    const store = new MemorySecretStore({ 'tidemark.signIn.pending.broken': '{', other: 'kept' });
    const own = { ...request, state: '1'.repeat(32), way: 1, expiresAt: 2000 };
    const foreign = { ...request, state: '2'.repeat(32), attempt: 'two', expiresAt: 3000 };
    const old = { ...request, state: '3'.repeat(32), attempt: 'three', expiresAt: 5 };
    for (const one of [own, request, foreign, old]) await keepPending(store, one);
    assert.deepEqual(await pendingOf(store, 'one', 10), { requests: [request, own], isTaken: false });
    await forgetPending(store, 'one', 10);
    assert.deepEqual(await pendingOf(store, 'one', 10), { requests: [], isTaken: false });
    assert.deepEqual(await pendingOf(store, 'two', 10), { requests: [foreign], isTaken: false });
    assert.equal(store.values.size, 2);
  });
});
