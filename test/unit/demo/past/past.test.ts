// The made-up past of the demo's subscriber: what it must hold so that pictures and forecasts can be drawn from it.
import assert from 'node:assert/strict';
import { readSegment, conversationOf } from '../../../../src/core/chat/history/segment.ts';
import { ConversationTree } from '../../../../src/core/chat/conversation/tree.ts';
import { sampleOf, mostSamples, withSample } from '../../../../src/core/plan/forecast/samples.ts';
import { planBreakdowns } from '../../../../src/core/plan/breakdown/plan-breakdowns.ts';
import { PlanCosts } from '../../../../src/core/plan/cost/plan-costs.ts';
import { windowForecastsOf } from '../../../../src/core/plan/forecast/window-forecast.ts';
import type { PlanFigures } from '../../../../src/core/plan/plan-state.ts';
import type { QuotaWindow } from '../../../../src/core/plan/quota-window.ts';
import { pastConversations, pastTurns } from '../../../../src/demo/past/conversations.ts';
import { pastBefore } from '../../../../src/demo/past/readings.ts';
import { pastAnswers } from '../../../../src/demo/past/uses.ts';

const hour = 3_600_000;
const day = 24 * hour;

function figuresAt(readAt: number): PlanFigures {
  const window = (
    kind: 'fiveHours' | 'week' | 'monthlyTools',
    usedPercent: number,
    total: number | null,
    resetsIn: number,
  ): QuotaWindow => ({
    ...{ type: { kind }, usedPercent, used: null, total, left: null },
    ...{ resetsAt: readAt + resetsIn, perTool: [] },
  });
  const windows = [
    window('fiveHours', 34, 120_000, 2.6 * hour),
    window('week', 8, null, 4.3 * day),
    window('monthlyTools', 16, 100, 17.2 * day),
  ];
  return { plan: 'coding', name: 'Demo Coding Pro', level: 'pro', renewal: null, windows, models: [], readAt };
}

describe('the past of the demo', () => {
  // Whenever somebody tries it: on a working day, at night, on a Sunday.
  const times = [
    new Date(2026, 7, 6, 15, 20).getTime(),
    new Date(2026, 7, 5, 2).getTime(),
    new Date(2026, 7, 9, 11).getTime(),
  ];
  for (const now of times) {
    it(`reaches back five weeks, and gives every limit a forecast, on ${new Date(now).toUTCString()}`, () => {
      const figures = figuresAt(now);
      const past = pastBefore(figures, pastTurns('demo-', now)).samples;
      const samples = withSample(past, sampleOf(figures));
      assert.ok(past.length > 500 && samples.length <= mostSamples, `${past.length} readings`);
      assert.ok(now - (past[0]?.at ?? now) > 34 * day);
      for (const { window, track, forecast } of windowForecastsOf({ kind: 'known', figures }, samples, now)) {
        const { kind } = window.type;
        assert.ok(track.length > 300, `${kind}: ${track.length} readings of one plan`);
        assert.notEqual(forecast.kind, 'unknown', kind);
        const shares = track.map(({ usedPercent }) => usedPercent);
        assert.ok(Math.min(...shares) >= 0 && Math.max(...shares) <= 100, kind);
        const last = track.at(-2)?.usedPercent ?? 0;
        assert.ok(Math.abs(last - (window.usedPercent ?? 0)) < 5, `${kind} ends at ${last} percent`);
      }
      const resets = (key: string): number =>
        windowForecastsOf({ kind: 'known', figures }, samples, now)
          .find(({ window }) => window.type.kind === key)
          ?.track.filter(({ isFresh }) => isFresh).length ?? 0;
      assert.ok(resets('fiveHours') > 20 && resets('week') >= 4, `${resets('fiveHours')} and ${resets('week')} resets`);
    });
  }

  for (const now of times) {
    const figures = figuresAt(now);
    const { samples: past, uses } = pastBefore(figures, pastTurns('demo-', now));
    const samples = withSample(past, sampleOf(figures));
    const answers = pastAnswers(uses, { service: 'demo', account: 'ada', workspace: 'w' });

    it(`tells where the quota went, and its sums are those of the readings, on ${new Date(now).toUTCString()}`, () => {
      const breakdowns = planBreakdowns(figures.windows, samples, answers, now);
      const month = breakdowns.find(({ scope }) => scope === 'month')?.breakdown ?? assert.fail();
      assert.ok(month.here > 4 * month.elsewhere && month.elsewhere > 0, `${month.here} and ${month.elsewhere}`);
      for (const { scope, breakdown } of breakdowns) {
        const { counted, here, elsewhere, rows } = breakdown;
        assert.ok(Math.abs(here + elsewhere - counted) < 1e-6 && here >= 0 && elsewhere >= 0, scope);
        for (const list of Object.values(rows)) {
          const sum = list.reduce((total, { amount }) => total + amount, 0);
          assert.ok(Math.abs(sum - here) < 1e-6 * Math.max(1, here), scope);
        }
      }
      const names = (list: readonly { readonly name: string | null }[]): unknown[] =>
        list.map(({ name }) => name).sort();
      assert.deepEqual(names(month.rows.model), ['tide-large', 'tide-small']);
      assert.deepEqual(names(month.rows.origin), ['agent', 'ask', 'commitMessage', 'vscodeChat']);
      const present = new Set(pastTurns('demo-', now).map(({ conversation }) => conversation));
      const inNone = month.rows.conversation.find(({ name }) => name === null)?.amount ?? 0;
      assert.ok(inNone > 0 && inNone < 0.3 * month.here, `${inNone} of ${month.here} in no conversation`);
      const named = month.rows.conversation.flatMap(({ name }) => (name === null ? [] : [name]));
      assert.ok(named.length >= 8 && named.every((name) => present.has(name)), named.join());
    });

    it(`tells what a prompt takes, and that a model takes three times as much, on ${new Date(now).toUTCString()}`, () => {
      const costs = PlanCosts.learn(figures.windows, samples, answers, now);
      const [first] = costs.ofPrompt({ model: 'tide-large', input: 1000, cached: 0 });
      assert.equal(first?.window.type.kind, 'fiveHours');
      const least = (1000 / 120_000) * 100;
      assert.ok(first.share.about > least && first.share.about < 3 * least, String(first.share.about));
      const times = costs.timesAsMuch('tide-large', ['tide-large', 'tide-small']);
      assert.equal(times?.base, 'tide-small');
      assert.ok(times.times.about > 2.5 && times.times.about < 3.5, String(times.times.about));
    });
  }

  it('is nobody else than that of a subscriber with quota left', () => {
    const figures = figuresAt(Date.UTC(2026, 7, 6, 12));
    assert.deepEqual(pastBefore({ ...figures, level: 'lite' }, []), { samples: [], uses: [] });
    const windows = figures.windows.map((window) => ({ ...window, usedPercent: 100 }));
    assert.deepEqual(pastBefore({ ...figures, windows }, []), { samples: [], uses: [] });
  });

  it('holds conversations that can be read, each marked by its name and its title', () => {
    const now = Date.UTC(2026, 7, 6, 12);
    const files = pastConversations('demo-', 'Demo:', now);
    assert.equal(new Set(files.map(({ name }) => name)).size, 10);
    for (const { name, text } of files) {
      assert.ok(name.startsWith('demo-'));
      const id = conversationOf(name);
      const reading = readSegment(new TextEncoder().encode(text));
      assert.ok(id !== null && reading.kind === 'read' && !reading.damaged && reading.conversation === id);
      const tree = new ConversationTree(id);
      for (const entry of reading.entries) tree.take(entry, entry.at);
      assert.match(tree.title, /^Demo: /);
      const { turns } = tree.shown();
      assert.ok(turns.length >= 2 && turns.length % 2 === 0, name);
      for (const turn of turns) {
        if (turn.kind === 'answer') assert.deepEqual([turn.progress.kind, turn.source?.payer], ['done', 'plan']);
      }
      assert.ok(tree.changedAt < now && tree.changedAt > now - 35 * day);
    }
  });
});
