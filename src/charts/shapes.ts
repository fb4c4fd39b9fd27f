/** A chart of several step lines with axes, as plain shapes: a page turns them into nodes, a file into text. */
import type { Point } from './series';

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
export interface Shape {
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
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly locale: string;
}

const margin = { top: 10, right: 14, bottom: 40, left: 56 };

/** Number of lines that colour and dashes can tell apart. */
export const kinds = 8;

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
