/** What growth looks like: tables of what was measured, exponents, and plots with logarithmic axes. */
import { group } from 'd3-array';
import { svg, type Point } from '../support/plot';
import { percent, table, whole, type Report } from '../support/report';
import { fitted } from './fit';
import type { Link } from './plan';

interface Figure {
  readonly name: string;
  readonly of: (link: Link) => number;
}

const figures: readonly Figure[] = [
  { name: 'tests', of: ({ tests }) => tests },
  { name: 'search, ms', of: ({ searchMs }) => searchMs },
  { name: 'filter, ms', of: ({ filterMs }) => filterMs },
  { name: 'heap, MB', of: ({ heap }) => heap },
  { name: 'peak, MB', of: ({ peak }) => peak },
];

/** Against the size of the program. */
export function sizeReport(name: string, links: readonly Link[]): Report {
  return report(`growth-${name}`, links, {
    label: 'tokens',
    of: ({ tokens }) => tokens,
    cell: ({ tokens }) => whole(tokens),
  });
}

/** Against the share of its statements that is required. */
export function shareReport(links: readonly Link[]): Report {
  return report('growth-required', links, {
    label: 'share of required statements',
    of: ({ share }) => share,
    cell: ({ share }) => percent(share),
  });
}

interface Abscissa {
  readonly label: string;
  of(link: Link): number;
  cell(link: Link): string;
}

function report(name: string, links: readonly Link[], x: Abscissa): Report {
  const ended = links.filter((link) => link.ended);
  const text = [
    `Exponents, fitted over each language (share of the variance that the fit explains):`,
    exponents(ended, x),
    `What was measured:`,
    measurements(links, x),
  ];
  const plots = figures.map((figure) => [`${name}-${figure.name.split(',')[0]}.svg`, plot(ended, x, figure)] as const);
  return { text: text.join('\n\n'), claims: [], plots: Object.fromEntries(plots) };
}

/** By contender and language. */
function seriesOf(links: readonly Link[]): Map<string, Link[]> {
  return group(links, ({ contender, language }) => `${contender}, ${language}`);
}

function exponents(links: readonly Link[], x: Abscissa): string {
  const rows = [...seriesOf(links)].map(([name, series]) => [
    name,
    whole(series.length),
    ...figures.map(({ of }) => {
      const fit = fitted(series.map((link): Point => [x.of(link), of(link)]));
      return fit ? `${fit.exponent.toFixed(2)} (${percent(fit.explained, 0)})` : '–';
    }),
  ]);
  return table(['search', 'points', ...figures.map(({ name }) => name)], rows);
}

function measurements(links: readonly Link[], x: Abscissa): string {
  const rows = links.map((link) => [
    `${link.contender}, ${link.language}`,
    x.cell(link),
    whole(link.left) + (link.ended ? '' : ' (left)'),
    ...figures.map(({ of }) => whole(of(link))),
  ]);
  return table(['search', x.label, 'tokens left', ...figures.map(({ name }) => name)], rows);
}

function plot(links: readonly Link[], x: Abscissa, { name, of }: Figure): string {
  const series = [...seriesOf(links)].map(([key, all]) => [
    key,
    all.map((link): Point => [x.of(link), Math.max(0.01, of(link))]),
  ]);
  return svg({
    title: `${name} by ${x.label}`,
    x: { label: x.label, log: 10 },
    y: { label: name, log: 10 },
    marks: 'lines',
    series: Object.fromEntries(series) as Record<string, Point[]>,
  });
}
