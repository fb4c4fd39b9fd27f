/** y = c · x^exponent, fitted by least squares to the logarithms. */
import { mean, sum } from 'd3-array';
import type { Point } from '../support/plot';

export interface Fit {
  readonly exponent: number;
  /** Share of the variance of log y that the line explains, 0…1. */
  readonly explained: number;
}

/** Undefined for fewer than three points; all coordinates are positive. */
export function fitted(points: readonly Point[]): Fit | undefined {
  if (points.length < 3) return undefined;
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => Math.log(point[axis])));
  const [x, y] = [mean(xs)!, mean(ys)!];
  const spread = sum(xs, (one) => (one - x) ** 2);
  const common = sum(xs, (one, at) => (one - x) * (ys[at] - y));
  const total = sum(ys, (one) => (one - y) ** 2);
  const exponent = common / spread;
  return { exponent, explained: total === 0 ? 1 : (exponent * common) / total };
}
