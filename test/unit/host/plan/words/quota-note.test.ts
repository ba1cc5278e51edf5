import '../../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';

const { quotaNote } = await import('../../../../../src/host/plan/words/quota-note.ts');
const { clockTime } = await import('../../../../../src/host/words/time-text.ts');

describe('what is left of the plan, where there is room for little', () => {
  const now = Date.now();
  const resetsAt = now + 2 * 60 * 60_000;
  const window: QuotaWindow = {
    ...{ type: { kind: 'fiveHours' }, usedPercent: 34, used: 34, left: 66, total: 100 },
    ...{ resetsAt, perTool: [] },
  };

  it('is the share of the tightest limit and when it resets, as the person reads shares elsewhere', () => {
    assert.equal(quotaNote(window, 'used', now), `34% used, resets ${clockTime(resetsAt, now)}`);
    assert.equal(quotaNote(window, 'left', now), `66% left, resets ${clockTime(resetsAt, now)}`);
  });

  it('says no reset that is over or unknown, and nothing where no limit is known', () => {
    assert.equal(quotaNote(window, 'used', resetsAt), '34% used');
    assert.equal(quotaNote({ ...window, usedPercent: null, resetsAt: null }, 'used', now), 'usage unknown');
    assert.equal(quotaNote(null, 'used', now), '');
  });
});
