/**
 * What the search thinks of its chances, corrected by how often it was right: searches choose what they overrate, and what was
 * tested last tells of what comes next, as neighbours are kept or lost together. Only what is tested ahead depends on it, never what
 * is committed.
 */

/** The last verdicts on the way to a point, the newest as the lowest bit; 1 is a success. */
export type Recent = number;

/** Verdicts that are looked back on. */
const lookback = 3;

export function after(recent: Recent, holds: boolean): Recent {
  return ((recent << 1) | Number(holds)) & ((1 << lookback) - 1);
}

export class Forecast {
  private readonly held = new Float64Array(cells);
  private readonly seen = new Float64Array(cells);

  /** A candidate of this chance held, or did not, after these verdicts. */
  learn(chance: number, recent: Recent, holds: boolean): void {
    for (let back = 0; back <= lookback; back++) {
      const cell = cellOf(chance, recent, back);
      this.held[cell] += Number(holds);
      this.seen[cell]++;
    }
  }

  /**
   * The share of those that held among candidates of such a chance after such verdicts. From none of the verdicts to all of them, each
   * share weighs as much as the rougher one, and the first as much as the chance itself, once it was seen ten times.
   */
  corrected(chance: number, recent: Recent): number {
    let share = chance;
    for (let back = 0; back <= lookback; back++) {
      const cell = cellOf(chance, recent, back);
      share = (this.held[cell] + prior * share) / (this.seen[cell] + prior);
    }
    return share;
  }
}

const classes = 10;
const prior = 10;
const histories = 2 ** (lookback + 1);
const cells = classes * histories;

/** Of the class of the chance and the last `back` verdicts. */
function cellOf(chance: number, recent: Recent, back: number): number {
  const chanceClass = Math.min(classes - 1, Math.floor(chance * classes));
  return chanceClass * histories + (1 << back) + (recent & ((1 << back) - 1));
}
