import assert from 'node:assert/strict';
import {
  breakdownsCsv,
  breakdownsJson,
  type BreakdownNames,
} from '../../../../../src/core/plan/breakdown/breakdown-export.ts';
import type { PlanBreakdown } from '../../../../../src/core/plan/breakdown/plan-breakdowns.ts';

const row = (name: string | null, tokens: number) => ({ name, answers: 1, tokens, amount: tokens });

const one: PlanBreakdown = {
  scope: 'today',
  window: {
    type: { kind: 'fiveHours' },
    usedPercent: 34,
    used: 1000,
    total: null,
    left: null,
    resetsAt: null,
    perTool: [],
  },
  from: 0,
  straddling: 7,
  breakdown: {
    unit: 'tokens',
    resolution: 0,
    counted: 1000,
    here: 300,
    elsewhere: 700,
    low: 200,
    high: 400,
    unreadTokens: 5,
    rows: {
      model: [row('=cmd', 300)],
      conversation: [row('c-1', 200), row(null, 100)],
      workspace: [row('w-1', 300)],
      origin: [row('ask', 300)],
    },
  },
};

const names: BreakdownNames = {
  limit: ({ kind }) => `the ${kind} limit`,
  row: (_, name) => name ?? 'none',
};

describe('where the quota went, as a file', () => {
  it('is for a spreadsheet a line of all, of elsewhere, of here, and one for each row, which no spreadsheet runs', () => {
    assert.deepEqual(breakdownsCsv([one], names).split('\r\n'), [
      'time,from_utc,limit,unit,from,by,name,answers,tokens_counted_here,service_counted,at_least,at_most',
      ...[
        'all,,,,,1000,1000,1000',
        'elsewhere,,,,,700,600,800',
        'here,,,,,300,200,400',
        "here,model,'=cmd,1,300,300,,",
        'here,conversation,c-1,1,200,200,,',
        'here,conversation,none,1,100,100,,',
        'here,workspace,w-1,1,300,300,,',
        'here,origin,ask,1,300,300,,',
      ].map((rest) => `today,1970-01-01T00:00:00.000Z,the fiveHours limit,tokens,${rest}`),
      '',
    ]);
  });

  it('is for a program the same in JSON', () => {
    assert.deepEqual(JSON.parse(breakdownsJson([one], names)), [
      {
        time: 'today',
        from: '1970-01-01T00:00:00.000Z',
        limit: 'the fiveHours limit',
        unit: 'tokens',
        resolution: 0,
        counted: 1000,
        here: 300,
        elsewhere: 700,
        low: 200,
        high: 400,
        unreadTokens: 5,
        straddling: 7,
        by: {
          model: [row('=cmd', 300)],
          conversation: [row('c-1', 200), row('none', 100)],
          workspace: [row('w-1', 300)],
          origin: [row('ask', 300)],
        },
      },
    ]);
  });
});
