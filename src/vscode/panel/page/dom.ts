/** A page as plain data. Drawing it again changes its elements in place, so that focus stays where it is. */
import { type Lines, shapesOf } from '../../../charts/shapes';

/** Strings become attributes, other values properties of the element. `data-key` identifies an element among its siblings. */
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>;

export interface Piece {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly (Piece | Element | undefined)[] | readonly [string];
}

export function piece(tag: string, attributes: Attributes = {}, ...children: Piece['children']): Piece {
  return { tag, attributes, children };
}

export function draw(element: Element, { attributes, children }: Omit<Piece, 'tag'>): void {
  for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') element.setAttribute(name, value);
    else if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
  }
  const [text = ''] = children;
  if (typeof text !== 'string') drawChildren(element, children as Exclude<Piece['children'], readonly [string]>);
  // A live region speaks at every write.
  else if (element.textContent !== text) element.textContent = text;
}

const keys = new WeakMap<Element, string>();

function drawChildren(element: Element, children: readonly (Piece | Element | undefined)[]): void {
  const before = new Map([...element.children].map((child) => [keys.get(child), child]));
  const nodes = children.flatMap((child, at) => {
    if (!child || child instanceof Element) return child ?? [];
    const key = `${child.tag} ${String(child.attributes['data-key'] ?? at)}`;
    const node = before.get(key) ?? document.createElementNS(element.namespaceURI, child.tag);
    keys.set(node, key);
    draw(node, child);
    return node;
  });
  for (const child of [...element.childNodes]) if (!nodes.includes(child as Element)) child.remove();
  nodes.forEach((node, at) => {
    if (node !== element.childNodes[at]) element.insertBefore(node, element.childNodes[at] ?? null);
  });
}

/** A chart of step lines, drawn for its size on the page. */
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
