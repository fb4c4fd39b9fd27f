/** A chart of step lines, drawn for its size on the page. */
import { shapesOf, type Lines } from '../../../charts/shapes';
import { draw, piece } from './dom';

export const svg = () => document.createElementNS('http://www.w3.org/2000/svg', 'svg');

export class Chart {
  private readonly node = svg();
  private shown: (Lines & { readonly alternative: string }) | undefined;

  constructor() {
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  /** `alternative`: the chart in words. */
  show(shown: Lines & { readonly alternative: string }): SVGElement {
    this.shown = shown;
    this.draw();
    return this.node;
  }

  private draw(): void {
    const { width, height } = this.node.getBoundingClientRect();
    if (!this.shown || width === 0) return;
    const locale = document.documentElement.lang || 'en';
    draw(this.node, {
      attributes: { role: 'img', 'aria-label': this.shown.alternative, viewBox: `0 0 ${width} ${height}` },
      children: shapesOf(this.shown, { width, height, locale }).map((shape) =>
        piece(shape.tag, shape.attributes, shape.text ?? ''),
      ),
    });
  }
}
