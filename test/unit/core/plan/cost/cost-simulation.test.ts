// Simulates people who ask, and compares what is learned of a token's cost with naive averages. The table that it
// prints is the measure of core/usage/cost-model/.
import assert from 'node:assert/strict';
import { growthOf } from '../../../../../src/core/plan/breakdown/counted-growth.ts';
import { shareOf, windowCosts } from '../../../../../src/core/plan/cost/window-costs.ts';
import { type Sample, withSample } from '../../../../../src/core/plan/forecast/samples.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import { type CountedAnswer, type TokenCost, tokensIn } from '../../../../../src/core/usage/counted-answer.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = new Date(2026, 0, 5, 9).getTime();

type Random = () => number;

/** A small generator with a seed, so that every run sees the same people (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Percent of five hours that a thousand tokens read anew take; output counts four times as much, cached a tenth. */
const prices: Readonly<Record<string, number>> = { large: 0.09, small: 0.03 };
const truthOf = (model: string, { input, output, cached }: TokenCost): number =>
  ((prices[model] ?? 0) * (input + 4 * output + 0.1 * cached)) / 1000;

interface Person {
  readonly name: string;
  readonly modelOf: (random: Random) => string;
  /** How busy another machine is, next to this one: at an instant. */
  readonly elsewhere: (time: number, phase: number) => number;
  /** To how many percent the service rounds. */
  readonly resolution: number;
}

const never = (): number => 0;
/** Forty minutes of each hundred, whatever is done here. */
const inBursts = (time: number, phase: number): number => ((time / minute + phase * 100) % 100 < 40 ? 1 : 0);
const always = (): number => 1;
const mixed = (random: Random): string => (random() < 0.4 ? 'large' : 'small');
const people: readonly Person[] = [1, 0.1].flatMap((resolution) => [
  { name: `steady, ${resolution} %`, modelOf: () => 'large', elsewhere: never, resolution },
  { name: `mixed models, ${resolution} %`, modelOf: mixed, elsewhere: never, resolution },
  { name: `other machine at times, ${resolution} %`, modelOf: () => 'large', elsewhere: inBursts, resolution },
  { name: `other machine always, ${resolution} %`, modelOf: () => 'large', elsewhere: always, resolution },
]);

interface Asked {
  readonly model: string;
  readonly tokens: TokenCost;
  readonly percent: number;
}

/** A prompt of a conversation that grows, of which a model reads again what it has read before. */
function createAsker(modelOf: Person['modelOf'], random: Random): () => Asked {
  let [history, model] = [0, modelOf(random)];
  return () => {
    if (random() < 0.15) [history, model] = [0, modelOf(random)];
    const input = Math.round(1500 * Math.exp(0.9 * normal(random)));
    const output = Math.round(700 * Math.exp(0.8 * normal(random)));
    const tokens = { input, output, cached: history };
    history = Math.min(60_000, history + input + output);
    // What a service counts is never quite what it says.
    return { model, tokens, percent: truthOf(model, tokens) * Math.exp(0.1 * normal(random)) };
  };
}

interface Checkpoint {
  readonly answers: number;
  /** Relative errors for the prompts to come; of the fit null where it is silent. */
  readonly fit: readonly (number | null)[];
  readonly inRange: readonly boolean[];
  readonly perAnswer: readonly number[];
  readonly perToken: readonly number[];
}

const checkpoints = [10, 30, 100];
const window: QuotaWindow = {
  ...{ type: { kind: 'fiveHours' }, usedPercent: 0, used: null, total: null, left: null, resetsAt: null, perTool: [] },
};

/** Works from nine on, with a prompt every few minutes; the service is read after answers and every five minutes. */
function live(person: Person, seed: number): Checkpoint[] {
  const random = randomOf(seed);
  const [ask, askElsewhere, phase] = [
    createAsker(person.modelOf, random),
    createAsker(person.modelOf, random),
    random(),
  ];
  const answers: CountedAnswer[] = [];
  const found: Checkpoint[] = [];
  let samples: readonly Sample[] = [];
  let [used, resetsAt, next, nextReading, answeredAt] = [0, start + 5 * hour, start + minute, start, 0];
  for (let now = start; found.length < checkpoints.length; now += 10_000) {
    const isWorking = new Date(now).getHours() >= 9 && new Date(now).getHours() < 18;
    if (now >= resetsAt) [used, resetsAt] = [0, resetsAt + 5 * hour];
    if (isWorking && random() < person.elsewhere(now, phase) / 21) used += askElsewhere().percent;
    if (isWorking && now >= next && used < 100) {
      const { model, tokens, percent } = ask();
      used += percent;
      answers.push(answer(now, model, tokens));
      answeredAt = now;
      next = now + (60 + 300 * random()) * 1000;
    }
    const isRead = now >= nextReading || now - answeredAt === 10_000;
    if (isWorking && isRead) {
      samples = withSample(samples, read(now, Math.min(100, used), resetsAt, person.resolution));
      nextReading = now + 5 * minute;
      if (checkpoints[found.length] === answers.length && now - answeredAt >= 2 * minute)
        found.push(check(person, samples, answers, now, seed));
    } else if (checkpoints[found.length] === answers.length) next = Math.max(next, now + minute);
  }
  return found;
}

function answer(at: number, model: string, tokens: TokenCost): CountedAnswer {
  const from = { service: 'service', account: 'account', conversation: null, workspace: null } as const;
  return { at, model, ...tokens, ...from, origin: 'ask', payer: 'plan' };
}

function read(at: number, used: number, resetsAt: number, resolution: number): Sample {
  const usedPercent = Math.round(Math.round(used / resolution) * resolution * 10) / 10;
  return { at, plan: 'coding:Pro', windows: [{ key: 'fiveHours', usedPercent, used: null, total: null, resetsAt }] };
}

function check(
  person: Person,
  samples: readonly Sample[],
  answers: readonly CountedAnswer[],
  now: number,
  seed: number,
): Checkpoint {
  const random = randomOf(seed + 7777);
  const ask = createAsker(person.modelOf, random);
  const toCome = Array.from({ length: 20 }, ask).map(({ model, tokens }) => ({
    model,
    tokens,
    truth: truthOf(model, tokens),
  }));
  const cost = windowCosts([window], samples, answers, now)[0] ?? assert.fail();
  const grown = growthOf(samples, window, now).stretches.reduce((sum, { amount }) => sum + amount, 0);
  const tokens = answers.reduce((sum, one) => sum + tokensIn(one), 0);
  const wrong = (guess: number, truth: number): number => Math.abs(guess - truth) / truth;
  const guesses = toCome.map((one) => ({ ...one, share: shareOf(cost, one.model, one.tokens) }));
  return {
    answers: answers.length,
    fit: guesses.map(({ share, truth }) => (share === null ? null : wrong(share.about, truth))),
    inRange: guesses.flatMap(({ share, truth }) => (share === null ? [] : [truth >= share.low && truth <= share.high])),
    perAnswer: toCome.map(({ truth }) => wrong(grown / answers.length, truth)),
    perToken: toCome.map((one) => wrong((grown / tokens) * tokensIn(one.tokens), one.truth)),
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

interface Row {
  readonly name: string;
  readonly answers: number;
  /** Which share of the questions the fit answers. */
  readonly answered: number;
  readonly inRange: number;
  readonly fit: number;
  readonly perAnswer: number;
  readonly perToken: number;
}

const lives = 20;

function rowsOf(person: Person, index: number): Row[] {
  const all = Array.from({ length: lives }, (_, seed) => live(person, 1000 * (index + 1) + seed)).flat();
  return checkpoints.map((answers) => {
    const own = all.filter((one) => one.answers === answers);
    const fit = own.flatMap((one) => one.fit);
    const said = fit.filter((error) => error !== null);
    const inRange = own.flatMap((one) => one.inRange);
    return {
      ...{ name: person.name, answers, answered: said.length / fit.length, fit: median(said) },
      inRange: inRange.filter((one) => one).length / inRange.length,
      perAnswer: median(own.flatMap((one) => one.perAnswer)),
      perToken: median(own.flatMap((one) => one.perToken)),
    };
  });
}

function table(rows: readonly Row[]): string {
  const share = (value: number): string => (Number.isNaN(value) ? '–' : `${Math.round(100 * value)} %`);
  const head = ['person, rounding', 'answers', 'fit', 'says it', 'in its range', 'per answer', 'per token'];
  const lines = rows.map((row) => [
    ...[row.name, String(row.answers), share(row.fit), share(row.answered), share(row.inRange)],
    ...[share(row.perAnswer), share(row.perToken)],
  ]);
  return [head, ...lines]
    .map((cells) => cells.map((text, column) => (column === 0 ? text.padEnd(32) : text.padStart(14))).join(''))
    .join('\n');
}

describe('the cost of an answer against simulated people', function () {
  this.timeout(120_000);
  let rows: readonly Row[] = [];

  before(() => {
    rows = people.flatMap(rowsOf);
    console.log(`\nMedian error of what a prompt takes of five hours, of what it does take:\n${table(rows)}\n`);
  });

  const of = (name: string, answers: number): Row =>
    rows.find((row) => row.name === name && row.answers === answers) ?? assert.fail(name);

  it('says nothing after ten answers where the service rounds to whole percents', () => {
    for (const { name, answers, answered } of rows)
      if (answers === 10 && name.endsWith(' 1 %')) assert.equal(answered, 0, name);
  });

  it('speaks of nearly all prompts after a hundred answers of one model, and is wrong by less than a sixth', () => {
    for (const name of ['steady', 'other machine at times'])
      for (const resolution of ['1 %', '0.1 %']) {
        const { answered, fit } = of(`${name}, ${resolution}`, 100);
        assert.ok(answered > 0.85 && fit < 1 / 6, `${name}, ${resolution}: ${answered}, ${fit}`);
      }
  });

  it('is wrong by less than half as much as either average, wherever it speaks of a tenth of the prompts', () => {
    for (const { name, answers, answered, fit, perAnswer, perToken } of rows)
      if (answered > 0.1) assert.ok(fit < Math.min(perAnswer, perToken) * 0.6, `${name}, ${answers}: ${fit}`);
  });

  it('gives a range that holds the truth eight times in ten, and more where another machine never rests', () => {
    for (const { name, answers, answered, inRange } of rows) {
      const least = name.includes('always') ? 0.85 : 0.8;
      if (answered > 0.1) assert.ok(inRange > least, `${name}, ${answers}: ${inRange}`);
    }
  });

  it('is silent after few answers where another machine never rests', () => {
    for (const [resolution, answers] of [['1 %', 30] as const, ['0.1 %', 10] as const])
      assert.ok(of(`other machine always, ${resolution}`, answers).answered < 0.05, resolution);
  });
});
