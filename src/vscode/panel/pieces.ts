/** A page as plain data: the extension host makes it with all its words, and the page draws it. */
import type { Lines } from '../../charts/chart';

export interface Piece {
  readonly tag: string;
  /** Strings become attributes, booleans properties of the element. `data-key` identifies an element among its siblings. */
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly children: readonly (Piece | undefined)[] | readonly [string];
  /** Of an `svg`: step lines, which the page draws for its size. */
  readonly chart?: Chart;
}

export interface Chart extends Lines {
  /** The chart in words. */
  readonly alternative: string;
  /** What a press sends, with the share of the x axis where it was. */
  readonly message?: FromPage;
}

export type FromPage = readonly ['ready'] | readonly [act: string, ...given: readonly string[]];

export function piece(tag: string, attributes: Piece['attributes'] = {}, ...children: Piece['children']): Piece {
  return { tag, attributes, children };
}

/** A button, or a choice, that sends this message; of a choice its value follows. */
export function sending(...message: FromPage): { readonly 'data-message': string } {
  return { 'data-message': JSON.stringify(message) };
}

export function button(label: string, message: FromPage, attributes: Piece['attributes'] = {}): Piece {
  return piece('button', { type: 'button', class: 'secondary', ...attributes, ...sending(...message) }, label);
}

/** `head`: cells of its first row. */
export function table(
  attributes: Piece['attributes'],
  head: Piece['children'],
  rows: readonly Piece[],
  caption?: Piece,
) {
  return piece('table', attributes, caption, piece('thead', {}, piece('tr', {}, ...head)), piece('tbody', {}, ...rows));
}
