/**
 * The search's estimates, corrected by the outcomes so far. Searches prefer candidates that they overrate, and the last verdicts help
 * to predict the next, as neighbours stay or go together. Only the tests ahead depend on the forecast, never the committed verdicts.
 */

/** The last verdicts on the path to a point, the newest as the lowest bit; 1 is a success. */
export type Recent = number;

/** Number of last verdicts that count. */
const lookback = 3;

export function after(recent: Recent, holds: boolean): Recent {
  return ((recent << 1) | Number(holds)) & ((1 << lookback) - 1);
}

export class Forecast {
  private readonly held = new Float64Array(cells);
  private readonly seen = new Float64Array(cells);

  /** Learns from a candidate with this chance that did or did not hold after these verdicts. */
  learn(chance: number, recent: Recent, holds: boolean): void {
    for (let back = 0; back <= lookback; back++) {
      const cell = cellOf(chance, recent, back);
      this.held[cell] += Number(holds);
      this.seen[cell]++;
    }
  }

  /**
   * The share that held among candidates with such a chance after such verdicts. Shares after none of the verdicts, after the last
   * one, … after all are combined. With ten cases a share weighs as much as the coarser one before it, and the first as much as the
   * chance itself.
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

/** Cell for the class of the chance and the last `back` verdicts. */
function cellOf(chance: number, recent: Recent, back: number): number {
  const chanceClass = Math.min(classes - 1, Math.floor(chance * classes));
  return chanceClass * histories + (1 << back) + (recent & ((1 << back) - 1));
}
