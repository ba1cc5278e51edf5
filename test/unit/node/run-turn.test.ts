// Runs of several windows in one folder, over real files and in several processes.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../../src/core/ports.ts';
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
    const waited: RunHolder[] = [];
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

  describe('where folders meet', () => {
    let root: string;
    beforeEach(async () => {
      root = path.join(path.dirname(storage), 'work');
      await mkdir(path.join(root, 'shop', 'src'), { recursive: true });
      await mkdir(path.join(root, 'shop-two'));
      await symlink(path.join(root, 'shop'), path.join(root, 'link'), 'junction');
    });
    const at = (...names: readonly string[]): string => path.join(root, ...names);
    /** Whether a run in the second folders waits for one in the first. */
    const waits = async (first: readonly string[], second: readonly string[]): Promise<boolean> => {
      const turn = await takeRunTurn(storage, first, left, never, nobody);
      const stop = new AbortController();
      const other = await takeRunTurn(storage, second, right, stop.signal, () => stop.abort());
      await turn?.();
      await other?.();
      return other === null;
    };

    const cases: readonly (readonly [what: string, first: string[], second: string[], isMet: boolean])[] = [
      ['a folder within the other', ['shop'], ['shop/src'], true],
      ['a folder around the other', ['shop/src'], ['shop'], true],
      ['the same folder by a link', ['shop'], ['link'], true],
      ['a folder within it by a link', ['link/src'], ['shop'], true],
      ['one of several folders', ['shop-two', 'shop'], ['shop/src'], true],
      ['a folder that is not there yet', ['shop'], ['link/new'], true],
      ['a folder whose name begins alike', ['shop'], ['shop-two'], false],
      ['folders beside each other', ['shop/src'], ['shop-two'], false],
    ];
    for (const [what, first, second, isMet] of cases) {
      it(`${isMet ? 'waits' : 'is had at once'} in ${what}`, async () => {
        const places = (names: readonly string[]): string[] => names.map((name) => at(...name.split('/')));
        assert.equal(await waits(places(first), places(second)), isMet);
        assert.deepEqual(await readdir(storage), []);
      });
    }

    it('tells folders of another machine by their addresses', async () => {
      const address = 'vscode-vfs://github/ada/shop';
      assert.equal(await waits([address], [`${address}/src`]), true);
      assert.equal(await waits([address], [`${address}-two`]), false);
      assert.equal(await waits([root], [address]), false);
    });

    it('is had by one of two windows that come for a folder and the one within it together', async () => {
      const stop = new AbortController();
      const took = await Promise.all(
        [at('shop'), at('shop', 'src')].map((folder, index) =>
          takeRunTurn(storage, [folder], index === 0 ? left : right, stop.signal, () => stop.abort()),
        ),
      );
      assert.equal(took.filter((giveBack) => giveBack !== null).length, 1);
      for (const giveBack of took) await giveBack?.();
    });

    it('passes over what others left that says nothing', async () => {
      await mkdir(storage);
      await writeFile(path.join(storage, 'a.json'), '{"places": 3}');
      assert.equal(await waits([at('shop')], [at('shop-two')]), false);
    });

    describe('of another process', () => {
      const program = path.join(import.meta.dirname, '../../support/leases/run-holder.ts');
      const other: RunHolder = { window: 'other', windowName: 'other window', conversation: 'Say it' };
      let child: ChildProcess;
      beforeEach(async () => {
        child = fork(program, [storage, at('shop')]);
        await once(child, 'message');
      });
      afterEach(() => child.kill('SIGKILL'));

      it('comes when that one gives it back', async () => {
        const waited: RunHolder[] = [];
        const waiting = Promise.withResolvers<undefined>();
        const turn = takeRunTurn(storage, [at('link', 'src')], left, never, (holder) => {
          waited.push(holder);
          waiting.resolve(undefined);
        });
        await waiting.promise;
        child.send('go');
        await once(child, 'exit');
        const giveBack = await turn;
        assert.ok(giveBack !== null);
        assert.deepEqual(waited, [other]);
        await giveBack();
        assert.deepEqual(await readdir(storage), []);
      });

      it('comes a few seconds after that one has died, and clears up behind it', async () => {
        child.kill('SIGKILL');
        await once(child, 'exit');
        let elapsed = 0;
        const clock: Clock = {
          now: () => 0,
          monotonic: () => elapsed,
          after(milliseconds, action) {
            elapsed += milliseconds;
            setImmediate(action);
            return () => undefined;
          },
        };
        const waited: RunHolder[] = [];
        const turn = await takeRunTurn(storage, [at('shop', 'src')], left, never, (one) => waited.push(one), clock);
        assert.ok(turn !== null);
        assert.deepEqual(waited, [other]);
        assert.ok(elapsed >= 3500 && elapsed <= 5000, String(elapsed));
        await turn();
        assert.deepEqual(await readdir(storage), []);
      });
    });
  });
});
