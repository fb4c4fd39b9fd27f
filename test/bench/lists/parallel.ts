/**
 * Levels of parallelism on a virtual clock: example D of Hodován & Kiss 2016 with tests that take 0 s, 1 s and 1 to 3 s. Claimed is
 * their gain of the parallel loop with complements only.
 */
import { mean, min } from 'd3-array';
import { ddmin } from '../../../src/reducers/ddmin';
import { defaultOptions, orders, type Order } from '../../../src/reducers/options';
import { mocks } from '../../support/lists';
import { simulate, uniformCost } from '../../support/simulate';
import { svg, type Point } from '../support/plot';
import { percent, table, type Report } from '../support/report';

const levels = [1, 2, 4, 8, 16, 32, 64];

/** Loops and rules of commitment that differ. */
const modes = [
  { loop: 'parallel', commit: 'in-order' },
  { loop: 'parallel', commit: 'first-finished' },
  { loop: 'combined', commit: 'in-order' },
  { loop: 'combined', commit: 'first-finished' },
  { loop: 'ahead', commit: 'in-order' },
];

/** What a test takes, ms. The mean over the seeds is told. */
const costs = [
  { name: '0 s', low: 0, high: 0, seeds: [1] },
  { name: '1 s', low: 1000, high: 1000, seeds: [1] },
  { name: 'U(1, 3) s', low: 1000, high: 3000, seeds: [1, 2, 3] },
];

type Cost = (typeof costs)[number];

/** Least share of the time that is saved, at the best level. */
const claimed = 0.75;

interface Row {
  readonly order: Order;
  readonly name: string;
  /** By level: virtual time, s; where tests take none, processor time of driver and search. */
  readonly seconds: readonly number[];
  /** By level: the sizes of the results. */
  readonly kept: readonly number[];
}

export async function parallel(): Promise<Report> {
  const texts: string[] = [];
  const claims: Report['claims'][number][] = [];
  const plots: Record<string, string> = {};
  for (const cost of costs) {
    const rows: Row[] = [];
    for (const order of orders) {
      const ofOrder: Row[] = [];
      for (const mode of modesOf(order)) ofOrder.push(await measure(order, mode, cost));
      rows.push(...ofOrder);
      if (cost.high > 0) plots[`parallel-${order}-${cost.high / 1000}s.svg`] = plot(order, cost, ofOrder);
    }
    texts.push(
      `### Tests of ${cost.name}: ${cost.high > 0 ? 'virtual' : 'processor'} time by tests at once, s\n\n${tableOf(rows)}`,
    );
    if (cost.high > cost.low) claims.push(claimOf(rows));
  }
  return { text: texts.join('\n\n'), claims, plots };
}

/** With complements only there is nothing to combine. */
function modesOf(order: Order) {
  return modes.filter(({ loop }) => order !== 'complements-only' || loop !== 'combined');
}

async function measure(order: Order, mode: (typeof modes)[number], cost: Cost): Promise<Row> {
  const seconds: number[] = [];
  const kept: number[] = [];
  for (const jobs of levels) {
    const runs: { seconds: number; kept: number }[] = [];
    for (const seed of cost.seeds) runs.push(await run(order, mode, cost, jobs, seed));
    seconds.push(mean(runs, (one) => one.seconds)!);
    kept.push(...runs.map((one) => one.kept));
  }
  return { order, name: `${mode.loop}, ${mode.commit}`, seconds, kept };
}

async function run(order: Order, mode: (typeof modes)[number], { low, high }: Cost, jobs: number, seed: number) {
  const { size, property } = mocks.D;
  const search = ddmin.search({ size, weight: () => 1 }, { ...defaultOptions, order });
  const start = process.cpuUsage();
  const { ms, kept } = await simulate(search, property, { ...mode, jobs, cost: uniformCost(seed, low, high) });
  const worked = process.cpuUsage(start);
  return { seconds: high > 0 ? ms / 1000 : (worked.user + worked.system) / 1e6, kept: kept.length };
}

function tableOf(rows: readonly Row[]): string {
  const head = ['order', 'loop, commitment', ...levels.map(String), 'least : sequential', 'kept'];
  const cells = rows.map(({ order, name, seconds, kept }) => [
    order,
    name,
    ...seconds.map((value) => (value < 10 ? value.toFixed(3) : value.toFixed(0))),
    percent(min(seconds)! / seconds[0], 0),
    [...new Set(kept)].join(', '),
  ]);
  return table(head, cells);
}

function claimOf(rows: readonly Row[]): Report['claims'][number] {
  const claimants = rows.filter(({ order, name }) => order === 'complements-only' && name.startsWith('parallel'));
  const saved = 1 - min(claimants.map(({ seconds }) => min(seconds)! / seconds[0]))!;
  const text = `parallel, complements only: ≥ ${percent(claimed, 0)} less time than sequential (${percent(saved)})`;
  return { text, met: saved >= claimed };
}

function plot(order: Order, cost: Cost, rows: readonly Row[]): string {
  const points = ({ seconds }: Row) => seconds.map((value, at): Point => [levels[at], value]);
  return svg({
    title: `ddmin ${order} on D, tests of ${cost.name}`,
    x: { label: 'tests at once', log: 2 },
    y: { label: 'virtual time, s' },
    marks: 'lines',
    series: Object.fromEntries(rows.map((row) => [row.name, points(row)])),
  });
}
