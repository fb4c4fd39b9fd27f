/** What large inputs and many workers do to what the oracle and the driver take on top of the tests. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { median } from 'd3-array';
import { fixedText } from '../../../src/oracle/command';
import { openOracle } from '../../../src/oracle/oracle';
import { percent, table, whole } from '../support/report';
import type { Report } from '../support/report';
import { functionsText, reduced, required, timeOutside } from './run';

/** Bytes of a candidate. */
const sizes = [10_000, 1_000_000, 10_000_000, 50_000_000];

/** Bytes of a whole input. */
const inputs = [1_000_000, 10_000_000, 50_000_000];

/** Claimed of a test of the largest: times the time that it takes to write its bytes, to hash them and to run `true`. */
const most = 1.5;

const workers = [1, 2, 4, 8];

/** Claimed of so many workers, whose tests sleep: times as quick as one. */
const gained = { jobs: 4, least: 2.5 };

export async function scale(runs: number): Promise<Report> {
  const [tests, run, parallel] = [await bySize(runs), await byInput(), await byWorkers(Math.max(50, runs / 200))];
  const load = `load of the machine ${loadavg()[0].toFixed(1)}`;
  return {
    text: [`### A test of \`true\`, ${load}`, tests.text, '### A whole run', run, '### Workers', parallel.text].join(
      '\n\n',
    ),
    claims: [...tests.claims, ...parallel.claims],
    plots: {},
  };
}

type Part = Pick<Report, 'text' | 'claims'>;

/** Medians, ms: a test, and what cannot be spared of it. */
async function bySize(runs: number): Promise<Part> {
  const rows: number[][] = [];
  for (const size of sizes) rows.push([size, ...(await timesOf(size, Math.max(10, runs / 1000)))]);
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
  const bytes = Buffer.alloc(size, 'a line of text\n');
  const ways = [
    () => oracle.test(Buffer.from(bytes), 60_000, new AbortController().signal),
    () => execa('true'),
    () => writeFileSync(join(directory, `${bytes.readUInt32LE()}`), bytes),
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

/** Tests that sleep: more workers than cores are of use. */
async function byWorkers(functions: number): Promise<Part> {
  const numbers = required.join('|');
  const test = `sleep 0.1; test $(grep -cE 'f(${numbers})\\(.*(${numbers})' {}) = ${required.length}`;
  const rows: { jobs: number; cells: string[]; ms: number }[] = [];
  for (const jobs of workers) {
    const finished = await reduced('input.js', functionsText(functions), test, jobs);
    const gain = (rows[0]?.ms ?? finished.ms) / finished.ms;
    const figures = [(finished.ms / 1000).toFixed(1), gain.toFixed(2), percent(timeOutside(finished, jobs))];
    rows.push({ jobs, ms: finished.ms, cells: [whole(finished.tests), ...figures] });
  }
  const gain = rows[0].ms / rows.find(({ jobs }) => jobs === gained.jobs)!.ms;
  return {
    text: table(
      ['workers', 'tests', 'wall, s', 'times as quick', 'not in tests'],
      rows.map(({ jobs, cells }) => [jobs, ...cells]),
    ),
    claims: [
      { text: `scale: ${gained.jobs} workers ≥ ${gained.least} × (${gain.toFixed(2)})`, met: gain >= gained.least },
    ],
  };
}
