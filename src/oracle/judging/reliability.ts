/** Reliability of a flaky test, estimated from the runs on the unchanged input. */
import * as l10n from '@vscode/l10n';
import type { Repeat, Tally } from './repeat';

/** Probability that a candidate is accepted if each of its runs holds with probability `rate`. */
function acceptance(rate: number, { runs, need }: Repeat): number {
  let sum = 0;
  let ways = 1;
  for (let held = 0; held <= runs; held++) {
    if (held >= need) sum += ways * rate ** held * (1 - rate) ** (runs - held);
    ways = (ways * (runs - held)) / (held + 1);
  }
  return sum;
}

/** Below this, too many possible cuts are refused. */
const enough = 0.9;

export interface Flakiness {
  /** One sentence with the remedy. */
  readonly notice: string;
  /** A setting with which enough candidates would be accepted. */
  readonly better: Repeat;
}

/** The warning for a test that did not hold in each run; undefined for any other. */
export function flakiness(tally: Tally, repeat: Repeat): Flakiness | undefined {
  const { held, runs } = tally;
  if (held === runs) return undefined;
  const rate = held / runs;
  if (repeat.runs > 1 && acceptance(rate, repeat) >= enough) return undefined;
  const better = betterThan(rate, repeat);
  const notice = l10n.t(
    'The test is flaky, it held on the unchanged input in {0} of {1} runs: test each candidate several times (--runs {2} --need {3}; in a task "runs" and "need").',
    held,
    runs,
    better.runs,
    better.need,
  );
  return { notice, better };
}

/** The fewest runs, at least five, and the largest `need` with which enough candidates are accepted. */
function betterThan(rate: number, { runs }: Repeat): Repeat {
  const several = Math.max(5, runs);
  let need = several;
  while (need > 1 && acceptance(rate, { runs: several, need }) < enough) need--;
  return { runs: several, need };
}
