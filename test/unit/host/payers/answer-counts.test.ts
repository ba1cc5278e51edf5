// What a person is told that API keys have spent today, as their windows count it.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';
import '../../../support/fakes/vscode-stand-in.ts';

const { openCounts } = await import('../../../../src/host/payers/answer-counts.ts');

const receiver = 'https://keys.example';
const log = { info: () => undefined, warn: () => undefined };

describe('the count of today', () => {
  let folder: string;
  let state: MemoryMemento;
  const openWindow = (scheme: string): ReturnType<typeof openCounts> =>
    openCounts(
      { globalStorageUri: { scheme, fsPath: folder }, globalState: state, storageUri: undefined } as never,
      receiver,
      log,
    );
  const spend = (window: Awaited<ReturnType<typeof openCounts>>, input: number): void => {
    const cost = { account: null, model: 'tide-large', origin: 'ask', conversation: null } as const;
    window.add({ ...cost, receiver, payer: 'apiKey', input, output: 0, cached: 0 });
  };
  const left = async (): Promise<unknown> => [await readdir(folder, { recursive: true }), state.keys()];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-counts-'));
    state = new MemoryMemento();
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  for (const scheme of ['file', 'vscode-userdata'])
    it(`is nothing once all data was deleted, in the window that did it and in another (${scheme})`, async () => {
      const [one, other] = [await openWindow(scheme), await openWindow(scheme)];
      spend(one, 515);
      assert.deepEqual([one.keyTokensToday(receiver), other.keyTokensToday(receiver)], [515, 515]);
      await one.forget();
      await other.forget();
      assert.deepEqual([one.keyTokensToday(receiver), other.keyTokensToday(receiver)], [0, 0]);
      assert.deepEqual((await openWindow(scheme)).keyTokensToday(receiver), 0);
      spend(other, 7);
      assert.equal(one.keyTokensToday(receiver), 7);
    });

  it('leaves nothing behind of what an earlier version counted', async () => {
    const day = new Date().toLocaleDateString('sv');
    await writeFile(path.join(folder, 'key-spending.json'), JSON.stringify({ day, tokens: 515 }));
    const window = await openWindow('file');
    assert.equal(window.keyTokensToday(receiver), 515);
    await window.forget();
    assert.deepEqual([window.keyTokensToday(receiver), await left()], [0, [[], []]]);
  });
});
