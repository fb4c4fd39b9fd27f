/** From how the size went to the line that is drawn. */

/** Size after so many tests and ms of the search: tokens, or what is left of a difference. */
export interface SizePoint {
  readonly tests: number;
  readonly ms: number;
  readonly size: number;
}

/** What a size is drawn over. */
export const axes = ['tests', 'time'] as const;
export type Axis = (typeof axes)[number];

/** x: tests, or seconds; y: size. */
export type Point = readonly [x: number, y: number];

/** More points than a narrow panel has pixels are not sent. */
export const mostPoints = 500;

/** The course up to now, sorted by x; `end` is how far the run is. */
export function series(course: readonly SizePoint[], end: { tests: number; ms: number }, by: Axis): Point[] {
  const x = ({ tests, ms }: { tests: number; ms: number }) => (by === 'tests' ? tests : ms / 1000);
  const last = course.at(-1);
  if (!last) return [];
  const points = [...course, { ...end, size: last.size }].map((point): Point => [x(point), point.size]);
  return thinned(points, mostPoints);
}

/** At most `most` points, first and last among them: of each stretch of x the first and the last, so that steps stay where they are. */
export function thinned(points: readonly Point[], most: number): Point[] {
  return thinnedBy(points, most, ([x]) => x);
}

/** The same of what has an x. */
export function thinnedBy<T>(points: readonly T[], most: number, xOf: (point: T) => number): T[] {
  if (points.length <= most) return [...points];
  const stretches = Math.floor((most - 2) / 2);
  const [from, to] = [xOf(points[0]), xOf(points[points.length - 1])];
  const stretchOf = (point: T) =>
    Math.min(stretches - 1, Math.floor((stretches * (xOf(point) - from)) / (to - from || 1)));
  const isEdge = (point: T, other: T | undefined) => other === undefined || stretchOf(point) !== stretchOf(other);
  return points.filter((point, index) => isEdge(point, points[index - 1]) || isEdge(point, points[index + 1]));
}
