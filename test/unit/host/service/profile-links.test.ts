import assert from 'node:assert/strict';
import { ProfileLinks } from '../../../../src/host/service/profile-links.ts';

describe('links that bring a profile', () => {
  it('are asked about one at a time: what comes meanwhile is dropped, and what comes later is heard', async () => {
    const asked: string[] = [];
    let answer = (): void => undefined;
    const warnings: string[] = [];
    const links = new ProfileLinks(
      (query) => {
        asked.push(query);
        return new Promise((resolve) => (answer = resolve));
      },
      { info: () => undefined, warn: (line) => void warnings.push(line) },
    );
    const first = links.take('first');
    await links.take('second');
    await links.take('third');
    assert.deepEqual([asked, warnings.length], [['first'], 2]);
    answer();
    await first;
    void links.take('fourth');
    assert.deepEqual(asked, ['first', 'fourth']);
  });
});
