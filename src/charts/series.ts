/** From the sizes during a run to the line of a chart. */

/** Size after `tests` tests and `ms` of the search: tokens, or what is left of a difference. */
export interface SizePoint {
  readonly tests: number;
  readonly ms: number;
  readonly size: number;
}

/** Quantities on the x axis. */
export const axes = ['tests', 'time'] as const;
export type Axis = (typeof axes)[number];

/** x: tests, or seconds; y: size. */
export type Point = readonly [x: number, y: number];

/** A narrow panel has about this many pixels. */
export const mostPoints = 500;

/** The sizes up to now, sorted by x; `end` is the current point of the run. */
export function series(course: readonly SizePoint[], end: { tests: number; ms: number }, by: Axis): Point[] {
  const last = course.at(-1);
  if (!last) return [];
  const points = [...course, { ...end, size: last.size }].map(({ tests, ms, size }): Point => [
    by === 'tests' ? tests : ms / 1000,
    size,
  ]);
  return thinned(points, ([x]) => x);
}

/** At most `mostPoints`, with both ends. Each stretch of x keeps its first and last point, so that steps stay in place. */
export function thinned<T>(points: readonly T[], xOf: (point: T) => number): T[] {
  if (points.length <= mostPoints) return [...points];
  const stretches = Math.floor((mostPoints - 2) / 2);
  const [from, to] = [xOf(points[0]), xOf(points[points.length - 1])];
  const stretchOf = (point: T) =>
    Math.min(stretches - 1, Math.floor((stretches * (xOf(point) - from)) / (to - from || 1)));
  const isEdge = (point: T, other: T | undefined) => other === undefined || stretchOf(point) !== stretchOf(other);
  return points.filter((point, index) => isEdge(point, points[index - 1]) || isEdge(point, points[index + 1]));
}
