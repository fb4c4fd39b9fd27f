/** The line of a terminal that is overwritten: a bar, figures and the phase, in its width. */
import { visible } from '../text/visible';

/** Cells of the bar. */
const cells = 16;

/** Parts of a line. */
interface Line {
  /** Which run it is, if there are several. */
  readonly name: string;
  /** What is gone of the text, 0 to 1; unset where nothing counts that. */
  readonly share?: number;
  /** The most important first: the last ones give way to the phase. */
  readonly figures: readonly string[];
  readonly phase: string;
}

/** In at most `columns`. The phase is never cut, unless it alone is longer. */
export function progressLine({ name, share, figures, phase }: Line, columns: number, hasColour: boolean): string {
  const full = share === undefined ? 0 : Math.round(cells * share);
  const bar = share === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(cells - full)} `;
  for (let count = figures.length; count >= 1; count--) {
    const words = visible(name + figures.slice(0, count).join(' · '));
    const end = phase === '' ? '' : ` · ${visible(phase)}`;
    if (bar.length + words.length + end.length <= columns) return coloured(bar, words, end, full, hasColour);
    if (words.length + end.length <= columns) return coloured('', words, end, 0, hasColour);
  }
  return visible(phase || figures[0]).slice(0, columns);
}

function coloured(bar: string, words: string, end: string, full: number, hasColour: boolean): string {
  if (!hasColour) return bar + words + end;
  return `\x1b[32m${bar.slice(0, full)}\x1b[0m\x1b[2m${bar.slice(full)}\x1b[0m${words}\x1b[36m${end}\x1b[0m`;
}
