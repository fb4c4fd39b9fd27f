/**
 * The synthetic analysis of Zhou et al. 2025: weighted lists whose heavy elements can rarely go. Claimed are their fewer tests of
 * Wddmin against the ddmin that they compare with, whose scan starts over after every success.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bin, mean, median, sum } from 'd3-array';
import type { Spread } from '../../support/weighted';
import { svg, type Point } from '../support/plot';
import { percent, table, whole, type Report } from '../support/report';
import { geometricMean, signedRankP } from '../support/statistics';
import type { Options } from '../support/suite';
import { measuredNames, type Measured } from './weightedLists';
import type { Share } from './weightedWorker';

/** Least share of tests that Wddmin saves. */
const claimed: Readonly<Record<Spread, number>> = { cuts: 0.25, each: 0.12 };

const wddmin = measuredNames.indexOf('wddmin');

export async function weighted({ lists, threads }: Options): Promise<Report> {
  const reports: Report[] = [];
  for (const spread of ['cuts', 'each'] as const) {
    const shares = Array.from({ length: threads }, (_, first) => measureShare({ spread, lists, first, step: threads }));
    reports.push(reportOf(spread, (await Promise.all(shares)).flat()));
  }
  return {
    text: reports.map(({ text }) => text).join('\n\n'),
    claims: reports.flatMap(({ claims }) => claims),
    plots: Object.assign({}, ...reports.map(({ plots }) => plots)),
  };
}

async function measureShare(share: Share): Promise<Measured[]> {
  const measured: Measured[] = [];
  const worker = new Worker(join(__dirname, 'lists', 'weightedWorker.js'), { workerData: share });
  worker.on('message', (one: Measured) => measured.push(one));
  await once(worker, 'exit');
  return measured;
}

function reportOf(spread: Spread, lists: readonly Measured[]): Report {
  const tests = measuredNames.map((_, reducer) => lists.map((list) => list.tests[reducer]));
  const saved = 1 - mean(ratios(tests[wddmin], tests[0]))!;
  const savedInAll = 1 - sum(tests[wddmin]) / sum(tests[0]);
  const text = [
    `### Tokens spread by ${spread}, ${whole(lists.length)} lists`,
    `Wddmin against textbook ddmin: ${percent(saved)} fewer tests (mean over lists), ${percent(savedInAll)} fewer in all.`,
    comparison(lists, tests),
  ];
  return {
    text: text.join('\n\n'),
    claims: [
      {
        text: `weighted, ${spread}: ≥ ${percent(claimed[spread], 0)} fewer tests (${percent(saved)})`,
        met: saved >= claimed[spread],
      },
    ],
    plots: {
      [`weighted-${spread}-ratio.svg`]: scatter(spread, tests),
      [`weighted-${spread}-tests.svg`]: growth(spread, lists),
    },
  };
}

function comparison(lists: readonly Measured[], tests: readonly (readonly number[])[]): string {
  const rows = measuredNames.map((name, reducer) => [
    name,
    whole(geometricMean(tests[reducer])),
    geometricMean(ratios(tests[reducer], tests[0])).toFixed(3),
    reducer === 0 ? '–' : probability(signedRankP(tests[reducer], tests[0])),
    mean(lists, ({ kept }) => kept[reducer])!.toFixed(1),
  ]);
  return table(['reducer', 'tests (geometric mean)', 'ratio to textbook', 'Wilcoxon p', 'kept (mean)'], rows);
}

function ratios(values: readonly number[], base: readonly number[]): number[] {
  return values.map((value, index) => value / base[index]);
}

function probability(p: number): string {
  return p < 1e-300 ? '< 1e-300' : p < 0.001 ? p.toExponential(1) : p.toFixed(3);
}

function scatter(spread: Spread, tests: readonly (readonly number[])[]): string {
  const points = ratios(tests[wddmin], tests[0]).map((ratio, list): Point => [tests[0][list], ratio]);
  return svg({
    title: `Tests of Wddmin : tests of textbook ddmin, tokens spread by ${spread}`,
    x: { label: 'tests of textbook ddmin', log: 10 },
    y: { label: 'ratio' },
    marks: 'points',
    series: { 'one list': points },
  });
}

function growth(spread: Spread, lists: readonly Measured[]): string {
  const bins = bin<Measured, number>()
    .value(({ size }) => size)
    .thresholds(20)([...lists]);
  const full = bins.filter((members) => members.length > 0);
  const medians = (reducer: number) =>
    full.map((members): Point => [mean(members, ({ size }) => size)!, median(members, ({ tests }) => tests[reducer])!]);
  return svg({
    title: `Tests by length of the list, tokens spread by ${spread} (medians)`,
    x: { label: 'n' },
    y: { label: 'tests', log: 10 },
    marks: 'lines',
    series: Object.fromEntries(measuredNames.map((name, reducer) => [name, medians(reducer)])),
  });
}
