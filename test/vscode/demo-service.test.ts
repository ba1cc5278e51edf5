// The demo inside the extension host: which port it takes, and whose tokens it knows, when a window is loaded again.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { accountNameOf } from '../../src/core/account/session.ts';
import { embeddedDemo } from '../../src/core/service/profile/embedded-demo.ts';
import { removeDemoData, writeDemoConversations } from '../../src/host/service/demo-data.ts';
import { type DemoProcess, startDemo } from '../../src/host/service/demo-service.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import { MemorySecretStore } from '../support/fakes/memory-secret-store.ts';

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

  it('takes the same API key at every start, so that one that was stored stays good', async () => {
    const [first, second] = [await start(), await start()];
    assert.ok(first.apiKey.equals(second.apiKey));
    const { altApiUrl, words, models } = second.profile;
    const ask = (key: string): Promise<Response> =>
      fetch(`${String(altApiUrl)}/api/${words.compat}/v1/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': key,
          [`${words.compat}-version`]: '2023-06-01',
        },
        body: JSON.stringify({
          model: models[0]?.id,
          max_tokens: 16,
          messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
        }),
      });
    assert.equal((await ask(first.apiKey.reveal())).status, 200);
    assert.equal((await ask('demo-guessed')).status, 401);
  });

  it('has conversations of its own, written once, which go with it and leave those of the person', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tidemark-demo-'));
    const storage = vscode.Uri.file(folder);
    const names = async (): Promise<string[]> => (await readdir(path.join(folder, 'conversations'))).sort();
    try {
      await writeDemoConversations(storage);
      const written = await names();
      assert.equal(written.length, 10);
      assert.ok(written.every((name) => name.startsWith('demo-')));
      const [first = ''] = written;
      await writeFile(path.join(folder, 'conversations', first), 'continued');
      await writeDemoConversations(storage);
      assert.equal(await readFile(path.join(folder, 'conversations', first), 'utf8'), 'continued');
      await writeFile(path.join(folder, 'conversations', 'mine.left.jsonl'), '');
      await mkdir(path.join(folder, 'plan'));
      const ofAda = await accountNameOf(embeddedDemo, 'primary', '5f0e7c1a-3b52-4d8e-9a41-000000000101');
      for (const name of [`${ofAda}.plan.json`, '1.plan.json']) await writeFile(path.join(folder, 'plan', name), '');
      await mkdir(path.join(folder, 'counted'));
      for (const name of [`demo-${ofAda}.jsonl`, '2026-08-06.jsonl'])
        await writeFile(path.join(folder, 'counted', name), '');
      await removeDemoData(storage);
      assert.deepEqual(
        [await names(), await readdir(path.join(folder, 'plan')), await readdir(path.join(folder, 'counted'))],
        [['mine.left.jsonl'], ['1.plan.json'], ['2026-08-06.jsonl']],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('signs with one key, which lies in the secret store', async () => {
    await start();
    await start();
    assert.deepEqual(store.writes, ['store tidemark.demo.signingKey']);
  });
});
