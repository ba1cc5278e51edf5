import assert from 'node:assert/strict';
import {
  type Finding,
  formatRecord,
  parseRecord,
  type PlanRecord,
} from '../../../../../src/core/plan/watch/plan-record.ts';
import { nothingAsked } from '../../../../../src/core/plan/watch/refresh-policy.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';

const figures: Extract<Finding, { kind: 'known' }>['figures'] = {
  plan: 'coding',
  name: 'Pro',
  level: 'pro',
  renewal: '2026-08-07',
  windows: [
    {
      type: { kind: 'fiveHours' },
      usedPercent: 34.5,
      used: 1,
      total: 2,
      left: 1,
      resetsAt: 5,
      perTool: [{ tool: 'x', used: 3 }],
    },
    {
      type: { kind: 'units', name: null },
      usedPercent: null,
      used: null,
      total: null,
      left: null,
      resetsAt: null,
      perTool: [],
    },
    {
      type: { kind: 'other', name: 'MOON' },
      usedPercent: null,
      used: null,
      total: null,
      left: null,
      resetsAt: null,
      perTool: [],
    },
  ],
  models: ['large'],
  readAt: 7,
};
const record = (finding: Finding): PlanRecord => ({
  finding,
  asked: { ...nothingAsked, at: 3, failures: 2 },
  samples: [
    { at: 7, plan: 'coding:Pro', windows: [{ key: 'fiveHours', usedPercent: 34.5, used: 1, total: 2, resetsAt: 5 }] },
  ],
  warned: [{ key: 'fiveHours', threshold: 80, resetsAt: null, isKnownUsedUp: true }],
  balances: { balances: [{ name: 'a', unit: null, total: null, used: null, left: 4 }], readAt: 9 },
});

const failures: readonly Failure[] = [
  ...(
    [
      'offline',
      'cut',
      'firewall',
      'tokenRefused',
      'forbidden',
      'paymentRequired',
      'balanceExhausted',
      'codeExpired',
      'providerInactive',
      'notFound',
      'tooLarge',
      'stopped',
    ] as const
  ).map((kind) => ({ kind })),
  { kind: 'hostUnreachable', host: 'h' },
  { kind: 'loginPage', host: 'h' },
  { kind: 'certificate', host: 'h', code: 'CERT_HAS_EXPIRED' },
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
    for (const finding of findings)
      assert.deepEqual(parseRecord(formatRecord(record(finding))), { version: 1, ...record(finding) });
  });

  it("has a window's type under the name that the first version gave it", () => {
    const { windows, ...rest } = figures;
    const asFirst = windows.map(({ type, ...others }) => ({ ...others, window: type }));
    const first = {
      version: 1,
      ...record({ kind: 'noPlan' }),
      finding: { kind: 'known', figures: { ...rest, windows: asFirst } },
    };
    assert.deepEqual(parseRecord(JSON.stringify(first))?.finding, { kind: 'known', figures });
    assert.match(formatRecord(record({ kind: 'known', figures })), /"window":\{"kind":"fiveHours"\}/);
  });

  it('is as good as none where it cannot be read, or is of another version', () => {
    const whole = formatRecord(record({ kind: 'known', figures }));
    for (const text of ['', '{', 'null', '[]', '{}', whole.slice(0, -9), whole.replace('"version":1', '"version":2')]) {
      assert.equal(parseRecord(text), null, text.slice(0, 40));
    }
  });

  it('is as good as none where its figures mean nothing: no date, no share, no amount, no name', () => {
    for (const changes of [
      { readAt: 8.64e15 },
      { readAt: -1 },
      { readAt: 1.5 },
      { name: 'x'.repeat(1001) },
      { level: 'x'.repeat(1001) },
    ])
      assert.equal(parseRecord(formatRecord(record({ kind: 'known', figures: { ...figures, ...changes } }))), null);
  });

  it('loses of a list what means nothing, and nothing else', () => {
    const [first] = figures.windows;
    assert.ok(first !== undefined);
    const windows = [first, { ...first, usedPercent: -1 }, { ...first, resetsAt: 8.64e15 }, { ...first, total: 1e16 }];
    const whole = record({ kind: 'known', figures: { ...figures, windows, models: ['large', 'x'.repeat(1001)] } });
    const [sample] = whole.samples;
    assert.ok(sample !== undefined);
    const read = parseRecord(formatRecord({ ...whole, samples: [{ ...sample, at: -5 }, sample] }));
    assert.deepEqual(read?.finding, { kind: 'known', figures: { ...figures, windows: [first] } });
    assert.deepEqual(read.samples, [sample]);
  });

  it('never keeps anybody from asking again: what was asked is forgotten, or waits a day at most', () => {
    const day = 24 * 60 * 60 * 1000;
    const asked = (changes: Readonly<Record<string, unknown>>): unknown =>
      parseRecord(JSON.stringify({ version: 1, ...record({ kind: 'noPlan' }), asked: { ...nothingAsked, ...changes } }))
        ?.asked;
    for (const changes of [{ at: '3' }, { at: 8.64e15 }, { failures: -1 }, { notBefore: 1e300 }])
      assert.deepEqual(asked(changes), nothingAsked, JSON.stringify(changes));
    assert.deepEqual(asked({ at: 3, failures: 1, notBefore: 4e12 }), {
      ...nothingAsked,
      at: 3,
      failures: 1,
      notBefore: 3 + day,
    });
  });

  it('keeps the figures where samples, warnings or balances cannot be read', () => {
    const known: unknown = JSON.parse(formatRecord(record({ kind: 'known', figures })));
    const stored = Object.assign({}, known, { samples: 5, warned: {}, balances: [] });
    const read = parseRecord(JSON.stringify(stored));
    assert.deepEqual(read?.finding, { kind: 'known', figures });
    assert.deepEqual([read.samples, read.warned, read.balances], [[], [], null]);
  });

  it('reads warnings that were stored before anybody noted who knows what is used up', () => {
    const known: unknown = JSON.parse(formatRecord(record({ kind: 'known', figures })));
    const warned = [{ key: 'week', threshold: 80, resetsAt: 5 }];
    const read = parseRecord(JSON.stringify(Object.assign({}, known, { warned })));
    assert.deepEqual(read?.warned, [{ key: 'week', threshold: 80, resetsAt: 5, isKnownUsedUp: false }]);
  });
});
