/** A chart of several lines, drawn for the width that there is. */
import { shapesOf } from '../../../charts/shapes';
import type { Lines, Shape } from '../../../charts/shapes';

const height = 320;
const namespace = 'http://www.w3.org/2000/svg';

export class LinesView {
  readonly node = document.createElementNS(namespace, 'svg');
  private lines: Lines | undefined;

  constructor() {
    this.node.setAttribute('role', 'img');
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  show(lines: Lines & { readonly alternative: string }): void {
    this.lines = lines;
    this.node.setAttribute('aria-label', lines.alternative);
    this.draw();
  }

  private draw(): void {
    const width = this.node.getBoundingClientRect().width;
    if (!this.lines || width === 0) return;
    this.node.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const locale = document.documentElement.lang || 'en';
    this.node.replaceChildren(...shapesOf(this.lines, { width, height, locale }).map(nodeOf));
  }
}

/** A short line for a legend. */
export function swatch(): SVGElement {
  const node = document.createElementNS(namespace, 'svg');
  node.setAttribute('viewBox', '0 0 28 10');
  node.setAttribute('class', 'swatch');
  node.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', 'M1 5h26');
  node.append(line);
  return node;
}

function nodeOf({ tag, attributes, text }: Shape): SVGElement {
  const node = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}
