/** A chart of several step lines with axes, as plain shapes: a page turns them into nodes, a file into text. */
import { linear, sizeScale, type Scale } from './scales';
import type { Point } from './series';

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
