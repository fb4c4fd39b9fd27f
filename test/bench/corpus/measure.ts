/** One case reduced by the built command line, as users do it; the result is given to its oracle once more. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Accepted, Finished, ReductionEvent } from '../../../src/reduction/events/events';
import { estimatesOf, type Estimates } from './estimates';
import type { Case } from './cases';

export interface Measured {
  readonly case: string;
  /** The text of its `SearchValue`. */
  readonly variant: string;
  /** Undefined if there is no result, say because its tools are missing. */
  readonly finished?: Finished;
  /** Tests until the text had 1.1 times the tokens of the result. */
  readonly testsToNear?: number;
  readonly estimated?: Estimates;
  /** Why not, or that the oracle does not hold for the result. */
  readonly problem?: string;
}

const run = promisify(execFile);

/** What the built command line tells with `--json`. */
export async function eventsOf(args: readonly string[]): Promise<ReductionEvent[]> {
  const { stdout } = await run(process.execPath, ['dist/cli.js', ...args], { maxBuffer: 2 ** 30 });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ReductionEvent);
}

function reduce(one: Case, output: string, options: readonly string[]): Promise<ReductionEvent[]> {
  return eventsOf(['reduce', one.input, '--test', `bash '${one.oracle}' {}`, '--output', output, '--json', ...options]);
}

/** Tests after the calibration, one at a time, and the tokens that were left then; the last entry is the end. */
export type Curve = readonly { readonly tests: number; readonly tokens: number }[];

export function measureCurve(one: Case, maxTests: number): Promise<Curve> {
  return inDirectory(async (directory) => {
    const options = ['--max-tests', `${maxTests}`, '--jobs', '1'];
    const events = await reduce(one, join(directory, basename(one.input)), options);
    const finished = events.at(-1) as Finished;
    const accepted = events.filter((event): event is Accepted => event.event === 'accepted');
    return [...accepted, { tests: finished.search.tests, tokens: finished.tokens.after }];
  });
}

/** What the default search leaves of another text of the case. */
export function reducedText(one: Case, text: string): Promise<string> {
  return inDirectory(async (directory) => {
    const [input, output] = ['before', 'after'].map((name) => join(directory, name, basename(one.input)));
    for (const file of [input, output]) mkdirSync(dirname(file));
    writeFileSync(input, text);
    await reduce({ ...one, input }, output, []);
    return readFileSync(output, 'utf8');
  });
}

/** All that it takes to reduce the case. */
export function testsOf(one: Case): Promise<number> {
  return inDirectory(async (directory) => {
    const events = await reduce(one, join(directory, basename(one.input)), []);
    return (events.at(-1) as Finished).tests;
  });
}

async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function measure(one: Case, variant: string, minutes: number): Promise<Measured> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  const output = join(directory, basename(one.input));
  try {
    const events = await reduce(one, output, ['--max-time', `${60 * minutes}`, '--search', variant]);
    const finished = events.at(-1) as Finished;
    const isNear = (event: ReductionEvent): event is Accepted =>
      event.event === 'accepted' && event.tokens <= 1.1 * finished.tokens.after;
    const holds = await run('bash', [one.oracle, output]).then(
      () => true,
      () => false,
    );
    return {
      case: one.name,
      variant,
      finished,
      testsToNear: events.find(isNear)?.tests,
      estimated: estimatesOf(events),
      problem: holds ? undefined : 'the oracle does not hold for the result',
    };
  } catch (error) {
    return { case: one.name, variant, problem: (error as { stderr?: string }).stderr?.trim() || String(error) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
