import assert from 'node:assert/strict';
import { LoadedOnce } from '../../../src/host/loaded-once.ts';

describe('something that is loaded once', () => {
  it('is the same for everybody who needs it, at once or later', async () => {
    let count = 0;
    const once = new LoadedOnce(() => Promise.resolve((count += 1)));
    assert.deepEqual(await Promise.all([once.get(), once.get()]), [1, 1]);
    assert.equal(await once.get(), 1);
  });

  it('is tried again by the next who needs it, after it could not be loaded', async () => {
    let count = 0;
    const once = new LoadedOnce(() =>
      (count += 1) < 3 ? Promise.reject(new Error(`try ${count}`)) : Promise.resolve('there'),
    );
    const both = [once.get(), once.get()];
    for (const each of both) await assert.rejects(each, /try 1/);
    await assert.rejects(once.get(), /try 2/);
    assert.equal(await once.get(), 'there');
    assert.equal(count, 3);
  });

  it('may also fail before it has begun', async () => {
    const once = new LoadedOnce<string>(() => {
      throw new Error('at once');
    });
    await assert.rejects(async () => once.get(), /at once/);
  });
});
