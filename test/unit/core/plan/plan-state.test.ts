import assert from 'node:assert/strict';
import type { QuotaWindow } from '../../../../src/core/plan/quota-window.ts';
import {
  figuresOf,
  type PlanFigures,
  type PlanState,
  stateOfSession,
  tightestWindow,
} from '../../../../src/core/plan/plan-state.ts';

const figures: PlanFigures = {
  plan: 'coding',
  name: 'Pro',
  level: null,
  renewal: null,
  windows: [],
  models: [],
  readAt: 1,
};

describe('the state before any check', () => {
  it('follows from what is stored', () => {
    assert.deepEqual(stateOfSession({ kind: 'none' }), { kind: 'signedOut' });
    assert.deepEqual(stateOfSession({ kind: 'lapsed' }), { kind: 'lapsed' });
    assert.deepEqual(stateOfSession({ kind: 'session' }), { kind: 'checking' });
  });
});

describe('the figures of a state', () => {
  it('are there while known or stale, and nowhere else', () => {
    assert.equal(figuresOf({ kind: 'known', figures }), figures);
    assert.equal(figuresOf({ kind: 'stale', figures, failure: null }), figures);
    const without: readonly PlanState[] = [
      { kind: 'notConnected' },
      { kind: 'signedOut' },
      { kind: 'lapsed' },
      { kind: 'checking' },
      { kind: 'noPlan' },
      { kind: 'paymentRequired' },
      { kind: 'providerInactive' },
      { kind: 'unknown', failure: null },
    ];
    assert.deepEqual(
      without.map(figuresOf),
      without.map(() => null),
    );
  });
});

describe('the tightest window of a state', () => {
  it('is the one of its figures that stops a prompt first, and none where there are no figures', () => {
    const week: QuotaWindow = {
      ...{ type: { kind: 'week' }, usedPercent: 70, used: null, total: null },
      ...{ left: null, resetsAt: null, perTool: [] },
    };
    const windows = [{ ...week, usedPercent: 20 }, week];
    assert.equal(tightestWindow({ kind: 'stale', figures: { ...figures, windows }, failure: null }), week);
    assert.equal(tightestWindow({ kind: 'known', figures }), null);
    assert.equal(tightestWindow({ kind: 'noPlan' }), null);
  });
});
