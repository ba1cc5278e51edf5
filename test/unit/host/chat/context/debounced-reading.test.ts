import assert from 'node:assert/strict';
import { DebouncedReading } from '../../../../../src/host/chat/context/debounced-reading.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';

describe('what is read anew where it may have changed', () => {
  let clock: FakeClock;
  let readings: ((value: string) => void)[];
  let changes: string[];
  let reading: DebouncedReading<string>;
  beforeEach(() => {
    clock = new FakeClock();
    readings = [];
    changes = [];
    const read = (): Promise<string> => new Promise((resolve) => readings.push(resolve));
    reading = new DebouncedReading('', read, () => changes.push(reading.value), clock);
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is read once for all that happens at about the same time', async () => {
    reading.soon();
    clock.advance(100);
    reading.soon();
    clock.advance(149);
    assert.equal(readings.length, 0);
    clock.advance(1);
    assert.equal(readings.length, 1);
    readings[0]?.('one');
    await settled();
    assert.deepEqual(changes, ['one']);
  });

  it('is what was begun last, whatever ends last', async () => {
    reading.soon();
    clock.advance(150);
    reading.soon();
    clock.advance(150);
    readings[1]?.('new');
    readings[0]?.('old');
    await settled();
    assert.deepEqual([reading.value, changes], ['new', ['new']]);
  });

  it('is neither read nor told of once it is disposed of', async () => {
    reading.soon();
    clock.advance(150);
    reading.soon();
    reading.dispose();
    clock.advance(150);
    readings[0]?.('late');
    await settled();
    assert.deepEqual([readings.length, changes], [1, []]);
  });
});
