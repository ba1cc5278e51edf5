import assert from 'node:assert/strict';
import type { PlanState } from '../../../../../src/core/plan/plan-state.ts';
import type { Notice } from '../../../../../src/core/plan/watch/warnings.ts';
import { CurrentNotice } from '../../../../../src/host/plan/watch/current-notice.ts';
import { figuresAt } from '../../../../support/fakes/plan-window.ts';

const now = Date.UTC(2026, 0, 15, 12);

const known = (usedPercent: number): PlanState => ({ kind: 'known', figures: figuresAt(now, usedPercent) });

function noticeAt(usedPercent: number): Notice {
  const [window] = figuresAt(now, usedPercent).windows;
  assert.ok(window !== undefined);
  return { kind: 'warning', window, threshold: 80 };
}

describe('the notice of a plan that is open', () => {
  let account: string | null;
  let state: PlanState;
  let current: CurrentNotice;
  beforeEach(() => {
    [account, state] = ['ada', known(85)];
    current = new CurrentNotice(() => ({ account, state }));
  });

  /** Says it until it is over. */
  function open(notice: Notice): { readonly over: AbortSignal; readonly closed: Promise<void> } {
    let signal: AbortSignal = AbortSignal.abort();
    const closed = current.replace(notice, (over) => {
      signal = over;
      return new Promise((close) => over.addEventListener('abort', () => close()));
    });
    return { over: signal, closed };
  }

  it('stays while it is true, also while nobody knows', () => {
    const { over } = open(noticeAt(85));
    for (const next of [known(90), { kind: 'checking' } as const]) {
      state = next;
      current.changed();
    }
    assert.equal(over.aborted, false);
  });

  it('is taken back when another account is in use', async () => {
    const { over, closed } = open(noticeAt(85));
    [account, state] = ['ben', { kind: 'checking' }];
    current.changed();
    assert.equal(over.aborted, true);
    await closed;
  });

  it('is taken back when the limit has room again', () => {
    const { over } = open(noticeAt(85));
    state = known(3);
    current.changed();
    assert.equal(over.aborted, true);
  });

  it('gives way to the next one, which stays', () => {
    const before = open(noticeAt(85));
    state = known(100);
    const after = open(noticeAt(100));
    current.changed();
    assert.deepEqual([before.over.aborted, after.over.aborted], [true, false]);
  });

  it('is not taken back once it was closed, and what cannot be shown is told to whoever asked', async () => {
    let over = AbortSignal.abort();
    await current.replace(noticeAt(85), (signal) => Promise.resolve(void (over = signal)));
    [account] = ['ben'];
    current.changed();
    assert.equal(over.aborted, false);
    await assert.rejects(
      current.replace(noticeAt(85), () => Promise.reject(new Error('no window'))),
      /no window/,
    );
  });
});
