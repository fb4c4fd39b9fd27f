/**
 * The page of the panel, and of a comparison: draws what it is sent, and reports what is pressed. Runs in the browser. Drawing it again changes
 * its elements in place, so that focus stays where it is.
 */
import { shapesOf, shareAt } from '../../../charts/chart';
import { type Chart, type FromPage, type Piece, piece, sending } from '../pieces';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const { postMessage } = acquireVsCodeApi();
/** Minimum time between two phases read aloud, ms. */
const spokenGap = 10_000;
const spoken = new WeakMap<Element, { readonly state: unknown; readonly at: number }>();

const svgNamespace = 'http://www.w3.org/2000/svg';
const keys = new WeakMap<Element, string>();
const charts = new WeakMap<Element, Chart>();
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => drawChart(target)));

function draw(element: Element, { attributes, children, chart }: Omit<Piece, 'tag'>): void {
  for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') element.setAttribute(name, value);
    else if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
  }
  const [text = ''] = children;
  if (chart) return keepChart(element, chart);
  if (typeof text !== 'string') drawChildren(element, children as Exclude<Piece['children'], readonly [string]>);
  // A live region speaks at every write.
  else if (element.textContent !== text && isDue(element, attributes['data-state'])) element.textContent = text;
}

/** A live region with a state tells a new one at once, and other news now and then. */
function isDue(element: Element, state: unknown): boolean {
  if (state === undefined) return true;
  const last = spoken.get(element);
  const now = performance.now();
  if (last?.state === state && now - last.at < spokenGap) return false;
  spoken.set(element, { state, at: now });
  return true;
}

function drawChildren(element: Element, children: readonly (Piece | undefined)[]): void {
  const before = new Map([...element.children].map((child) => [keys.get(child), child]));
  const nodes = children.flatMap((child, at) => {
    if (!child) return [];
    const key = `${child.tag} ${String(child.attributes['data-key'] ?? at)}`;
    const namespace = child.tag === 'svg' ? svgNamespace : element.namespaceURI;
    const node = before.get(key) ?? document.createElementNS(namespace, child.tag);
    keys.set(node, key);
    draw(node, child);
    return node;
  });
  for (const child of [...element.childNodes]) if (!nodes.includes(child as Element)) child.remove();
  nodes.forEach((node, at) => {
    if (node !== element.childNodes[at]) element.insertBefore(node, element.childNodes[at] ?? null);
  });
}

function keepChart(svg: Element, chart: Chart): void {
  if (!charts.has(svg)) sizes.observe(svg);
  charts.set(svg, chart);
  drawChart(svg);
}

function drawChart(svg: Element): void {
  const { width, height } = svg.getBoundingClientRect();
  const chart = charts.get(svg)!;
  if (width === 0) return;
  const locale = document.documentElement.lang || 'en';
  const looks = { role: 'img', 'aria-label': chart.alternative, viewBox: `0 0 ${width} ${height}` };
  draw(svg, {
    attributes: { ...looks, ...(chart.message && sending(...chart.message)) },
    children: shapesOf(chart, { width, height, locale }).map(({ tag, attributes, text = '' }) =>
      piece(tag, attributes, text),
    ),
  });
}

function shareOf(svg: Element, { clientX }: MouseEvent): string {
  const { left, width } = svg.getBoundingClientRect();
  return String(shareAt(clientX - left, width));
}

for (const kind of ['click', 'change'] as const) {
  addEventListener(kind, (event) => {
    const element = (event.target as Element).closest<HTMLElement | SVGElement>('[data-message]');
    const isChoice = element instanceof HTMLSelectElement;
    if (!element || isChoice !== (kind === 'change')) return;
    const message = JSON.parse(element.dataset.message!) as FromPage;
    if (isChoice) postMessage([...message, element.value]);
    else if (charts.has(element)) postMessage([...message, shareOf(element, event as MouseEvent)]);
    else postMessage(message);
  });
}

addEventListener('message', ({ data }: MessageEvent<readonly Piece[]>) => {
  draw(document.getElementById('whittle')!, { attributes: { id: 'whittle' }, children: data });
});
postMessage(['ready']);
