import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import type { PlanFigures, PlanState } from '../../../../../src/core/plan/plan-state.ts';
import { windowForecastsOf } from '../../../../../src/core/plan/forecast/window-forecast.ts';
import type { MenuFacts } from '../../../../../src/host/plan/status/status-menu.ts';

const { menuItems } = await import('../../../../../src/host/plan/status/status-menu.ts');

const now = Date.UTC(2026, 0, 15, 12);

function known(usedPercent: number): PlanState {
  const figures: PlanFigures = {
    plan: 'coding',
    name: 'Pro',
    level: null,
    renewal: null,
    windows: [
      {
        type: { kind: 'fiveHours' },
        usedPercent,
        used: usedPercent * 1_000,
        total: 100_000,
        left: (100 - usedPercent) * 1_000,
        resetsAt: null,
        perTool: [],
      },
    ],
    models: [],
    readAt: now,
  };
  return { kind: 'known', figures };
}

function rows(state: PlanState, facts: Partial<MenuFacts> = {}): string[] {
  const forecasts = windowForecastsOf(state, [], now);
  const items = menuItems({
    state,
    forecasts,
    account: 'Ada',
    service: 'Demo',
    others: [],
    keyPays: false,
    waitsUntil: null,
    shown: 'used',
    tellsOfReset: true,
    now,
    ...facts,
  });
  return items.map(({ label, description, detail }) => [label, description, detail].filter(Boolean).join(' | '));
}

describe('the menu behind the status bar item', () => {
  it('leads to the chat where a prompt waits for the reset, and says when it is sent', () => {
    const waits = rows(known(25), { waitsUntil: now + 60_000 }).find((row) => row.startsWith('A prompt waits'));
    assert.match(waits ?? '', /^A prompt waits for the reset; it is sent about \d+:\d\d [AP]M\.$/);
  });

  it('names account, service, every limit and who pays, and then what can be done', () => {
    assert.deepEqual(rows(known(25)), [
      'Account',
      'Ada | Demo',
      'Add Account…',
      'Pro',
      `5-hour limit | 25% used · tightest limit | ${'█'.repeat(3)}${'░'.repeat(9)}  reset time unknown · 25K of 100K tokens`,
      'Your plan pays for answers.',
      'Actions',
      'Set API Key…',
      'Open Chat',
      'Open Plan',
      'Refresh',
      'Sign Out',
      'Diagnose…',
      'Settings',
    ]);
  });

  it('switches to every other account in one click', () => {
    const others = [
      { account: 'i', name: 'Ivo', state: known(60) },
      { account: 'c', name: 'Cleo', state: { kind: 'noPlan' } },
      { account: 'd', name: 'Dara', state: null },
    ] as const;
    const shown = rows(known(25), { others, now: now + 12 * 60_000 });
    assert.match(shown[2] ?? '', /^Switch to Ivo \| 60% used · reset time unknown · read .*, 12 min ago$/);
    assert.deepEqual(shown.slice(3, 6), ['Switch to Cleo | no plan', 'Switch to Dara | usage unknown', 'Add Account…']);
  });

  it('offers to tell of the reset of a plan that is used up, where nobody is told yet', () => {
    const offers = (state: PlanState, tellsOfReset: boolean): boolean =>
      rows(state, { tellsOfReset }).includes('Tell Me When It Resets');
    assert.deepEqual(
      [offers(known(100), false), offers(known(100), true), offers(known(25), false)],
      [true, false, false],
    );
  });

  it('shows what is left in words, amounts and bar alike where the person wants that', () => {
    assert.equal(
      rows(known(25), { shown: 'left' })[4],
      `5-hour limit | 75% left · tightest limit | ${'█'.repeat(9)}${'░'.repeat(3)}  reset time unknown · 75K of 100K tokens`,
    );
  });

  it('says first when a limit resets and what is ahead, since the end of a row is cut', () => {
    const state = known(25);
    const [one] = windowForecastsOf(state, [], now);
    assert.ok(one !== undefined);
    const window = { ...one.window, resetsAt: now + 3_600_000 };
    const forecast = { kind: 'lasts', line: [{ at: now + 3_600_000, expected: 36, low: 30, high: 40 }] } as const;
    const row = rows(state, { forecasts: [{ ...one, window, forecast }] })[4] ?? '';
    assert.match(row, / {2}resets [^·]+ · about 36% used by then · 25K of 100K tokens$/);
  });

  it('says of a plan that is used up no longer that it pays, and of a key that pays that it does', () => {
    assert.equal(rows(known(100)).includes('Your plan pays for answers.'), false);
    assert.equal(rows(known(100), { keyPays: true }).includes('Your API key pays for answers at the moment.'), true);
  });

  it('offers signing in where nobody is signed in, and neither figures nor signing out', () => {
    assert.deepEqual(rows({ kind: 'signedOut' }, { account: null }), [
      'Account',
      'Signed out | Demo',
      'Plan',
      'You are signed out. Sign in to see your plan and what is left of it.',
      'Actions',
      'Sign In',
      'Set API Key…',
      'Open Chat',
      'Open Plan',
      'Diagnose…',
      'Settings',
    ]);
  });
});
