/** The chart: size over tests or time, a step line with axes, drawn for the room that there is. */
import type { Chart } from '../messages';
import { linear, sizeScale } from '../../../charts/scales';
import type { Scale } from '../../../charts/scales';
import { stepPath } from '../../../charts/steps';

const margin = { top: 8, right: 10, bottom: 34, left: 46 };

type Attributes = Readonly<Record<string, string | number>>;

export class ChartView {
  readonly node = svg('svg', { role: 'img' });
  private chart: Chart | undefined;

  constructor() {
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  show(chart: Chart): void {
    this.chart = chart;
    this.node.setAttribute('aria-label', chart.alternative);
    this.draw();
  }

  private draw(): void {
    const { width, height } = this.node.getBoundingClientRect();
    if (!this.chart || width === 0) return;
    const { by, points, xLabel, yLabel } = this.chart;
    this.node.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const right = width - margin.right;
    const bottom = height - margin.bottom;
    const most = Math.max(2, Math.floor(width / 70));
    const x = linear(points[points.length - 1][0], [margin.left, right], most, by === 'tests');
    const y = sizeScale(
      points.map(([, size]) => size),
      [bottom, margin.top],
      4,
    );
    this.node.replaceChildren(
      ...sizeAxis(y, right),
      ...spanAxis(x, bottom),
      svg('path', { class: 'axis', d: `M${margin.left} ${margin.top}V${bottom}H${right}` }),
      svg('path', { class: 'size', d: stepPath(points, x, y) }),
      text(xLabel, { x: (margin.left + right) / 2, y: height - 4, class: 'label middle' }),
      text(yLabel, {
        transform: `translate(10 ${(margin.top + bottom) / 2}) rotate(-90)`,
        class: 'label middle',
      }),
    );
  }
}

function sizeAxis(scale: Scale, right: number): SVGElement[] {
  return scale.ticks.flatMap((value) => {
    const y = scale.at(value);
    return [
      svg('path', { class: 'grid', d: `M${margin.left} ${y}H${right}` }),
      text(short(value), { x: margin.left - 5, y: y + 4, class: 'tick end' }),
    ];
  });
}

function spanAxis(scale: Scale, bottom: number): SVGElement[] {
  return scale.ticks.flatMap((value) => {
    const x = scale.at(value);
    return [
      svg('path', { class: 'axis', d: `M${x} ${bottom}v4` }),
      text(short(value), { x, y: bottom + 15, class: 'tick middle' }),
    ];
  });
}

const compact = new Intl.NumberFormat(document.documentElement.lang || 'en', { notation: 'compact' });

function short(value: number): string {
  return compact.format(Math.round(value * 1e6) / 1e6);
}

function svg(tag: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function text(content: string, attributes: Attributes): SVGElement {
  const made = svg('text', attributes);
  made.textContent = content;
  return made;
}
