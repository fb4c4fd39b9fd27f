/**
 * What a test takes on top of its command, on a worker through Redis on this machine, and without one: different candidates one after
 * the other, in turn.
 */
import { loadavg } from 'node:os';
import { mean, median } from 'd3-array';
import { openCluster } from '../../../src/cluster/cluster';
import { testOf } from '../../../src/cluster/messages';
import { braces, fixedText, template, type OracleCommand } from '../../../src/oracle/processes/command';
import { copy } from '../../../src/oracle/places/copy';
import { openTester, type Tester } from '../../../src/oracle/tester';
import { table, whole, type Report } from '../support/report';
import { baseOf, withoutLines, withoutTokens, type Making } from './candidates';
import type { Server } from '../../support/redis';
import { oracleName, withRedis, withWorkers } from './redis';

/** Claimed of a base of 100 KB that lacks lines: ms on top of the command, mean and median. */
const most = 10;

const claimed = 'lines, 100,000 bytes';

const sizes = [1000, 100_000, 10_000_000];

const makings: Readonly<Record<string, Making>> = { lines: withoutLines, tokens: withoutTokens };

/** The first ones are for the compiler. */
const unmeasured = 5;

const line = 'true # {}';

/** Workers know their command by themselves. */
const commands = {
  far: { invocation: { named: oracleName }, cwd: fixedText('.') },
  here: { invocation: { line: template(line, braces) }, cwd: fixedText('.') },
} satisfies Record<string, OracleCommand>;

const fileName = 'input.js';

const forever = new AbortController().signal;

interface Row {
  readonly name: string;
  readonly tests: number;
  /** ms, one for each test: what the command takes on the worker, what is added to that there and here, and what of it is making the job. */
  readonly command: readonly number[];
  readonly far: readonly number[];
  readonly here: readonly number[];
  readonly making: readonly number[];
  /** Bytes of the job as JSON. */
  readonly jobs: readonly number[];
}

export function overhead(runs: number): Promise<Report> {
  return withRedis(async (redis) => {
    const rows: Row[] = [];
    await withWorkers(redis, 1, line, async () => {
      for (const bytes of sizes) {
        // Of 10 MB a tenth must do.
        const tests = Math.max(10, bytes > 1e6 ? runs / 10 : runs);
        for (const [what, make] of Object.entries(makings)) {
          rows.push(await measured(redis, `${what}, ${whole(bytes)} bytes`, tests, baseOf(bytes), make));
        }
      }
    });
    return reportOf(rows);
  });
}

async function measured({ url }: Server, name: string, tests: number, base: string, make: Making): Promise<Row> {
  const input = Buffer.from(base);
  const quiet = { status: () => {}, notice: () => {} };
  const cluster = await openCluster({ redis: url, oracle: oracleName }, { input, fileName }, quiet);
  const tester = await openTester(copy, { fileName });
  const row = {
    command: [] as number[],
    far: [] as number[],
    here: [] as number[],
    making: [] as number[],
    jobs: [] as number[],
  };
  try {
    await cluster.calibratedWith(async () => {}, forever);
    for (let number = -unmeasured; number < tests; number++) {
      const content = Buffer.from(make(base, number + unmeasured));
      const far = await tested(cluster.tester, commands.far, content);
      const here = await tested(tester, commands.here, content);
      if (number < 0) continue;
      const began = performance.now();
      const job = testOf({ id: 'run', oracle: oracleName, fileName }, input, { content, timeoutMs: 10_000 });
      row.making.push(performance.now() - began);
      row.jobs.push(JSON.stringify(job).length);
      row.command.push(far.ms);
      row.far.push(far.added);
      row.here.push(here.added);
    }
  } finally {
    tester.dispose();
    await cluster.close();
  }
  console.error(`${name}: ${mean(row.far)!.toFixed(1)} ms`);
  return { name, tests, ...row };
}

/** What its command took, and the rest of its time, ms. */
async function tested(tester: Tester, command: OracleCommand, content: Buffer): Promise<{ ms: number; added: number }> {
  const began = performance.now();
  const { ms } = await tester.run({ command, content, timeoutMs: 10_000, signal: forever });
  return { ms, added: performance.now() - began - ms };
}

function reportOf(rows: readonly Row[]): Report {
  const head = [
    'candidates without',
    'tests',
    'command, ms',
    'added: mean',
    'median',
    'added here: mean',
    'median',
    'making the job',
    'bytes of a job',
  ];
  const cells = rows.map(({ name, tests, command, far, here, making, jobs }) => [
    name,
    whole(tests),
    ...[mean(command), mean(far), median(far), mean(here), median(here), mean(making)].map((ms) => ms!.toFixed(1)),
    whole(mean(jobs)!),
  ]);
  const { far } = rows.find(({ name }) => name === claimed)!;
  const [byMean, byMedian] = [mean(far)!, median(far)!];
  return {
    text: `load of the machine ${loadavg()[0].toFixed(1)}\n\n${table(head, cells)}`,
    claims: [
      {
        text: `overhead: at most ${most} ms on top of the command, ${claimed} (mean ${byMean.toFixed(1)}, median ${byMedian.toFixed(1)})`,
        met: Math.max(byMean, byMedian) <= most,
      },
    ],
    plots: {},
  };
}
