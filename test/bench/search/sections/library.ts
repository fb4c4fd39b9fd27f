/** The functions of a library; what the baselines need there is pinned, so that no weak baseline is beaten. */
import { whole, type Claim, type Report } from '../../support/report';
import type { Bench } from '../bench';
import { tablesOf } from '../comparison';
import { baselines } from '../contenders';
import { plotsOf } from '../plots';
import { testsOf } from '../record';

/** Tests that independent implementations needed there; ours may differ by the tolerance. */
const pinned: Readonly<Record<string, { readonly hddr: number; readonly hdd: number }>> = {
  chunk: { hddr: 1471, hdd: 2132 },
  template: { hddr: 2050, hdd: 2682 },
  sortBy: { hddr: 2134, hdd: 3730 },
  isEqual: { hddr: 1762, hdd: 2663 },
};

const tolerance = 0.1;

export async function library(bench: Bench): Promise<Report> {
  const claims: Claim[] = [];
  for (const subject of bench.library) {
    for (const key of ['hddr', 'hdd'] as const) {
      const tests = testsOf(await bench.trace(subject, baselines[key]));
      const pin = pinned[subject.name][key];
      claims.push({
        text: `library, ${subject.name}: ${baselines[key].name} needs ${whole(pin)} tests ± 10 % (${whole(tests)})`,
        met: Math.abs(tests / pin - 1) <= tolerance,
      });
    }
  }
  return {
    text: await tablesOf(bench, bench.library),
    claims,
    plots: await plotsOf(bench, bench.library),
  };
}
