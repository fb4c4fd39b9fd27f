/** From the sizes during runs to a chart of step lines, as plain shapes: a page turns them into nodes, a file into text. */

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

/** From values to pixels, with the ticks of an axis. */
interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Values from 0 to `max` on pixels `from`…`to`, with about `count` round ticks; `whole`: whole numbers only. */
export function linear(max: number, [from, to]: readonly [number, number], count: number, whole = false): Scale {
  const top = max > 0 ? max : 1;
  const step = Math.max(whole ? 1 : 0, roundStep(top / count));
  const ticks = Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => index * step);
  return { at: (value) => from + ((to - from) * value) / top, ticks };
}

/** From the power of ten below `min` to `max`, both at least 1. Its ticks are powers of ten, at most about `count`. */
export function logarithmic(min: number, max: number, [from, to]: readonly [number, number], count: number): Scale {
  const low = Math.floor(Math.log10(Math.max(1, min)));
  const high = Math.max(low + 1, Math.log10(max));
  const each = Math.ceil((high - low) / count);
  const ticks: number[] = [];
  for (let power = low; power <= high + 1e-9; power += each) ticks.push(10 ** power);
  const at = (value: number) => from + ((to - from) * (Math.log10(Math.max(1, value)) - low)) / (high - low);
  return { at, ticks };
}

/** Logarithmic for sizes that span more than two decades, else linear. */
export function sizeScale(sizes: readonly number[], pixels: readonly [number, number], count: number): Scale {
  const max = Math.max(...sizes, 1);
  const min = Math.max(1, Math.min(...sizes));
  return max / min > 100 ? logarithmic(min, max, pixels, count) : linear(max, pixels, count, true);
}

/** 1, 2 or 5 times a power of ten, at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}

/** An element of SVG. */
interface Shape {
  readonly tag: 'path' | 'text';
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

export interface Lines {
  readonly lines: readonly { readonly points: readonly Point[] }[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** x is a count. */
  readonly whole: boolean;
}

/** Size in pixels, and the language of its numbers. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly locale: string;
}

const margin = { top: 10, right: 14, bottom: 40, left: 56 };

/** Number of lines that colour and dashes can tell apart. */
export const kinds = 8;

/** From 0 at the left end of the x axis to 1 at its right end, for a distance from the left edge in pixels. */
export function shareAt(pixels: number, width: number): number {
  const share = (pixels - margin.left) / (width - margin.left - margin.right);
  return Math.min(1, Math.max(0, share));
}

/** Classes: `axis`, `grid`, `tick`, `label`, `middle`, `end`, and `line line-0` to `line-7`. */
export function shapesOf({ lines, xLabel, yLabel, whole }: Lines, { width, height, locale }: Frame): Shape[] {
  const [left, right] = [margin.left, width - margin.right];
  const [top, bottom] = [margin.top, height - margin.bottom];
  const points = lines.flatMap((line) => line.points);
  const most = Math.max(2, Math.floor(width / 80));
  const x = linear(Math.max(0, ...points.map(([at]) => at)), [left, right], most, whole);
  const sizes = points.map(([, size]) => size);
  const y = sizeScale(sizes, [bottom, top], Math.max(3, Math.floor(height / 60)));
  const short = new Intl.NumberFormat(locale, { notation: 'compact' });
  const words = (value: number) => short.format(Math.round(value * 1e6) / 1e6);
  return [
    ...y.ticks.flatMap((value) => sizeTick(y, value, [left, right], words(value))),
    ...x.ticks.flatMap((value) => spanTick(x, value, bottom, words(value))),
    path('axis', `M${left} ${top}V${bottom}H${right}`),
    ...lines.map((line, index) => path(`line line-${index % kinds}`, stepPath(line.points, x, y))),
    text(xLabel, 'label middle', { x: `${(left + right) / 2}`, y: `${height - 6}` }),
    text(yLabel, 'label middle', { transform: `translate(12 ${(top + bottom) / 2}) rotate(-90)` }),
  ];
}

function sizeTick(scale: Scale, value: number, [left, right]: readonly [number, number], words: string): Shape[] {
  const y = scale.at(value);
  return [
    path('grid', `M${left} ${y.toFixed(1)}H${right}`),
    text(words, 'tick end', { x: `${left - 6}`, y: `${y + 4}` }),
  ];
}

function spanTick(scale: Scale, value: number, bottom: number, words: string): Shape[] {
  const x = scale.at(value);
  return [path('axis', `M${x.toFixed(1)} ${bottom}v4`), text(words, 'tick middle', { x: `${x}`, y: `${bottom + 17}` })];
}

/** Flat until a test changes the size: right along each size, then down to the next. */
export function stepPath(points: readonly Point[], x: Scale, y: Scale): string {
  const at = (value: number) => value.toFixed(1);
  return points
    .map(
      ([span, size], index) => `${index === 0 ? 'M' : 'H'}${at(x.at(span))}${index === 0 ? ' ' : 'V'}${at(y.at(size))}`,
    )
    .join('');
}

function path(kind: string, d: string): Shape {
  return { tag: 'path', attributes: { class: kind, d } };
}

function text(words: string, kind: string, attributes: Shape['attributes']): Shape {
  return { tag: 'text', attributes: { class: kind, ...attributes }, text: words };
}

/** A chart of several lines as the text of an SVG file, with title and legend, readable on any background. */
export interface Picture extends Lines {
  readonly title: string;
  readonly lines: readonly (Lines['lines'][number] & { readonly name: string })[];
}

const chart = { width: 660, height: 400 };
const place = { x: 10, y: 44 };
const width = 860;
const legendGap = 22;

/** Okabe & Ito's colours, safe for colour-blind people; the yellow is darker. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#8a8a8a'];
const dashes = ['none', '7 3', '2 2', '9 3 2 3', 'none', '7 3', '2 2', '9 3 2 3'];

export function pictureText(picture: Picture): string {
  const shapes = shapesOf(picture, { ...chart, locale: 'en' });
  const height = place.y + 10 + Math.max(chart.height, legendGap * (picture.lines.length + 1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(picture.title)}</title>
<style>
text { font: 12px sans-serif; fill: #333 }
.title { font-size: 15px }
.middle { text-anchor: middle }
.end { text-anchor: end }
.axis { stroke: #333; fill: none }
.grid { stroke: #ddd; fill: none }
.line { fill: none; stroke-width: 2; stroke-linejoin: round }
${colours.map((colour, index) => `.line-${index} { stroke: ${colour}; stroke-dasharray: ${dashes[index]} }`).join('\n')}
</style>
<rect width="100%" height="100%" fill="white"/>
<text class="title" x="${place.x}" y="24">${escaped(picture.title)}</text>
<g transform="translate(${place.x} ${place.y})">
${shapes.map(markup).join('\n')}
</g>
${picture.lines.map(({ name }, index) => legend(name, index)).join('\n')}
</svg>
`;
}

function legend(name: string, index: number): string {
  const [x, y] = [chart.width + place.x + 14, place.y + 20 + legendGap * index];
  return `<path class="line line-${index % kinds}" d="M${x} ${y}h28"/><text x="${x + 36}" y="${y + 4}">${escaped(name)}</text>`;
}

function markup({ tag, attributes, text = '' }: Shape): string {
  const words = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${tag}${words.join('')}>${escaped(text)}</${tag}>`;
}

function escaped(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
