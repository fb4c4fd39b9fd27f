/** The step line of a size: flat until a test changes the size. */
import type { Scale } from './scales';
import type { Point } from './series';

/** An SVG path: right along each size, then down to the next. */
export function stepPath(points: readonly Point[], x: Scale, y: Scale): string {
  const at = (value: number) => value.toFixed(1);
  const steps = points.map(([span, size], index) =>
    index === 0 ? `M${at(x.at(span))} ${at(y.at(size))}` : `H${at(x.at(span))}V${at(y.at(size))}`,
  );
  return steps.join('');
}
