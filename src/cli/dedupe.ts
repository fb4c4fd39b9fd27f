/** `whittle dedupe`: reduces many crash files by one test, and puts those of one bug into one folder. */
import { copyFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { Hosting } from '../host/host';
import { OracleError } from '../oracle/calibration/calibrate';
import { describedRule } from '../oracle/judging/ruleWords';
import { Interrupted } from '../reduction/controls';
import { freeName, writeFiles } from '../reduction/ending/outputs';
import type { ReductionEvent } from '../reduction/events/events';
import { commandsOf, withRules, type Job } from '../reduction/job';
import { testCount } from '../reduction/events/progress';
import { rangesBeside } from '../text/embedding';
import { countTokens } from '../text/tokens';
import { decode, plainEncoding } from '../text/encoding';
import { filesIn } from './guesses/words';
import { fileJob, readInput } from './jobs';
import type { Given } from './options';
import { aligned, exitCodes, show, warn } from './printing';
import { runToEnd } from './run';

interface Result {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly failure: string;
}

/** Its smallest result. */
type Bug = Result & { readonly files: string[] };

export async function dedupe(paths: readonly string[], given: Given, assets: string): Promise<number> {
  const files = paths.flatMap(filesIn).sort((a, b) => statSync(a).size - statSync(b).size);
  const { json, quiet, output: to = freeName(`${paths[0].replace(/[\\/]+$/, '')}.bugs`) } = given;
  const seen = { failure: '', tests: 0 };
  const listener = (event: ReductionEvent) => {
    if (event.event === 'calibrated') seen.failure = event.rules.map(({ rule }) => describedRule(rule)).join(' and ');
    if (event.event === 'finished') seen.tests += event.tests;
  };
  const bugs: Bug[] = [];
  const others: { readonly file: string; readonly error: OracleError }[] = [];
  const work = async (hosting: Hosting) => {
    const run = async (job: Job): Promise<Result> => {
      const { outcome: text } = await hosting.run<string>({ kind: 'run', job });
      return { text, bytes: Buffer.from(text, plainEncoding(job.input.encoding)), failure: seen.failure };
    };
    for (const [at, file] of files.entries()) {
      if (hosting.signal.aborted) break;
      const before = seen.tests;
      let told: string;
      try {
        const job = fileJob(file, given, decode(await readInput(file)), assets);
        const result = await reduced(atPlace(job), bugs, run, hosting.signal);
        // What was left when the user stopped it is no bug of its own.
        if (hosting.signal.aborted) break;
        place(bugs, file, result);
        told = `bug ${1 + bugs.findIndex((bug) => bug.files.includes(file))}, ${testCount(seen.tests - before)}`;
      } catch (error) {
        if (error instanceof Interrupted) break;
        if (!(error instanceof OracleError)) throw error;
        others.push({ file, error });
        told = error.message;
      }
      if (!quiet && !json) warn(`${at + 1}/${files.length} ${basename(file)}: ${told}`);
    }
    if (bugs.length === 0 && others.length > 0) throw others[0].error;
  };
  return runToEnd(listener, work, async (_, { signal }) => {
    await write(bugs, to);
    const told = bugs.map(({ text, failure, files: its }) => ({ text, failure, files: its }));
    const rest = others.map(({ file, error }) => ({ file, why: error.message }));
    if (json) show(`${JSON.stringify({ event: 'bugs', to, tests: seen.tests, bugs: told, others: rest })}\n`);
    else tell(bugs, to);
    return signal.aborted ? exitCodes.interrupted : exitCodes.reduced;
  });
}

/** Bugs may have the same message: what fails elsewhere in the program is another one. */
function atPlace(job: Job): Job {
  const rules = commandsOf(job.oracle).map(({ rule }) => (rule === 'same-failure' ? 'same-place' : undefined));
  return { ...job, oracle: withRules(job.oracle, rules) };
}

/** Throws `OracleError` if the file does not fail. */
async function reduced(
  job: Job,
  bugs: readonly Bug[],
  run: (job: Job) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const known = bugs.flatMap((bug) => {
    const beside = rangesBeside(plain(bug), job.input.text);
    return beside && beside.length > 0 ? [{ size: countTokens(bug.text), beside }] : [];
  });
  if (known.length === 0) return run(job);
  const input = { ...job.input, guesses: known.map(({ beside }) => beside) };
  const limits = { ...job.limits, targetTokens: Math.max(...known.map(({ size }) => size)) };
  const tried = await run({ ...job, input, limits });
  return signal.aborted || bugs.some((bug) => isSame(bug, tried)) ? tried : run(job);
}

/** With the bug whose result is the same but for names, numbers and order, and fails in the same way. */
function place(bugs: Bug[], file: string, result: Result): void {
  const same = bugs.find((bug) => isSame(bug, result));
  if (!same) bugs.push({ ...result, files: [file] });
  else {
    same.files.push(file);
    if (result.text.length < same.text.length) Object.assign(same, result);
  }
}

function isSame(bug: Bug, result: Result): boolean {
  return kindOf(bug) === kindOf(result) && (isIn(bug, result) || isIn(result, bug));
}

/** The whole of the other one, too. */
function isIn(one: Result, other: Result): boolean {
  return countTokens(one.text) === countTokens(other.text) && rangesBeside(plain(one), other.text) !== undefined;
}

/** How it fails and where, without what is in quotes, other numbers, and the words that the text itself has. */
function kindOf({ text, failure }: Result): string {
  const own = wordsOf(text);
  return failure
    .replace(/(["'`‘“])(?:(?!["'`’”]).)+["'`’”]/g, '…')
    .replace(/[A-Za-z_]\w*/g, (word) => (own.has(word) ? 'n' : word))
    .replace(/(?<!line |\.\w+:[\d:]*|\d)\d+/g, '0');
}

/** The text with short names in place of the words that its failure repeats. */
function plain({ text, failure }: Result): string {
  const inFailure = wordsOf(failure);
  const repeated = [...wordsOf(text)].filter((word) => inFailure.has(word));
  return text.replace(/[A-Za-z_]\w*/g, (word) => {
    const at = repeated.indexOf(word);
    return at < 0 ? word : `_${at.toString(36)}`;
  });
}

const wordsOf = (text: string) => new Set(text.match(/[A-Za-z_]\w*/g));

/** A folder for each bug: the result, and the files. */
async function write(bugs: readonly Bug[], to: string): Promise<void> {
  for (const [at, { bytes, files }] of bugs.entries()) {
    const folder = join(to, `bug-${at + 1}`);
    await writeFiles(folder, [{ path: `reduced${extname(files[0])}`, bytes }]);
    for (const file of files) copyFileSync(file, freeName(join(folder, basename(file))));
  }
}

function tell(bugs: readonly Bug[], to: string): void {
  const rows = bugs.map(({ text, failure, files }, at) => [
    ...[`bug-${at + 1}`, String(files.length), String(countTokens(text))],
    failure,
  ]);
  show(`${aligned([['bug', 'files', 'tokens', 'how it fails'], ...rows])}\n`);
  if (bugs.length > 0) warn(`Their files and results are in ${resolve(to)}.`);
}
