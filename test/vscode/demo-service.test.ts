// The demo inside the extension host: which port it takes, and whose tokens it knows, when a window is loaded again.
import assert from 'node:assert/strict';
import { type DemoProcess, startDemo } from '../../src/host/demo-service.ts';
import { MemoryMemento } from '../support/memory-memento.ts';
import { MemorySecretStore } from '../support/memory-secret-store.ts';

describe('the demo in the extension host', () => {
  let [store, state] = [new MemorySecretStore(), new MemoryMemento()];
  let started: DemoProcess[] = [];
  beforeEach(() => {
    [store, state, started] = [new MemorySecretStore(), new MemoryMemento(), []];
  });
  afterEach(async () => {
    for (const demo of started) await demo.close();
  });

  const start = async (): Promise<DemoProcess> => {
    const demo = await startDemo(store, state);
    started.push(demo);
    return demo;
  };

  it('has its address again after a reload, so that what a browser has open still leads somewhere', async () => {
    const before = await start();
    await before.close();
    assert.deepEqual((await start()).profile, before.profile);
  });

  it('takes another port where its own is taken, or where the remembered one is none', async () => {
    const first = await start();
    assert.notEqual((await start()).profile.baseUrl, first.profile.baseUrl);
    for (const port of [-1, 70_000, 1.5, 'http', null]) {
      await state.update('tidemark.demo.port', port);
      assert.match((await start()).profile.baseUrl, /^http:\/\/127\.0\.0\.1:\d+/);
    }
  });

  it('signs with one key, which lies in the secret store', async () => {
    await start();
    await start();
    assert.deepEqual(store.writes, ['store tidemark.demo.signingKey']);
  });
});
