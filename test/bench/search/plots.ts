/** Size against tests, one plot a subject. */
import { svg, type Point } from '../support/plot';
import type { Bench } from './bench';
import { contenders } from './contenders';
import type { Trace } from './record';
import type { Subject } from './subject';

/** By file name. */
export async function plotsOf(bench: Bench, subjects: readonly Subject[]): Promise<Record<string, string>> {
  const plots: Record<string, string> = {};
  for (const subject of subjects) {
    const series: Record<string, readonly Point[]> = {};
    // Those that go on where another one ends come first, or they would hide it.
    for (const contender of [...contenders].reverse())
      series[contender.name] = stairs(await bench.trace(subject, contender));
    plots[`search-${subject.name}.svg`] = svg({
      title: `${subject.name}: size against tests`,
      x: { label: 'tests', log: 10 },
      y: { label: 'tokens left', log: 10 },
      marks: 'lines',
      series,
    });
  }
  return plots;
}

/** The corners of the line: where it falls, and its end. A logarithm has no zero. */
function stairs({ sizes }: Trace): Point[] {
  const corners: Point[] = [[1, Math.max(1, sizes[0])]];
  for (let test = 1; test < sizes.length; test++) {
    const [before, after] = [sizes[test - 1], sizes[test]];
    if (after === before && test < sizes.length - 1) continue;
    corners.push([test, Math.max(1, before)], [test, Math.max(1, after)]);
  }
  return corners;
}
