/** `whittle isolate`: two files in, two that differ as little as possible out, and their difference on stdout. */
import { basename, join, parse } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { FileSet } from '../../oracle/content';
import { isolate } from '../../reduction/isolate';
import type { IsolatedPair, IsolationOutcome } from '../../reduction/isolate';
import type { IsolationJob } from '../../reduction/job';
import { defaultSearch } from '../../reduction/searches/searchValue';
import { decodeAll } from '../../text/encoding';
import { writtenSomewhere } from '../results/elsewhere';
import { named, outputAt, readInput, requireOwnJournal, writeOutput } from '../files';
import type { Output } from '../files';
import { tellAbandoned } from '../results/keepingBest';
import { complain, exitCodeOf, exitCodes, restoreFiles, runOf, runToEnd } from '../run';
import type { RunArguments } from '../run';
import { setAside } from '../results/setAside';

export interface IsolateArguments extends RunArguments {
  readonly failing: string;
  /** The empty file, if unset. */
  readonly passing?: string;
  readonly unit: string;
  /** `on` or `off`. */
  readonly filter: string;
  /** Directory of the results. */
  readonly output?: string;
}

interface Outputs {
  readonly passing: Output;
  readonly failing: Output;
}

/** Says what is wrong on stderr; returns the exit code. */
export async function isolateFiles(options: IsolateArguments, assets: string): Promise<number> {
  try {
    restoreFiles(options.failing);
    await tellAbandoned(options.failing);
    const job = await jobOf(options, assets);
    const outputs = await outputsOf(options);
    requireOwnJournal(options.journal, [outputs.passing.path, outputs.failing.path]);
    const kept = { input: options.failing, name: basename(named(options.failing, 'isolated')) };
    return await runToEnd(
      { ...options, ...kept },
      ({ onEvent, signal, controls, offer }) =>
        isolate(job, onEvent, signal, controls, {
          onBest: offer && ((closest) => offer(() => filesOf(closest(), outputs))),
        }),
      (outcome) => conclude(outcome, outputs, options.json),
    );
  } catch (error) {
    return complain(error);
  }
}

async function jobOf(options: IsolateArguments, assets: string): Promise<IsolationJob> {
  const failing = await readInput(options.failing);
  const passing = options.passing === undefined ? Buffer.alloc(0) : await readInput(options.passing);
  const { texts, encoding } = decodeAll([failing, passing]);
  return {
    fileName: basename(options.failing),
    text: texts[0],
    passing: texts[1],
    encoding,
    unit: options.unit,
    search: `${defaultSearch}+filter=${options.filter}`,
    ...runOf(options, options.failing, assets),
  };
}

async function outputsOf({ failing, passing, output }: IsolateArguments): Promise<Outputs> {
  const inputs = passing === undefined ? [failing] : [failing, passing];
  return {
    passing: await outputAt(named(failing, 'passing', output), inputs),
    failing: await outputAt(named(failing, 'failing', output), inputs),
  };
}

async function conclude(outcome: IsolationOutcome, outputs: Outputs, json: boolean): Promise<number> {
  if (outcome.isolated.search.tests === 0 && outcome.isolated.ending === 'interrupted') {
    process.stderr.write('Interrupted before anything was tested: no result is written.\n');
    return exitCodes.interrupted;
  }
  const { dir } = parse(outputs.failing.path);
  const written = await writtenSomewhere(join(dir, 'isolated'), filesOf(outcome, outputs), async () => {
    await writeKeeping(outputs.passing, outcome.passing);
    await writeKeeping(outputs.failing, outcome.failing);
  });
  if (!json) process.stdout.write(patchOf(outcome, outputs));
  return exitCodeOf(outcome.isolated, written);
}

/** Nobody has named the file: what is there is kept. */
function writeKeeping(output: Output, bytes: Uint8Array): Promise<void> {
  return writeOutput(output, bytes, () => setAside(output.path, bytes));
}

function filesOf({ passing, failing }: IsolatedPair, outputs: Outputs): FileSet {
  return {
    files: [
      { path: basename(outputs.passing.path), bytes: passing },
      { path: basename(outputs.failing.path), bytes: failing },
    ],
  };
}

/** Longer differences are not printed: to find the shortest way to write them down takes too long. */
const longestPatch = 1000;

function patchOf(outcome: IsolationOutcome, { passing, failing }: Outputs): string {
  const [before, after] = [outcome.passing, outcome.failing].map((bytes) => bytes.toString());
  const options = { maxEditLength: longestPatch };
  const patch = createTwoFilesPatch(passing.path, failing.path, before, after, undefined, undefined, options);
  return patch ?? `${passing.path} and ${failing.path} differ too much to print the difference.\n`;
}
