/** Tests a second of the library with a trivial property: the best of three runs, as the machine may be busy. */
import { reduce } from '../../../src/library';
import { table, whole, type Report } from '../support/report';

/** Bytes of the input, and the tests a second that are claimed. */
const sizes = [
  { bytes: 1000, least: 1000 },
  { bytes: 100_000, least: 300 },
  { bytes: 5_000_000, least: 20 },
];

export async function libraryRates(): Promise<Report> {
  const rows: string[][] = [];
  const claims: Report['claims'][number][] = [];
  for (const { bytes, least } of sizes) {
    const { tests, rate } = await measured(bytes);
    rows.push([whole(bytes), whole(tests), whole(rate)]);
    claims.push({
      text: `library, ${whole(bytes)} bytes: ${least} tests a second (${whole(rate)})`,
      met: rate >= least,
    });
  }
  return { text: table(['bytes', 'tests', 'tests a second'], rows), claims, plots: {} };
}

/** Every tenth of the input must stay, so that the search has to look everywhere. */
async function measured(bytes: number) {
  const lines = Array.from({ length: Math.ceil(bytes / 20) }, (_, at) => `line ${at} of the text`.padEnd(19));
  const needed = Array.from({ length: 10 }, (_, at) => lines[Math.floor(((at + 0.5) * lines.length) / 10)]);
  // The first run of a process also compiles what runs.
  await reduce({ input: lines.slice(0, 50).join('\n'), property: (text) => text.includes(lines[20]) });
  let calls = 0;
  const property = (text: string) => {
    calls++;
    return needed.every((line) => text.includes(line));
  };
  let [tests, rate] = [0, 0];
  for (let run = 0; run < 3; run++) {
    calls = 0;
    const before = performance.now();
    ({ tests } = await reduce({ input: lines.join('\n'), property, maxTests: 1000 }));
    rate = Math.max(rate, (1000 * calls) / (performance.now() - before));
  }
  return { tests, rate };
}
