import assert from 'node:assert/strict';
import { parseRetryAfter } from '../../../../../src/core/service/failure/retry-after.ts';

const now = Date.UTC(2026, 0, 15, 12, 0, 0);
const day = 24 * 60 * 60 * 1000;

describe('Retry-After', () => {
  it('in seconds counts from now', () => {
    assert.equal(parseRetryAfter('120', now), now + 120_000);
    assert.equal(parseRetryAfter(' 5 ', now), now + 5000);
    assert.equal(parseRetryAfter('0', now), now);
  });

  it('as a date of any form is that instant', () => {
    for (const date of [
      'Thu, 15 Jan 2026 12:00:30 GMT',
      'Thursday, 15-Jan-26 12:00:30 GMT',
      'Thu Jan 15 12:00:30 2026',
    ]) {
      assert.equal(parseRetryAfter(date, now), now + 30_000, date);
    }
  });

  it('in the past means now', () => {
    assert.equal(parseRetryAfter('Wed, 14 Jan 2026 12:00:00 GMT', now), now);
  });

  it('beyond a day is not believed', () => {
    assert.equal(parseRetryAfter('999999999', now), now + day);
    assert.equal(parseRetryAfter('Fri, 15 Jan 2027 12:00:00 GMT', now), now + day);
  });

  it('that is absent or means nothing is null', () => {
    for (const header of [
      null,
      '',
      'soon',
      '-5',
      '1.5',
      '5s',
      '9999999999',
      '2026-01-15',
      'Thu, 45 Jan 2026 12:00:30 GMT',
    ]) {
      assert.equal(parseRetryAfter(header, now), null, String(header));
    }
  });
});
