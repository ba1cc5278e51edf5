import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  answerOrigins,
  type CountedAnswer,
  countedLine,
  localDay,
  parseCounted,
  tokensIn,
  totalsOf,
} from '../../../../src/core/usage/counted-answer.ts';
import { CountedAnswers, type DayTexts } from '../../../../src/core/usage/counted-answers.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { countedAnswer } from '../../../support/samples/counted-answer.ts';

const noon = new Date(2026, 4, 1, 12).getTime();
const answerOf = (changes: Partial<CountedAnswer> = {}): CountedAnswer =>
  countedAnswer({
    at: noon,
    account: null,
    workspace: null,
    payer: 'apiKey',
    input: 10,
    output: 5,
    cached: 2,
    ...changes,
  });

/** Days in memory, that several windows share, on a disk that can be made to refuse. */
class MemoryDays implements DayTexts {
  readonly texts = new Map<string, string>();
  refuses = false;

  readNow(day: string): string | null {
    return this.texts.get(day) ?? null;
  }

  appendNow(day: string, text: string): void {
    if (this.refuses) throw new Error('EIO');
    this.texts.set(day, `${this.texts.get(day) ?? ''}${text}`);
  }

  replace(day: string, text: string): Promise<void> {
    this.texts.set(day, text);
    return Promise.resolve();
  }

  days(): Promise<readonly string[]> {
    return Promise.resolve([...this.texts.keys()]);
  }

  deleteAll(): Promise<void> {
    this.texts.clear();
    return Promise.resolve();
  }
}

describe('the answers that were given', () => {
  let days: MemoryDays;
  let clock: FakeClock;
  let warnings: string[];
  const open = (): CountedAnswers =>
    new CountedAnswers(days, clock, { info: () => undefined, warn: (line) => void warnings.push(line) });

  beforeEach(() => {
    days = new MemoryDays();
    clock = new FakeClock(noon);
    warnings = [];
  });

  it('come back line by line as they were written, and as nothing more than the fields they have', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record(
            {
              at: fc.integer({ min: 0, max: Date.UTC(2099, 0) }),
              service: fc.constantFrom('abc', 'def'),
              account: fc.constantFrom(null, 'a'.repeat(32)),
              model: fc.constantFrom('tide-large', '潮 1'),
              origin: fc.constantFrom(...answerOrigins),
              conversation: fc.constantFrom(null, 'c-1'),
              workspace: fc.constantFrom(null, 'w-1'),
              payer: fc.constantFrom('plan' as const, 'apiKey' as const),
              input: fc.nat(),
              output: fc.nat(),
              cached: fc.nat(),
            },
            { noNullPrototype: true },
          ),
        ),
        (answers) => {
          assert.deepEqual(parseCounted(answers.map(countedLine).join('')), { answers, totals: [] });
        },
      ),
    );
    const words = { ...answerOf(), prompt: 'what I asked', file: 'secret.ts' };
    assert.deepEqual(parseCounted(countedLine(words)).answers, [answerOf()]);
  });

  it('lose nothing but the line that broke off, was written by no version, or says what cannot be', () => {
    const good = countedLine(answerOf());
    for (const bad of [
      good.slice(0, -20),
      '{}',
      'no JSON',
      countedLine(answerOf({ input: -1 })),
      countedLine(answerOf({ output: 1.5 })),
      countedLine(answerOf({ at: 1e300 })),
      countedLine(answerOf({ conversation: '../../x' })),
      good.replace('"ask"', '"elsewhere"'),
    ])
      assert.deepEqual(parseCounted(`${good}${bad}${good}`).answers, [answerOf(), answerOf()], bad);
  });

  it('count for the key of their address on the person’s day, whichever window adds them, and once', () => {
    const windows = [open(), open()];
    for (const window of windows) {
      window.add(answerOf());
      window.add(answerOf({ service: 'other' }));
      window.add(answerOf({ payer: 'plan', account: 'a'.repeat(32) }));
    }
    assert.deepEqual(
      windows.map((window) => [window.keyTokensToday('abc'), window.keyTokensToday('other')]),
      [
        [34, 34],
        [34, 34],
      ],
    );
    assert.equal(days.texts.size, 1);
  });

  it('begin anew with the person’s day', () => {
    const window = open();
    window.add(answerOf({ at: new Date(2026, 4, 1, 23, 59).getTime() }));
    assert.equal(window.keyTokensToday('abc'), 17);
    clock.advance(12 * 60 * 60_000 + 60_000);
    assert.equal(window.keyTokensToday('abc'), 0);
    window.add(answerOf({ at: clock.now() }));
    assert.deepEqual([window.keyTokensToday('abc'), open().keyTokensToday('abc')], [17, 17]);
    assert.equal(localDay(clock.now()), '2026-05-02');
  });

  it('hold in their window while the disk refuses, and go there with the next', () => {
    const window = open();
    days.refuses = true;
    window.add(answerOf());
    assert.deepEqual([window.keyTokensToday('abc'), open().keyTokensToday('abc'), warnings.length], [17, 0, 1]);
    days.refuses = false;
    window.add(answerOf());
    assert.deepEqual([window.keyTokensToday('abc'), open().keyTokensToday('abc')], [34, 34]);
  });

  it('do not become less where the file is gone or spoiled, and a line that is being written waits', () => {
    const window = open();
    window.add(answerOf());
    assert.equal(window.keyTokensToday('abc'), 17);
    days.texts.set('2026-05-01', '{"at"');
    assert.equal(window.keyTokensToday('abc'), 17);
    days.texts.clear();
    assert.equal(window.keyTokensToday('abc'), 17);
    const line = countedLine(answerOf());
    days.texts.set('2026-05-01', line.slice(0, 30));
    assert.equal(window.keyTokensToday('abc'), 17);
    days.texts.set('2026-05-01', line);
    assert.equal(window.keyTokensToday('abc'), 34);
  });

  it('are given one by one from an instant on, with those that no disk has taken yet', async () => {
    const window = open();
    const given = [3, 1, 0].map((back) => answerOf({ at: noon - back * 24 * 60 * 60_000 }));
    for (const answer of given) window.add(answer);
    assert.deepEqual(await open().since(noon - 24 * 60 * 60_000 - 1), given.slice(1));
    assert.deepEqual(await open().since(noon), []);
  });

  it('are totals after 35 days, with the same sums, however often windows join them', async () => {
    const old = new Date(2026, 2, 1, 12).getTime();
    const answers = [
      answerOf({ at: old }),
      answerOf({ at: old + 5, conversation: 'c-2', workspace: 'w' }),
      answerOf({ at: old, payer: 'plan', account: 'a'.repeat(32) }),
    ];
    for (const answer of answers) open().add(answer);
    const recent = answerOf({ at: noon - 34 * 24 * 60 * 60_000 });
    open().add(recent);
    await Promise.all([open().joinOldDays(), open().joinOldDays()]);
    await open().joinOldDays();
    const joined = parseCounted(days.texts.get('2026-03-01') ?? '');
    const { at, conversation, workspace, ...rest } = answerOf();
    assert.deepEqual(joined, {
      answers: [],
      totals: [
        { answers: 2, ...rest, input: 20, output: 10, cached: 4 },
        { answers: 1, ...rest, payer: 'plan', account: 'a'.repeat(32) },
      ],
    });
    assert.deepEqual([at, conversation, workspace], [noon, 'c-1', null]);
    assert.deepEqual(parseCounted(days.texts.get(localDay(recent.at)) ?? '').answers, [recent]);
  });

  it('sum up to the same as totals, in whatever pieces they are joined', () => {
    const some = fc.array(
      fc.record(
        { service: fc.constantFrom('a', 'b'), model: fc.constantFrom('m', 'n'), input: fc.nat(1e6) },
        { noNullPrototype: true },
      ),
    );
    fc.assert(
      fc.property(some, some, (first, second) => {
        const [one, other] = [first, second].map((list) => list.map((each) => answerOf(each)));
        assert.ok(one !== undefined && other !== undefined);
        const whole = totalsOf({ answers: [...one, ...other], totals: [] });
        const inPieces = totalsOf({ answers: other, totals: totalsOf({ answers: one, totals: [] }) });
        assert.deepEqual(inPieces, whole);
        const sum = [...one, ...other].reduce((tokens, each) => tokens + tokensIn(each), 0);
        assert.equal(
          whole.reduce((tokens, each) => tokens + tokensIn(each), 0),
          sum,
        );
      }),
    );
  });

  it('are forgotten with what waits to be written, and nothing of it is written again', async () => {
    const window = open();
    window.add(answerOf());
    days.refuses = true;
    window.add(answerOf());
    await window.forget();
    days.refuses = false;
    assert.deepEqual([window.keyTokensToday('abc'), days.texts.size], [0, 0]);
    window.add(answerOf());
    assert.equal(window.keyTokensToday('abc'), 17);
  });

  it('begin a day with what an earlier version has counted for the key', () => {
    const window = open();
    window.takeOver('2026-05-01', 'abc', 515);
    window.add(answerOf());
    assert.deepEqual([window.keyTokensToday('abc'), window.keyTokensToday('other')], [532, 0]);
  });
});
