import assert from 'node:assert/strict';
import { LatestReading } from '../../../../src/core/account/latest-reading.ts';

describe('A reading of what may change meanwhile', () => {
  /** What is read, as it is when the reading ends. */
  const readings = (
    values: readonly string[],
  ): { readonly read: () => Promise<string>; readonly ends: (() => void)[] } => {
    const ends: (() => void)[] = [];
    const read = async (): Promise<string> => {
      const value = values[ends.length] ?? assert.fail('read too often');
      await new Promise<void>((resolve) => ends.push(resolve));
      return value;
    };
    return { read, ends };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is made once where nothing changes', async () => {
    const { read, ends } = readings(['first']);
    const value = new LatestReading().of(read);
    ends[0]?.();
    assert.equal(await value, 'first');
  });

  it('is made again for all who wait where one begins while another is under way', async () => {
    const { read, ends } = readings(['early', 'second', 'third']);
    const reading = new LatestReading();
    const one = reading.of(read);
    const other = reading.of(read);
    ends[0]?.();
    await turn();
    assert.equal(ends.length, 3, 'what was read early does not count');
    ends[1]?.();
    ends[2]?.();
    assert.deepEqual([await one, await other], ['third', 'second']);
  });

  it('is made again where it was told to be outdated', async () => {
    const { read, ends } = readings(['before', 'after']);
    const reading = new LatestReading();
    const value = reading.of(read);
    reading.outdate();
    ends[0]?.();
    await turn();
    ends[1]?.();
    assert.equal(await value, 'after');
  });

  it('ends as its source does', async () => {
    await assert.rejects(
      new LatestReading().of(() => Promise.reject(new Error('locked'))),
      /locked/,
    );
  });
});
