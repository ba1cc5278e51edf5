import assert from 'node:assert/strict';
import type { Session } from '../../../../../src/core/account/session.ts';
import { sessionOf } from '../../../../support/fakes/sessions.ts';
import '../../../../support/fakes/vscode-stand-in.ts';

const { namedAccounts } = await import('../../../../../src/host/account/session/account-names.ts');

const namesOf = (...users: readonly (Session['user'] | 'secondary')[]): string[] =>
  namedAccounts(
    users.map((user, index) => ({
      ...sessionOf(`person${index}`, user === 'secondary' ? { provider: 'secondary' } : {}),
      ...(user === 'secondary' ? { user: { sub: 'b', name: 'Bob' } } : { user }),
      account: `${index}`.repeat(32),
    })),
  ).map(({ name }) => name);

describe('the names of accounts', () => {
  it('are those of their people', () => {
    assert.deepEqual(namesOf({ sub: 'a', name: 'Ann' }, 'secondary'), ['Ann', 'Bob, secondary account']);
  });

  it('are different for each, whatever people call themselves', () => {
    const many: readonly (readonly (Session['user'] | 'secondary')[])[] = [
      [
        { sub: 'a', name: 'Ann', email: 'a@x' },
        { sub: 'b', name: 'Ann', email: 'a@x' },
      ],
      [
        { sub: 'a', name: 'Ann' },
        { sub: 'b', name: 'Ann\u200b' },
      ],
      [
        { sub: 'a', name: `${'x'.repeat(200)}1${'y'.repeat(100)}` },
        { sub: 'b', name: `${'x'.repeat(200)}2${'y'.repeat(100)}` },
      ],
      [
        { sub: 'a', name: 'Ann', email: 'a@x' },
        { sub: 'b', name: 'Ann', email: 'b@x' },
        { sub: 'c', name: 'Ann (a@x)' },
      ],
      [{ sub: 'a', name: 'Bob, secondary account' }, 'secondary'],
      [null, { sub: 'a', name: 'Account' }],
      [
        { sub: 'a', name: 'Ann' },
        { sub: 'b', name: 'Ann\u200b' },
        { sub: 'c', name: 'Ann · 000000' },
      ],
    ];
    for (const users of many) {
      const names = namesOf(...users);
      assert.equal(new Set(names).size, users.length, names.join(' | '));
    }
  });
});
