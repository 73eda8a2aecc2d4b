/** A fit by least squares. */
export interface Fit {
  /** The fitted value at a row, and its standard error. */
  readonly at: (row: readonly number[]) => { readonly value: number; readonly error: number };
  /** Standard deviation of the residuals. */
  readonly spread: number;
}

/**
 * Least squares of `values` on the columns of `rows`. The standard error counts neighbours that err alike as fewer: residuals of the sky follow
 * one another. Null where the columns do not differ enough, or there are no more rows than columns.
 */
export function fitOf(rows: readonly (readonly number[])[], values: readonly number[]): Fit | null {
  const width = rows[0]?.length ?? 0;
  if (width === 0 || rows.length <= width) return null;
  // Columns of the same size: the squares of an irradiance would drown the wind.
  const sizes = columns(width, at => Math.sqrt(sum(rows, row => (row[at] ?? 0) ** 2) / rows.length) || 1);
  const scaled = rows.map(row => row.map((value, at) => value / (sizes[at] ?? 1)));
  const inverse = inverseOf(
    columns(width, i => columns(width, j => sum(scaled, row => (row[i] ?? 0) * (row[j] ?? 0)))),
  );
  if (!inverse) return null;
  const moments = columns(width, at =>
    scaled.reduce((all, row, n) => all + (row[at] ?? 0) * (values[n] ?? 0), 0),
  );
  const coefficients = inverse.map(line => dot(line, moments));
  const residuals = scaled.map((row, n) => (values[n] ?? 0) - dot(row, coefficients));
  const variance = dot(residuals, residuals) / (rows.length - width);
  const fewer = inflationOf(residuals);
  return {
    spread: Math.sqrt(variance),
    at: row => {
      const point = row.map((value, at) => value / (sizes[at] ?? 1));
      const leverage = dot(
        point,
        inverse.map(line => dot(line, point)),
      );
      return { value: dot(point, coefficients), error: Math.sqrt(Math.max(0, variance * leverage) * fewer) };
    },
  };
}

const columns = <T>(width: number, of: (at: number) => T) => Array.from({ length: width }, (_, at) => of(at));
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((all, value, at) => all + value * (b[at] ?? 0), 0);

/** By how much the variance of a mean grows where each residual is like the one before: (1 + r) / (1 - r), r at most 0.95. */
function inflationOf(residuals: readonly number[]): number {
  const own = dot(residuals, residuals);
  const next = dot(residuals.slice(0, -1), residuals.slice(1));
  const r = own > 0 ? Math.min(0.95, Math.max(0, next / own)) : 0;
  return (1 + r) / (1 - r);
}

/** A pivot below this, of columns that have the size 1, is of columns that say the same. */
const leastPivot = 1e-7;

/** Gauss and Jordan, with the greatest pivot. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] | null {
  const width = matrix.length;
  const size = Math.max(...matrix.map((row, at) => row[at] ?? 0));
  const work = matrix.map((row, i) => [...row, ...columns(width, j => (i === j ? 1 : 0))]);
  for (let at = 0; at < width; at++) {
    const rest = work.slice(at);
    const best = rest.reduce((a, b) => (Math.abs(b[at] ?? 0) > Math.abs(a[at] ?? 0) ? b : a));
    const pivot = best[at] ?? 0;
    if (Math.abs(pivot) < leastPivot * size) return null;
    work[work.indexOf(best)] = work[at] ?? best;
    const line = best.map(value => value / pivot);
    work[at] = line;
    for (const [i, row] of work.entries()) {
      if (i === at) continue;
      const factor = row[at] ?? 0;
      work[i] = row.map((value, j) => value - factor * (line[j] ?? 0));
    }
  }
  return work.map(row => row.slice(width));
}
