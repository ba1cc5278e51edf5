import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import { planReport } from '../../../../../src/core/plan/published/plan-report.ts';
import { formatReport, isNews, isReport } from '../../../../../src/core/plan/published/report-file.ts';
import { statusLine } from '../../../../../src/core/plan/published/status-line.ts';
import type { WindowForecast } from '../../../../../src/core/plan/forecast/window-forecast.ts';
import type { PlanFigures, PlanState } from '../../../../../src/core/plan/plan-state.ts';

const now = Date.UTC(2026, 10, 22, 12, 0, 0, 250);
const fiveHours: WindowForecast['window'] = {
  type: { kind: 'fiveHours' },
  ...{ usedPercent: 45.9, used: 55_100, total: 120_000, left: 64_900 },
  resetsAt: now + 60 * 60_000,
  perTool: [],
};
const figures: PlanFigures = {
  ...{ plan: 'coding', name: 'Pro\u001b[31m\u202e Plan', level: null, renewal: null, models: [] },
  windows: [fiveHours],
  readAt: now - 1000,
};
const known: PlanState = { kind: 'known', figures };
const runsOut: WindowForecast = {
  window: fiveHours,
  binds: true,
  track: [],
  forecast: { kind: 'runsOut', at: now + 1_800_000, earliest: now + 600_000, latest: null, line: [] },
};
const report = planReport(known, [runsOut], now);

describe('What other programs are told of the plan', () => {
  it('is every figure with its time, and nobody’s name', () => {
    assert.deepEqual(report, {
      schema: 'tidemark.quota/1',
      state: 'known',
      readAt: '2026-11-22T11:59:59Z',
      plan: 'Pro[31m Plan',
      windows: [
        {
          kind: 'fiveHours',
          name: null,
          tightest: true,
          ...{ usedPercent: 45.9, used: 55_100, left: 64_900, total: 120_000 },
          resetsAt: '2026-11-22T13:00:00Z',
          forecast: { kind: 'runsOut', earliest: '2026-11-22T12:10:00Z', at: '2026-11-22T12:30:00Z' },
        },
      ],
    });
  });

  it('cannot be changed by whoever gets it', () => {
    const [window] = report.windows;
    assert.ok([report, report.windows, window, window?.forecast].every((one) => Object.isFrozen(one)));
  });

  it('says what state the plan is in, and calls old figures old', () => {
    const stateAt = (state: PlanState, at = now): string => planReport(state, [], at).state;
    assert.equal(stateAt(known, now + 60 * 60_000), 'stale');
    assert.equal(stateAt({ kind: 'stale', figures, failure: null }), 'stale');
    assert.deepEqual(
      (['signedOut', 'lapsed', 'noPlan', 'notConnected', 'restricted', 'checking'] as const).map((kind) =>
        stateAt({ kind }),
      ),
      ['signedOut', 'signedOut', 'noPlan', 'unknown', 'unknown', 'checking'],
    );
    assert.deepEqual(planReport({ kind: 'signedOut' }, [], now).windows, []);
  });

  it('fits its published schema, the account only where it is asked for', () => {
    const schema = z.fromJSONSchema(
      z.record(z.string(), z.json()).parse(JSON.parse(readFileSync('docs/quota.schema.json', 'utf8'))),
    );
    const fits = (text: string): boolean => schema.safeParse(JSON.parse(text)).success;
    assert.equal(fits(formatReport(report, null)), true);
    assert.equal(fits(formatReport(report, 'Ada Brook')), true);
    assert.equal(fits(formatReport(planReport({ kind: 'signedOut' }, [], now), null)), true);
    assert.equal(formatReport(report, null).includes('account'), false);
    assert.equal(fits(JSON.stringify({ ...report, token: 'x' })), false, 'nothing else is in it');
  });

  it('is known again by its schema, and is news where it was read anew', () => {
    const text = formatReport(report, null);
    assert.equal(isReport(text), true);
    for (const other of ['', '{}', '[]', '{"schema":"tidemark.quota/2"}', 'alias ls=rm'])
      assert.equal(isReport(other), false);
    const later = planReport(known, [{ ...runsOut, forecast: { kind: 'empty' } }], now + 1000);
    assert.equal(isNews(formatReport(later, null), text), false, 'a forecast alone is none');
    const read = planReport({ kind: 'known', figures: { ...figures, readAt: now } }, [runsOut], now);
    assert.equal(isNews(formatReport(read, null), text), true);
    assert.equal(isNews(formatReport(report, 'Ada Brook'), text), true);
    assert.equal(isNews(text, 'nothing'), true);
    const forged = { ...report, windows: report.windows.map((window) => ({ ...window, usedPercent: 1, left: 1e6 })) };
    assert.equal(isNews(text, formatReport(forged, null)), true, 'other figures of the same time');
  });

  it('is not known where anything else is in it, or anything is not what it should be', () => {
    const [window] = report.windows;
    const others = [
      { ...report, notes: 'mine' },
      { ...report, windows: [{ ...window, notes: 'mine' }] },
      { ...report, windows: [{ ...window, usedPercent: 'much' }] },
      { ...report, windows: {} },
      { ...report, plan: undefined },
    ];
    for (const other of others) assert.equal(isReport(JSON.stringify(other)), false, JSON.stringify(other));
    assert.equal(isReport(formatReport(planReport({ kind: 'signedOut' }, [], now), 'Ada Brook')), true);
  });
});

describe('The ready command for status lines', () => {
  it('is one line that names the file, whatever is in its name', () => {
    const line = statusLine("/home/ada/it's $(here)/quota.json") ?? assert.fail();
    assert.equal(line.includes('\n'), false);
    const words = execFileSync('sh', ['-c', `jq() { printf '%s\\n' "$3"; }; ${line}`], { encoding: 'utf8' });
    assert.equal(words, "/home/ada/it's $(here)/quota.json\n");
    assert.equal(statusLine('/home/ada/a\nb'), null);
  });

  it('is the one in the documentation', () => {
    const documented = readFileSync(path.join('docs', 'quota-file.md'), 'utf8');
    assert.ok(documented.includes(statusLine('/home/ada/.cache/tidemark.json') ?? assert.fail()));
  });
});
