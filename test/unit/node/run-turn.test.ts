// Runs of several windows in one folder, over real files.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunHolder } from '../../../src/core/chat/tools/runs/run-folders.ts';
import { takeRunTurn } from '../../../src/node/leases/run-turn.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';

const left: RunHolder = { window: 'l', windowName: 'left', conversation: 'Fix the test' };
const right: RunHolder = { window: 'r', windowName: 'right', conversation: 'Say it' };

describe('the turn of a run in its folders', () => {
  let storage: string;
  const never = new AbortController().signal;
  const nobody = (): void => assert.fail('it need not wait');
  beforeEach(async () => {
    storage = path.join(await createTemporaryFolder(), 'runs');
  });
  afterEach(() => removeTemporaryFolder(path.dirname(storage)));

  it('comes one at a time, and whoever waits is told once who has it', async () => {
    const first = await takeRunTurn(storage, ['/w'], left, never, nobody);
    assert.ok(first !== null);
    const waited: (RunHolder | null)[] = [];
    const waiting = Promise.withResolvers<undefined>();
    const second = takeRunTurn(storage, ['/w'], right, never, (other) => {
      waited.push(other);
      waiting.resolve(undefined);
    });
    await waiting.promise;
    await first();
    const turn = await second;
    assert.ok(turn !== null);
    assert.deepEqual(waited, [left]);
    await turn();
    assert.deepEqual(await readdir(storage), []);
  });

  it('is had at once in another folder', async () => {
    const first = await takeRunTurn(storage, ['/w'], left, never, nobody);
    const second = await takeRunTurn(storage, ['/v'], right, never, nobody);
    assert.ok(first !== null && second !== null);
    await first();
    await second();
  });

  it('is had in all folders or in none, in whichever order they are open', async () => {
    const first = await takeRunTurn(storage, ['/b'], left, never, nobody);
    assert.ok(first !== null);
    const stop = new AbortController();
    assert.equal(await takeRunTurn(storage, ['/b', '/a'], right, stop.signal, () => stop.abort()), null);
    const third = await takeRunTurn(storage, ['/a', '/a'], right, never, nobody);
    assert.ok(third !== null);
    await third();
    await first();
  });

  it('is taken by nobody who was stopped before', async () => {
    const stopped = AbortSignal.abort();
    assert.equal(await takeRunTurn(storage, ['/w'], left, stopped, nobody), null);
  });
});
