import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import type { Finding } from '../../../../../src/core/plan/watch/plan-record.ts';
import { figuresAt } from '../../../../support/fakes/plan-window.ts';
import { sessionOf } from '../../../../support/fakes/sessions.ts';

const { OtherAccounts } = await import('../../../../../src/host/plan/watch/other-accounts.ts');

const now = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const read = (usedPercent: number, age = 0): Finding => ({ kind: 'known', figures: figuresAt(now - age, usedPercent) });

describe('an account that is offered where the plan in use is used up', () => {
  const offered = async (findings: Readonly<Record<string, Finding>>): Promise<string | undefined> => {
    const named = Object.keys(findings).map((name) => ({ session: sessionOf(name), name }));
    const others = new Map(named.map(({ session, name }) => [session.account, findings[name] ?? assert.fail()]));
    const accounts = new OtherAccounts(() => Promise.resolve(named), { others });
    await accounts.read();
    return accounts.withSomethingLeft(now)?.name;
  };

  it('is the one of which least is used', async () => {
    assert.equal(await offered({ Ivo: read(62), Juno: read(34), Dara: read(100) }), 'Juno');
  });

  it('is none of which nothing is known, or nothing is left', async () => {
    const figures = figuresAt(now, 34);
    assert.equal(
      await offered({
        Dara: read(100),
        Cleo: { kind: 'noPlan' },
        Eli: { kind: 'unknown', failure: null },
        Fay: { kind: 'stale', figures, failure: { kind: 'offline' } },
        Gil: { kind: 'known', figures: { ...figures, windows: [] } },
      }),
      undefined,
    );
    assert.equal(await offered({}), undefined);
  });

  it('is none whose figures are older than an hour', async () => {
    assert.equal(await offered({ Ivo: read(62, 60 * minute) }), 'Ivo');
    assert.equal(await offered({ Ivo: read(62, 61 * minute) }), undefined);
  });
});
