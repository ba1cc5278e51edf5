// The standard normal distribution far out in its tails, where the plain formulas underflow.

const halfLogOfTwoPi = 0.5 * Math.log(2 * Math.PI);

export function logDensity(place: number): number {
  return -0.5 * place * place - halfLogOfTwoPi;
}

/** Chebyshev coefficients of the complementary error function (Press et al., Numerical Recipes, `erfcc`). */
const coefficients = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
  -1.26551223,
];

/** Logarithm of the share that lies below a place, to about seven digits. */
export function logShareBelow(place: number): number {
  const distance = Math.abs(place) / Math.SQRT2;
  const step = 1 / (1 + distance / 2);
  const sum = coefficients.reduce((total, coefficient) => total * step + coefficient, 0);
  const logTail = Math.log(step / 2) - distance * distance + sum;
  return place <= 0 ? logTail : Math.log1p(-Math.exp(logTail));
}

/** The density over the share below: how far a truncation at zero lifts the mean, in standard deviations. */
export function liftAbove(place: number): number {
  return Math.exp(logDensity(place) - logShareBelow(place));
}
