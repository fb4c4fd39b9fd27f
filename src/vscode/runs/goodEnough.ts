/** Is the result of a run worth a look before the end? */
import type { SizePoint } from '../../charts/series';

/** The tests looked ahead, and the gain that is not worth waiting for, as a share of the original. */
const ahead = 100;
const littleGain = 0.02;

/** A result that is not smaller than this share of the original is no result yet. */
const mostLeft = 0.5;

/**
 * Will the next hundred tests gain less than 2%? They are expected to gain as much as the last hundred did, and never more than is left.
 * `course`: sizes so far, in order; `tests`: those so far.
 */
export function isGoodEnough(course: readonly SizePoint[], tests: number): boolean {
  const before = course[0]?.size ?? 0;
  const now = course.at(-1)?.size ?? 0;
  if (before === 0 || now > mostLeft * before) return false;
  const then = course.findLast((point) => point.tests <= tests - ahead)?.size;
  const gain = then === undefined ? now : Math.min(now, then - now);
  return gain < littleGain * before;
}
