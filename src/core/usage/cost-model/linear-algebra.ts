// Small symmetric systems of equations, one row for each model that a person uses.

export type Matrix = readonly (readonly number[])[];

/** The cell at a place; 0 outside. */
export function cell(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}

export function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

/** How often the solution is gone over; it settles in fewer where no two models are always used together. */
const sweeps = 60;
const closeEnough = 1e-6;

/** The solution of `matrix · x = right` that is nowhere negative and comes closest, by coordinate descent. */
export function nonNegativeSolution(matrix: Matrix, right: readonly number[], start: readonly number[]): number[] {
  const solution = [...start];
  for (let [sweep, isSettled] = [0, false]; sweep < sweeps && !isSettled; sweep += 1) {
    isSettled = true;
    for (const [index, wanted] of right.entries()) {
      const diagonal = cell(matrix, index, index);
      const others = product(matrix[index] ?? [], solution) - diagonal * (solution[index] ?? 0);
      const value = diagonal > 0 ? Math.max(0, (wanted - others) / diagonal) : 0;
      isSettled &&= Math.abs(value - (solution[index] ?? 0)) <= closeEnough * value;
      solution[index] = value;
    }
  }
  return solution;
}

/** The inverse of a symmetric, positive definite matrix; null where it is not that, to what numbers can tell. */
export function inverseOf(matrix: Matrix): Matrix | null {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...row.map((_, column) => (column === index ? 1 : 0))]);
  for (let pivot = 0; pivot < size; pivot += 1) {
    const pivotRow = rows[pivot] ?? [];
    const head = pivotRow[pivot] ?? 0;
    if (!(head > 1e-12 * cell(matrix, pivot, pivot))) return null;
    const scaled = pivotRow.map((value) => value / head);
    for (const [index, row] of rows.entries()) {
      const factor = row[pivot] ?? 0;
      rows[index] = index === pivot ? scaled : row.map((value, column) => value - factor * (scaled[column] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
