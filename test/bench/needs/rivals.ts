/** Curves of other reducers on the same inputs, with the same oracle and one job, as they were measured; and what they look like beside ours. */
import { readFileSync } from 'node:fs';
import type { Curve } from '../corpus/measure';
import { svg, type Point } from '../support/plot';
import { whole, type Claim } from '../support/report';

/** By case and name: oracle runs, the first on the whole input, and the fewest tokens that have held by then. */
type Rivals = Readonly<Record<string, Readonly<Record<string, readonly Point[]>>>>;

const rivals = JSON.parse(readFileSync('test/bench/needs/rivals.json', 'utf8')) as Rivals;

/** Before so many runs, a tool may still be checking its input. */
const fromTests = 12;

/** SVG; undefined if nobody was measured beside us. */
export function besideRivals(name: string, curve: Curve): string | undefined {
  const others = rivals[name];
  if (!others) return undefined;
  const [[all]] = Object.values(others);
  const series = { Whittle: [all, ...curve.map(({ tests, tokens }): Point => [tests, tokens])], ...others };
  return svg({
    title: `${name}, ${whole(all[1])} tokens: what is left after so many oracle runs, one at a time`,
    x: { label: 'oracle runs', log: 10 },
    y: { label: 'tokens', log: 10 },
    marks: 'lines',
    series: Object.fromEntries(Object.entries(series).map(([tool, points]) => [tool, asSteps(points)])),
  });
}

/** The fewest tokens by then, flat until the next point. */
function asSteps(points: readonly Point[]): Point[] {
  const fewest = points.map((_, at) => Math.min(...points.slice(0, at + 1).map(([, tokens]) => tokens)));
  return points.flatMap(([x], at): Point[] =>
    at === 0
      ? [[x, fewest[0]]]
      : [
          [x, fewest[at - 1]],
          [x, fewest[at]],
        ],
  );
}

export function claimsBeside(name: string, curve: Curve): Claim[] {
  const ours = curve.map(({ tests, tokens }): Point => [tests, tokens]);
  return Object.entries(rivals[name] ?? {}).map(([tool, points]) => {
    const places = [fromTests, ...[...ours, ...points].map(([tests]) => tests)].filter((tests) => tests >= fromTests);
    const behind = places.filter((tests) => leftAfter(ours, tests) > leftAfter(points, tests)).sort((a, b) => a - b);
    const where = behind.length === 0 ? '' : ` (not from ${whole(behind[0])} to ${whole(behind[behind.length - 1])})`;
    return { text: `${name}: at no number of oracle runs larger than ${tool}${where}`, met: behind.length === 0 };
  });
}

function leftAfter(points: readonly Point[], tests: number): number {
  return Math.min(Infinity, ...points.filter((point) => point[0] <= tests).map(([, tokens]) => tokens));
}
