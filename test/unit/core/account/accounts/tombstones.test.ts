import assert from 'node:assert/strict';
import {
  buriedBy,
  formatTombstones,
  isBuried,
  joined,
  noTombstones,
  parseTombstones,
  raised,
} from '../../../../../src/core/account/accounts/tombstones.ts';
import { accountNamed } from '../../../../support/fakes/sessions.ts';

const [ada, ben] = [accountNamed('ada'), accountNamed('ben')];
const at = (account: string, generation: number): { readonly account: string; readonly generation: number } => ({
  account,
  generation,
});

describe('what has ended', () => {
  it('is nothing at first, not even what an earlier version stored', () => {
    assert.equal(isBuried(noTombstones, at(ada, 0)), false);
  });

  it('is a sign-in and those of its account before it: no later one, and nobody else', () => {
    const ended = buriedBy([at(ada, 5)]);
    assert.deepEqual(
      [at(ada, 4), at(ada, 5), at(ada, 6), at(ben, 1)].map((mark) => isBuried(ended, mark)),
      [true, true, false, false],
    );
  });

  it("is everybody's where all was ended, and single ends are forgotten with it", () => {
    const ended = joined(buriedBy([at(ada, 5), at(ben, 9)]), { all: 7, accounts: new Map() });
    assert.deepEqual(ended, { all: 7, accounts: new Map([[ben, 9]]) });
    assert.deepEqual(
      [at(ada, 7), at(ada, 8), at(ben, 9), at(accountNamed('cleo'), 0)].map((mark) => isBuried(ended, mark)),
      [true, false, true, true],
    );
  });

  it('does not touch who signs in after it, also where the clock was set back', () => {
    const ended = joined(buriedBy([at(ada, 500)]), { all: 100, accounts: new Map() });
    assert.deepEqual(
      [raised(ended, at(ada, 3)), raised(ended, at(ben, 3)), raised(ended, at(ben, 300))],
      [at(ada, 501), at(ben, 101), at(ben, 300)],
    );
    assert.equal(isBuried(ended, raised(ended, at(ada, 3))), false);
  });

  it('comes back as it was written', () => {
    for (const ended of [noTombstones, buriedBy([at(ada, 5), at(ben, 9)]), { all: 7, accounts: new Map() }])
      assert.deepEqual(parseTombstones(JSON.parse(formatTombstones(ended))), ended);
  });

  it('takes nothing from a damaged file that would end sign-ins to come', () => {
    for (const stored of [
      undefined,
      null,
      7,
      [],
      {},
      { all: '7', accounts: null },
      { all: -3, accounts: { [ada]: 1.5, [ben]: 1e15, 'not an account': 5 } },
      { all: 1e300, accounts: 7 },
    ])
      assert.deepEqual(parseTombstones(stored), noTombstones, JSON.stringify(stored));
  });

  it('is bounded: the oldest ends go first', () => {
    const marks = Array.from({ length: 300 }, (_, index) => at(index.toString(16).padStart(32, '0'), index));
    const { accounts } = buriedBy(marks);
    assert.equal(accounts.size, 200);
    assert.equal(Math.min(...accounts.values()), 100);
  });
});
