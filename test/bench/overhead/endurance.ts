/** Many tests in one go: what this process holds in memory and open, in files and in processes, must not grow with them. */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { openOracle } from '../../support/oracle';
import { table, whole, type Report } from '../support/report';

/** Lines of the table. */
const steps = 10;

/** Claimed: what memory may have grown by, from the second line on; 20,000 verdicts that are remembered take 4 MB. */
const megabytes = 20;

const forever = new AbortController().signal;

interface State {
  readonly tests: number;
  /** Resident set of this process, MB. */
  readonly memory: number;
  /** Open file descriptors. */
  readonly open: number;
  /** Files and directories under the temporary directory. */
  readonly files: number;
  /** Children of this process, and what has its temporary directory. */
  readonly processes: number;
}

export async function endurance(runs: number): Promise<Report> {
  const command = { invocation: { line: template('true # {}', braces) }, cwd: fixedText('/') };
  const oracle = await openOracle({ command, fileName: 'input.js' });
  const states: State[] = [];
  for (let test = 1; test <= runs; test++) {
    await oracle.test(Buffer.from(`let a = ${test};\n`), 5000, forever);
    if (test % Math.floor(runs / steps) === 0) states.push(await stateAfter(test));
  }
  oracle.dispose();
  const head = ['tests', 'memory, MB', 'descriptors', 'files', 'processes'];
  const rows = states.map(({ tests, memory, ...counts }) => [whole(tests), whole(memory), ...Object.values(counts)]);
  const [first, last] = [states[1], states.at(-1)!];
  const flat = (what: 'open' | 'files' | 'processes') => ({
    text: `endurance, ${what}: as many after ${whole(last.tests)} tests as after ${whole(first.tests)} (${last[what]}, ${first[what]})`,
    met: last[what] === first[what],
  });
  const growth = last.memory - first.memory;
  return {
    text: table(head, rows),
    claims: [
      {
        text: `endurance, memory: ${megabytes} MB more at most (${growth.toFixed(1)})`,
        met: growth <= megabytes,
      },
      flat('open'),
      flat('files'),
      flat('processes'),
    ],
    plots: {},
  };
}

async function stateAfter(tests: number): Promise<State> {
  // Empty directories of the last tests go beside the next ones.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    tests,
    memory: process.memoryUsage().rss / 1e6,
    open: readdirSync('/proc/self/fd').length,
    files: readdirSync(tmpdir(), { recursive: true }).length,
    processes: readdirSync('/proc').filter((pid) => Number(pid) && isOfATest(pid)).length,
  };
}

function isOfATest(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return parent === process.pid || readFileSync(`/proc/${pid}/environ`).includes(`TMPDIR=${tmpdir()}/`);
  } catch {
    return false;
  }
}
