/** Plots as SVG text: points or lines in two dimensions, each axis linear or logarithmic. */
import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';

export type Point = readonly [x: number, y: number];

interface Axis {
  readonly label: string;
  /** The base, if it is logarithmic. */
  readonly log?: number;
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: 'points' | 'lines';
  /** By name, for the legend. */
  readonly series: Readonly<Record<string, readonly Point[]>>;
}

type Scale = ReturnType<typeof scaleLinear<number>>;

/** Pixels; the margins hold axes, title and legend. */
const size = { width: 860, height: 480, left: 80, right: 200, top: 40, bottom: 55 };

/** Okabe & Ito's colours, which the colour-blind can tell apart, and one more. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#999999', '#7a5195'];

export function svg({ title, x, y, marks, series }: Plot): string {
  const points = Object.values(series).flat();
  const across = scaleOf(
    x,
    points.map((point) => point[0]),
  ).range([size.left, size.width - size.right]);
  const up = scaleOf(
    y,
    points.map((point) => point[1]),
  ).range([size.height - size.bottom, size.top]);
  const draw = marks === 'points' ? dots : path;
  const body = Object.entries(series).map(([name, data], index) => {
    const colour = colours[index % colours.length];
    return draw(data, across, up, colour) + legend(name, index, colour);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
${text(size.left, 22, title, 'font-size="15"')}
${xTicks(across, x)}
${yTicks(up, y)}
${text((size.left + size.width - size.right) / 2, size.height - 12, x.label, 'text-anchor="middle"')}
${text(0, 0, y.label, `text-anchor="middle" transform="translate(18 ${size.height / 2}) rotate(-90)"`)}
${body.join('\n')}
</svg>
`;
}

function scaleOf(axis: Axis, values: readonly number[]): Scale {
  const [low, high] = extent(values) as [number, number];
  const scale = axis.log
    ? (scaleLog().base(axis.log) as unknown as Scale).domain([low, high])
    : scaleLinear().domain([Math.min(0, low), high]);
  return scale.nice();
}

function xTicks(scale: Scale, axis: Axis): string {
  const [top, bottom] = [size.top, size.height - size.bottom];
  return labelled(scale, axis)
    .map(([at, label]) => rule(at, top, at, bottom) + text(at, bottom + 18, label, 'text-anchor="middle"'))
    .join('');
}

function yTicks(scale: Scale, axis: Axis): string {
  const [left, right] = [size.left, size.width - size.right];
  return labelled(scale, axis)
    .map(([at, label]) => rule(left, at, right, at) + text(left - 8, at + 4, label, 'text-anchor="end"'))
    .join('');
}

/** Where ticks are, and what they say; on a logarithmic axis some say nothing. */
function labelled(scale: Scale, { log }: Axis): [number, string][] {
  const format = scale.tickFormat(8, log ? '~s' : undefined);
  return scale.ticks(8).map((tick) => [scale(tick), format(tick)]);
}

function dots(data: readonly Point[], across: Scale, up: Scale, colour: string): string {
  const circles = data.map(([x, y]) => `<circle cx="${across(x).toFixed(1)}" cy="${up(y).toFixed(1)}" r="1.5"/>`);
  return `<g fill="${colour}" fill-opacity="0.35">${circles.join('')}</g>`;
}

function path(data: readonly Point[], across: Scale, up: Scale, colour: string): string {
  const d = line<Point>(
    ([x]) => across(x),
    ([, y]) => up(y),
  ).digits(1)(data);
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2"/>`;
}

function legend(name: string, index: number, colour: string): string {
  const [x, y] = [size.width - size.right + 15, size.top + 10 + 20 * index];
  return `<rect x="${x}" y="${y - 9}" width="12" height="12" fill="${colour}"/>${text(x + 18, y + 2, name)}`;
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;
}

function text(x: number, y: number, words: string, more = ''): string {
  const safe = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${x}" y="${y}" ${more}>${safe}</text>`;
}
