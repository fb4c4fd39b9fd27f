/** What large inputs do to what the oracle and the driver take on top of the tests. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { median } from 'd3-array';
import { fixedText } from '../../../src/oracle/processes/command';
import { openOracle } from '../../support/oracle';
import { percent, table, whole, type Report } from '../support/report';
import { reduced, required, timeOutside } from './run';

/** Bytes of a candidate. */
const sizes = [10_000, 1_000_000, 10_000_000, 50_000_000];

/** Bytes of a whole input. */
const inputs = [100_000, 1_000_000, 10_000_000];

/** Claimed of a test of the largest: times the time that it takes to write its bytes, to hash them and to run `true`. */
const most = 1.5;

export async function scale(runs: number): Promise<Report> {
  const { text, claims } = await bySize(runs);
  const load = `load of the machine ${loadavg()[0].toFixed(1)}`;
  return {
    text: [`### A test of \`true\`, ${load}`, text, '### A whole run', await byInput()].join('\n\n'),
    claims,
    plots: {},
  };
}

/** Medians, ms: a test, and what cannot be spared of it. */
async function bySize(runs: number): Promise<Pick<Report, 'text' | 'claims'>> {
  const rows: number[][] = [];
  for (const size of sizes) {
    const times = await timesOf(size, Math.max(10, runs / 1000));
    console.error(`${whole(size)} bytes: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    rows.push([size, ...times]);
  }
  const ratioOf = ([, test, ...parts]: readonly number[]) => test / parts.reduce((sum, part) => sum + part);
  const head = ['bytes', 'a test, ms', '`true`', 'written', 'hashed', 'a test : their sum'];
  const cells = rows.map(([size, ...times]) => [
    whole(size),
    ...times.map((ms) => ms.toFixed(1)),
    ratioOf([size, ...times]).toFixed(2),
  ]);
  const ratio = ratioOf(rows.at(-1)!);
  return {
    text: table(head, cells),
    claims: [
      {
        text: `scale, ${whole(sizes.at(-1)!)} bytes: a test takes at most ${most} × \`true\`, writing and hashing (${ratio.toFixed(2)})`,
        met: ratio <= most,
      },
    ],
  };
}

/** Of a test of `size` bytes, of `true`, of writing them and of hashing them; taken in turn, medians. */
async function timesOf(size: number, rounds: number): Promise<number[]> {
  const command = { invocation: { program: fixedText('true'), args: [] }, cwd: fixedText('/') };
  const oracle = await openOracle({ command, fileName: 'input.txt' });
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  const file = join(directory, 'input.txt');
  const bytes = Buffer.alloc(size, 'a line of text\n');
  const ways = [
    () => oracle.test(bytes, 60_000, new AbortController().signal),
    () => execa('true'),
    () => {
      writeFileSync(file, bytes);
      rmSync(file);
    },
    () => createHash('sha1').update(bytes).digest('base64'),
  ];
  const times = ways.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    bytes.writeUInt32LE(round);
    for (const [index, way] of ways.entries()) {
      const began = performance.now();
      await way();
      times[index].push(performance.now() - began);
    }
  }
  oracle.dispose();
  rmSync(directory, { recursive: true });
  return times.map((all) => median(all)!);
}

/** Text of which a few lines must stay. */
async function byInput(): Promise<string> {
  const rows: string[][] = [];
  for (const size of inputs) {
    const text = Array.from({ length: size / 50 }, (_, n) => `${n}: `.padEnd(49, 'some words ') + '\n').join('');
    const lines = required.map((n) => Math.floor((n / 50) * (size / 50)));
    const test = `test $(grep -cE '^(${lines.join('|')}):' {}) = ${lines.length}`;
    const finished = await reduced('input.txt', text, test, 1);
    console.error(`${whole(size)} bytes: ${whole(finished.tests)} tests, ${(finished.ms / 1000).toFixed(1)} s`);
    rows.push([
      whole(size),
      whole(finished.bytes.after),
      whole(finished.tests),
      (finished.ms / 1000).toFixed(1),
      (finished.oracleMs / 1000).toFixed(1),
      percent(timeOutside(finished, 1)),
      whole(process.resourceUsage().maxRSS / 1000),
    ]);
  }
  return table(['bytes', 'bytes left', 'tests', 'wall, s', 'tests, s', 'not in tests', 'peak, MB'], rows);
}
