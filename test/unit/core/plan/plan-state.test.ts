// Knows which state follows from a stored session, and which states hold figures.
import assert from 'node:assert/strict';
import { figuresOf, type PlanFigures, type PlanState, stateOfSession } from '../../../../src/core/plan/plan-state.ts';

const figures: PlanFigures = { plan: 'coding', name: 'Pro', level: null, renewal: null, windows: [], models: [], readAt: 1 };

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
    assert.deepEqual(without.map(figuresOf), without.map(() => null));
  });
});
