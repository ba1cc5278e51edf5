import assert from 'node:assert/strict';
import {
  amounts,
  bindingWindow,
  isUsedUp,
  plausibleReset,
  type QuotaWindow,
  type WindowType,
} from '../../../../src/core/plan/quota-window.ts';

const now = Date.UTC(2026, 0, 15, 12);
const hour = 60 * 60 * 1000;
const nothing = { percent: null, total: null, used: null, left: null };

describe('the amounts of a window', () => {
  it('are all unknown where nothing is given', () => {
    assert.deepEqual(amounts(nothing), { usedPercent: null, used: null, total: null, left: null });
  });

  it('follow from any two of total, used and left', () => {
    assert.deepEqual(amounts({ ...nothing, total: 200, used: 50 }), {
      usedPercent: 25,
      used: 50,
      total: 200,
      left: 150,
    });
    assert.deepEqual(amounts({ ...nothing, total: 200, left: 50 }), {
      usedPercent: 75,
      used: 150,
      total: 200,
      left: 50,
    });
  });

  it("keep the service's own figures where those contradict each other", () => {
    assert.deepEqual(amounts({ percent: 34, total: 100, used: 50, left: 60 }), {
      usedPercent: 34,
      used: 50,
      total: 100,
      left: 60,
    });
  });

  it('may overdraw, and nothing is left then', () => {
    assert.deepEqual(amounts({ ...nothing, total: 100, used: 150 }), {
      usedPercent: 150,
      used: 150,
      total: 100,
      left: 0,
    });
    assert.deepEqual(amounts({ ...nothing, total: 100, left: 150 }), {
      usedPercent: 0,
      used: 0,
      total: 100,
      left: 150,
    });
  });

  it('imply no share of a total of zero', () => {
    assert.deepEqual(amounts({ ...nothing, total: 0, used: 0 }), { usedPercent: null, used: 0, total: 0, left: 0 });
  });

  it('are unknown, not zero, where they are negative', () => {
    assert.deepEqual(amounts({ percent: -5, total: -1, used: -1, left: -1 }), {
      usedPercent: null,
      used: null,
      total: null,
      left: null,
    });
    assert.deepEqual(amounts({ percent: -5, total: 100, used: 50, left: null }), {
      usedPercent: 50,
      used: 50,
      total: 100,
      left: 50,
    });
  });
});

describe('a reset', () => {
  it('is read in milliseconds and in seconds', () => {
    assert.equal(plausibleReset(now + hour, 5, now), now + hour);
    assert.equal(plausibleReset((now + hour) / 1000, 5, now), now + hour);
  });

  it('is unknown where it is absent, past, now, zero or negative', () => {
    for (const time of [null, 0, -1, now - 1, now]) assert.equal(plausibleReset(time, 5, now), null);
  });

  it('is believed half a window beyond the window, not further', () => {
    assert.equal(plausibleReset(now + 7.5 * hour, 5, now), now + 7.5 * hour);
    assert.equal(plausibleReset(now + 7.5 * hour + 1, 5, now), null);
    assert.equal(plausibleReset(now + 100 * 24 * hour, 5, now), null);
  });

  it('of a window of unknown length is believed for a year', () => {
    assert.equal(plausibleReset(now + 366 * 24 * hour, null, now), now + 366 * 24 * hour);
    assert.equal(plausibleReset(now + 366 * 24 * hour + 1, null, now), null);
  });
});

describe('the binding window', () => {
  const window = (kind: WindowType['kind'], usedPercent: number | null): QuotaWindow => ({
    type: kind === 'units' || kind === 'other' ? { kind, name: kind } : { kind },
    usedPercent,
    used: null,
    total: null,
    left: null,
    resetsAt: null,
    perTool: [],
  });

  it('is the one with the largest share used, the first of equals', () => {
    const [pool, week, credit] = [window('fiveHours', 34), window('week', 80), window('credit', 80)];
    assert.equal(bindingWindow([pool, week, credit]), week);
  });

  it('is never the tool calls where another window is known, however full they are', () => {
    const [tools, pool] = [window('monthlyTools', 100), window('fiveHours', 0)];
    assert.equal(bindingWindow([tools, pool]), pool);
    assert.equal(bindingWindow([tools, window('week', null)]), tools);
  });

  it('is none where no share is known', () => {
    assert.equal(bindingWindow([]), null);
    assert.equal(bindingWindow([window('fiveHours', null), window('other', null)]), null);
  });

  it('is never one of an unknown type, of which nobody can say what it stops', () => {
    const pool = window('fiveHours', 3);
    assert.equal(bindingWindow([window('other', 100), pool]), pool);
    assert.equal(bindingWindow([window('other', 100)]), null);
  });
});

describe('a window that is used up', () => {
  it('is one with a hundred percent used or more, and never one whose share is unknown', () => {
    assert.deepEqual(
      [null, 0, 99.9, 100, 130].map((usedPercent) => isUsedUp({ usedPercent })),
      [false, false, false, true, true],
    );
  });
});
