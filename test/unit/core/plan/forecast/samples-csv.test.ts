import assert from 'node:assert/strict';
import { type CsvNames, samplesCsv } from '../../../../../src/core/plan/forecast/samples-csv.ts';

describe('the readings as comma-separated values', () => {
  const reading = { key: 'fiveHours', usedPercent: 34.5, used: null, total: 40, resetsAt: 3_600_000 };
  const names: CsvNames = {
    plan: (plan) => plan,
    limit: (type) => ('name' in type ? (type.name ?? 'Units') : `the ${type.kind} limit`),
  };
  const rowsOf = (key: string): string | undefined =>
    samplesCsv([{ at: 0, plan: 'Pro', windows: [{ ...reading, key }] }], names).text.split('\r\n')[1];

  it('are one line a window and reading, with names and units, unknown values empty and times in UTC', () => {
    assert.deepEqual(samplesCsv([{ at: 0, plan: 'Pro', windows: [reading, reading] }], names).rows, 2);
    assert.equal(
      samplesCsv([{ at: 0, plan: 'Pro', windows: [reading] }], names).text,
      'time_utc,plan,limit,used_percent,used,total,unit,resets_at_utc\r\n1970-01-01T00:00:00.000Z,Pro,the fiveHours limit,34.5,,40,tokens,1970-01-01T01:00:00.000Z\r\n',
    );
  });

  it('say what the amounts of each limit count, and nothing where that is not known', () => {
    const units = ['week', 'monthlyTools', 'credit', 'units:', 'units:model_usage', 'other:a:b'].map((key) =>
      rowsOf(key)?.split(',').slice(2, 7).join(),
    );
    assert.deepEqual(units, [
      'the week limit,34.5,,40,tokens',
      'the monthlyTools limit,34.5,,40,calls',
      'the credit limit,34.5,,40,credits',
      'Units,34.5,,40,',
      'model_usage,34.5,,40,',
      'a:b,34.5,,40,',
    ]);
  });

  it('quote what would end a field, and keep a spreadsheet from running what begins like a formula', () => {
    const windows = [{ ...reading, key: 'other:=1+1' }];
    const csv = samplesCsv([{ at: 0, plan: 'a "b", c', windows }], names).text;
    assert.match(csv, /,"a ""b"", c",'=1\+1,34\.5,/);
  });
});
