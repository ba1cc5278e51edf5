// Knows that what windows share survives the file it lies in, whatever state it holds, and that nothing else is believed.
import assert from 'node:assert/strict';
import { type Finding, formatRecord, parseRecord, type PlanRecord } from '../../../../src/core/plan/plan-record.ts';
import { nothingAsked } from '../../../../src/core/plan/refresh-policy.ts';
import type { Failure } from '../../../../src/core/service/errors.ts';

const figures: Extract<Finding, { kind: 'known' }>['figures'] = {
  plan: 'coding',
  name: 'Pro',
  level: 'pro',
  renewal: '2026-08-07',
  windows: [
    { window: { kind: 'fiveHours' }, usedPercent: 34.5, used: 1, total: 2, left: 1, resetsAt: 5, perTool: [{ tool: 'x', used: 3 }] },
    { window: { kind: 'units', name: null }, usedPercent: null, used: null, total: null, left: null, resetsAt: null, perTool: [] },
    { window: { kind: 'other', name: 'MOON' }, usedPercent: null, used: null, total: null, left: null, resetsAt: null, perTool: [] },
  ],
  models: ['large'],
  readAt: 7,
};
const record = (finding: Finding): PlanRecord => ({
  finding,
  asked: { ...nothingAsked, at: 3, failures: 2 },
  samples: [{ at: 7, plan: 'coding:Pro', windows: [{ key: 'fiveHours', usedPercent: 34.5, used: 1, total: 2, resetsAt: 5 }] }],
  warned: [{ key: 'fiveHours', threshold: 80, resetsAt: null }],
  balances: { balances: [{ name: 'a', unit: null, total: null, used: null, left: 4 }], readAt: 9 },
});

const failures: readonly Failure[] = [
  ...(['offline', 'cut', 'firewall', 'tokenRefused', 'forbidden', 'paymentRequired', 'balanceExhausted', 'codeExpired', 'providerInactive', 'notFound', 'tooLarge', 'stopped'] as const).map((kind) => ({ kind })),
  { kind: 'hostUnreachable', host: 'h' },
  { kind: 'loginPage', host: 'h' },
  { kind: 'certificate', host: 'h', code: 'c' },
  { kind: 'timeout', seconds: 20 },
  { kind: 'stalled', seconds: 20 },
  { kind: 'rateLimited', retryAt: 5 },
  { kind: 'overloaded', retryAt: null },
  { kind: 'requestRefused', status: 200, code: null },
  { kind: 'serviceTrouble', status: 500, retryAt: null },
  { kind: 'unexpectedAnswer', what: 'schema' },
];

describe('a shared record', () => {
  it('comes back as it was written, in every state', () => {
    const findings: readonly Finding[] = [
      { kind: 'known', figures },
      { kind: 'stale', figures, failure: null },
      { kind: 'noPlan' },
      { kind: 'paymentRequired' },
      { kind: 'providerInactive' },
      { kind: 'unknown', failure: null },
      ...failures.map((failure) => ({ kind: 'unknown', failure }) as const),
    ];
    for (const finding of findings) assert.deepEqual(parseRecord(formatRecord(record(finding))), { version: 1, ...record(finding) });
  });

  it('is as good as none where it cannot be read, or is of another version', () => {
    const whole = formatRecord(record({ kind: 'known', figures }));
    for (const text of ['', '{', 'null', '[]', '{}', whole.slice(0, -9), whole.replace('"version":1', '"version":2'), whole.replace('"at":3', '"at":"3"')]) {
      assert.equal(parseRecord(text), null, text.slice(0, 40));
    }
  });
});
