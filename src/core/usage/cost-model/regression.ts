// A regression in which something else may have added to each observation, never taken away: what was used elsewhere.
// Found by expectation and maximisation, so that the more an observation lies above the rest the less it says.
import { cell, inverseOf, type Matrix, nonNegativeSolution, product } from './linear-algebra.ts';
import { liftAbove, logDensity, logShareBelow } from './normal-distribution.ts';

export interface Row {
  /** What the prices are multiplied by, one for each. */
  readonly amounts: readonly number[];
  /** What it came to. */
  readonly growth: number;
  /** How long something else had time to add to it, relative to the others. */
  readonly duration: number;
}

export interface Fit {
  /** What one of each amount takes, at least 0. */
  readonly prices: readonly number[];
  readonly covariance: Matrix;
  /** Logarithm of how well it explains what was observed. */
  readonly likelihood: number;
}

/** What does not change while a fit is looked for. */
interface Given {
  /** With the duration as the last amount: something else may go on all the time. */
  readonly rows: readonly Row[];
  /** Variance of each growth where no answer was given. */
  readonly floor: number;
  /** What is added elsewhere to a mean row where it is, before anything was observed. */
  readonly usual: number;
}

interface State {
  readonly prices: readonly number[];
  /** How much more the observations scatter than rounding and their own variety explain, as a variance; at least 1. */
  readonly excess: number;
  /** Which share of the observations something was added to that does not go on all the time. */
  readonly touched: number;
  /** How much is added to such a one, on average, for its duration. */
  readonly rate: number;
}

/** What is known of a row, given the state. */
interface Expectation {
  readonly variance: number;
  /** What was added to it at times. */
  readonly added: number;
  readonly addedVariance: number;
  /** How likely it is that anything was. */
  readonly isTouched: number;
  readonly likelihood: number;
}

/** How much an answer may take more or less than its tokens say, as a standard deviation. */
const variety = 0.15;
/** Of the mean growth: nothing is known more exactly. */
const finest = 0.01;
/** Of a normal distribution, in standard deviations. */
const meanDeviation = 0.8;
/** Of what is not explained: so much of the prices may be wrong as well. */
const doubtful = 0.4;
/** Where more than this share is not explained, so many observations are wanted. */
const muchUnexplained = 0.3;
const fewestForMuch = 16;
/** So many times the prices, that nothing is said where weights that are likely at all leave this much unexplained. */
const beyondTelling = 10;
const rounds = 40;
const closeEnough = 0.002;
/** As if so many observations had been seen of either kind before. */
const before = { touched: 1, untouched: 3 };
/** Shares of all growth that the prices explain, from which a fit is looked for. */
const starts = [1, 0.5];

/** @param rounding variance of a row's growth by rounding alone. @returns null where the rows do not tell. */
export function fitPrices(rows: readonly Row[], rounding: number): Fit | null {
  const mean = rows.reduce((sum, { growth }) => sum + growth, 0) / rows.length;
  if (!(mean > 0)) return null;
  const given: Given = {
    rows: rows.map((row) => ({ ...row, amounts: [...row.amounts, row.duration] })),
    floor: rounding + (finest * mean) ** 2,
    usual: mean / 2,
  };
  const fits = starts.flatMap((share) => {
    const fit = fitFrom(given, { prices: evenPrices(rows, share), excess: 1, touched: 0.3, rate: given.usual });
    return fit === null ? [] : [fit];
  });
  return fits.sort((one, other) => other.likelihood - one.likelihood)[0] ?? null;
}

/** As if all amounts had the same price, and nothing went on elsewhere all the time. */
function evenPrices(rows: readonly Row[], share: number): number[] {
  const all = rows.reduce((sum, { amounts }) => sum + amounts.reduce((total, amount) => total + amount, 0), 0);
  const grown = rows.reduce((sum, { growth }) => sum + growth, 0);
  return [...(rows[0]?.amounts ?? []).map(() => (all > 0 ? (share * grown) / all : 0)), 0];
}

function fitFrom(given: Given, start: State): Fit | null {
  let state = start;
  for (let [round, isSettled] = [0, false]; round < rounds && !isSettled; round += 1) {
    const next = improved(given, state);
    isSettled = isClose(state, next);
    state = next;
  }
  const expected = given.rows.map((row) => expectationOf(row, given.floor, state));
  const covariance = inverseOf(information(given, expected));
  const likelihood = expected.reduce((sum, one) => sum + one.likelihood, 0);
  // As many as there are prices; the last one is of what goes on elsewhere.
  const free = given.rows.length - state.prices.length;
  if (covariance === null || free < 3 || !Number.isFinite(likelihood)) return null;
  // Of few rows it is not known how much they scatter: the variance of Student's distribution.
  const prices = state.prices.slice(0, -1);
  const doubt = doubtAbout(given, prices) ** 2;
  const widened = covariance.map((line, row) =>
    line.map((value, column) => (value * free) / (free - 2) + doubt * (prices[row] ?? 0) * (prices[column] ?? 0)),
  );
  return { prices, covariance: widened, likelihood };
}

/**
 * How wrong all prices may be together, as a share of them. What the prices do not explain is taken to come from
 * elsewhere, at times or all the time; where much is unexplained, nobody can tell how much of the rest does as well.
 */
function doubtAbout({ rows, floor }: Given, prices: readonly number[]): number {
  const atWork = rows.flatMap(({ amounts, growth }) => {
    const taken = product(amounts.slice(0, -1), prices);
    return taken > 0 ? [{ growth, taken }] : [];
  });
  const grown = atWork.reduce((sum, { growth }) => sum + growth, 0);
  if (!(grown > 0)) return beyondTelling;
  const unexplained = atWork.reduce((sum, { growth, taken }) => {
    const usual = meanDeviation * Math.sqrt(floor + (variety * taken) ** 2);
    return sum + Math.abs(growth - taken) - usual;
  }, 0);
  const share = Math.min(1, Math.max(0, unexplained / grown));
  return share > muchUnexplained && atWork.length < fewestForMuch ? beyondTelling : doubtful * share;
}

function isClose(one: State, other: State): boolean {
  const pairs = [
    ...one.prices.map((price, index) => [price, other.prices[index] ?? 0] as const),
    [one.touched, other.touched] as const,
    [one.rate, other.rate] as const,
  ];
  return pairs.every(([value, next]) => Math.abs(value - next) <= closeEnough * value);
}

function improved(given: Given, state: State): State {
  const { rows, floor, usual } = given;
  const expected = rows.map((row) => expectationOf(row, floor, state));
  const matrix = normalMatrix(given, (index) => 1 / (expected[index]?.variance ?? 1));
  const prices = nonNegativeSolution(matrix, rightSide(rows, expected), state.prices);
  let touched = before.touched;
  let added = before.touched * usual;
  let duration = before.touched;
  let scatter = 0;
  for (const [index, row] of rows.entries()) {
    const one = expected[index];
    if (one === undefined) continue;
    touched += one.isTouched;
    added += one.added;
    duration += one.isTouched * row.duration;
    const left = row.growth - one.added - product(row.amounts, prices);
    scatter += (left * left + one.addedVariance) / (one.variance / state.excess);
  }
  return {
    prices,
    excess: Math.max(1, scatter / Math.max(1, rows.length - prices.length)),
    touched: touched / (rows.length + before.touched + before.untouched),
    rate: added / duration,
  };
}

/** Untouched, what is left over is normally distributed; else something exponentially distributed is in it too. */
function expectationOf({ amounts, growth, duration }: Row, floor: number, state: State): Expectation {
  const predicted = product(amounts, state.prices);
  const variance = state.excess * (floor + (variety * predicted) ** 2);
  const deviation = Math.sqrt(variance);
  const left = growth - predicted;
  const untouched = Math.log(1 - state.touched) + logDensity(left / deviation) - Math.log(deviation);
  const mean = state.rate * duration;
  if (!(mean > 0)) return { variance, added: 0, addedVariance: 0, isTouched: 0, likelihood: untouched };
  const place = left / deviation - deviation / mean;
  const touched = Math.log(state.touched / mean) + variance / (2 * mean * mean) - left / mean + logShareBelow(place);
  const most = Math.max(untouched, touched);
  const likelihood = most + Math.log(Math.exp(untouched - most) + Math.exp(touched - most));
  const isTouched = Math.exp(touched - likelihood);
  const lift = liftAbove(place);
  const ifTouched = deviation * (place + lift);
  const ifTouchedVariance = variance * (1 - lift * (lift + place));
  const added = isTouched * Math.max(0, ifTouched);
  const addedVariance = Math.max(0, isTouched * (Math.max(0, ifTouchedVariance) + ifTouched ** 2) - added ** 2);
  return { variance, added, addedVariance, isTouched, likelihood };
}

/** What the rows tell, less what is not known of what was added to them (Louis 1982). */
function information(given: Given, expected: readonly Expectation[]): Matrix {
  return normalMatrix(given, (index) => {
    const { variance, addedVariance } = expected[index] ?? { variance: 1, addedVariance: 1 };
    return Math.max(0, 1 - addedVariance / variance) / variance;
  });
}

/**
 * What goes on all the time is taken to be nothing, as surely as the usual is little, until the rows tell otherwise.
 */
function normalMatrix({ rows, usual }: Given, weightOf: (index: number) => number): Matrix {
  const size = rows[0]?.amounts.length ?? 0;
  const matrix = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (row === size - 1 && column === row ? 1 / usual ** 2 : 0)),
  );
  for (const [index, { amounts }] of rows.entries()) {
    const weight = weightOf(index);
    for (const [place, line] of matrix.entries()) {
      const factor = weight * (amounts[place] ?? 0);
      if (factor === 0) continue;
      for (const column of line.keys()) line[column] = cell(matrix, place, column) + factor * (amounts[column] ?? 0);
    }
  }
  return matrix;
}

function rightSide(rows: readonly Row[], expected: readonly Expectation[]): number[] {
  return (rows[0]?.amounts ?? []).map((_, place) =>
    rows.reduce((sum, { amounts, growth }, index) => {
      const { added, variance } = expected[index] ?? { added: 0, variance: 1 };
      return sum + ((amounts[place] ?? 0) * (growth - added)) / variance;
    }, 0),
  );
}
