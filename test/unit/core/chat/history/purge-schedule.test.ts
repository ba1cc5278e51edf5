import assert from 'node:assert/strict';
import { schedulePurge } from '../../../../../src/core/chat/history/purge-schedule.ts';
import { ConversationStore } from '../../../../../src/core/chat/history/history.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';

const hour = 60 * 60_000;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the schedule of purges', () => {
  it('runs at once and every hour then, whatever a purge comes to', async () => {
    const clock = new FakeClock();
    const times: number[] = [];
    const start = clock.now();
    const end = schedulePurge(clock, () => {
      times.push(clock.now() - start);
      return times.length === 1 ? Promise.reject(new Error('EIO')) : Promise.resolve();
    });
    for (let count = 0; count < 2; count += 1) {
      await settled();
      clock.advance(hour);
    }
    assert.deepEqual(times, [0, hour, 2 * hour]);
    await settled();
    end();
    assert.equal(clock.waiting, 0);
  });

  it('begins no other while one runs, and none after its end', async () => {
    const clock = new FakeClock();
    let finish = (): void => undefined;
    let count = 0;
    const end = schedulePurge(clock, () => {
      count += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    clock.advance(5 * hour);
    assert.equal(count, 1);
    end();
    finish();
    await settled();
    assert.deepEqual([count, clock.waiting], [1, 0]);
  });

  it('takes the files of a deleted conversation away after a day, without anybody opening the list', async () => {
    const [clock, files] = [new FakeClock(), memoryFiles()];
    const history = new ConversationStore([{ name: 'person', files }], 'w', clock, () => assert.fail());
    history.record('a', 'person', { kind: 'prompt', id: 'p', parent: null, text: 'A secret thought' });
    history.record('a', 'person', { kind: 'deleted', deleted: true });
    await history.flush();
    const end = schedulePurge(clock, () => history.purge());
    await settled();
    assert.equal(files.contents.has('a.w.jsonl'), true);
    for (let hours = 0; hours < 25; hours += 1) {
      clock.advance(hour);
      await settled();
    }
    assert.deepEqual([...files.contents.keys()], ['index.json']);
    assert.equal(new TextDecoder().decode(files.contents.get('index.json')).includes('secret'), false);
    end();
  });
});
