/** A test whose command is `true`, beside a process that does nothing but run `true`; taken in turn, in one run. */
import { execa } from 'execa';
import { braces, fixedText, template, type Invocation } from '../../../src/oracle/processes/command';
import { openOracle, type OwnOracle } from '../../support/oracle';
import { table, whole, type Report } from '../support/report';

/** Claimed of a test with `true`: times a bare process. */
const most = 1.5;

const forever = new AbortController().signal;

const opened = (invocation: Invocation): Promise<OwnOracle> =>
  openOracle({ command: { invocation, cwd: fixedText('/') }, fileName: 'input.js' });

export async function spawns(runs: number): Promise<Report> {
  const program = await opened({ program: fixedText('true'), args: [] });
  const line = await opened({ line: template('true', braces) });
  const text = 'const a = [1, 2, 3];\n'.repeat(500);
  let count = 0;
  const fresh = () => Buffer.from(`${text}// ${count++}`);
  const ways: Record<string, () => Promise<unknown>> = {
    "execa('true')": () => execa('true'),
    "execa('true'), no output": () => execa('true', { stdio: 'ignore' }),
    'a test, program `true`': () => program.test(fresh(), 5000, forever),
    'a test, shell line `true`': () => line.test(fresh(), 5000, forever),
  };
  const times = await inTurn(ways, Math.round(runs / 10));
  for (const oracle of [program, line]) oracle.dispose();
  const bare = means(times.get("execa('true')")!);
  const rows = [...times].map(([name, all]) => {
    const { mean, median } = means(all);
    return [name, mean, median, mean / bare.mean, median / bare.median] as const;
  });
  const cells = rows.map(([name, ...figures]) => [name, ...figures.map((figure) => figure.toFixed(2))]);
  return {
    text: `${whole(runs / 10)} of each in turn; the candidate has ${whole(fresh().length)} bytes\n\n${table(['', 'mean, ms', 'median, ms', '× mean', '× median'], cells)}`,
    claims: rows
      .filter(([name]) => name.startsWith('a test'))
      .map(([name, , , byMean, byMedian]) => ({
        text: `${name}: at most ${most} × execa('true') (${byMean.toFixed(2)} by means, ${byMedian.toFixed(2)} by medians)`,
        met: Math.max(byMean, byMedian) <= most,
      })),
    plots: {},
  };
}

async function inTurn(ways: Record<string, () => Promise<unknown>>, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = -20; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const began = performance.now();
      await way();
      // The first rounds are for the compiler.
      if (round >= 0) times.get(name)!.push(performance.now() - began);
    }
  }
  return times;
}

function means(times: readonly number[]): { mean: number; median: number } {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { mean, median: [...times].sort((a, b) => a - b)[times.length >> 1] };
}
