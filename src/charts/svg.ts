/** A chart of several lines as the text of an SVG file, with title and legend, readable on any background. */
import { kinds, shapesOf, type Lines, type Shape } from './shapes';

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
