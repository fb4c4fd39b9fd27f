/** `whittle isolate`: two files in, two that differ as little as possible out, and their difference on stdout. */
import { basename, join, parse, resolve } from 'node:path';
import type { FileSet } from '../oracle/content';
import type { IsolatedTexts } from '../host/port';
import { Interrupted } from '../reduction/controls';
import type { Isolated } from '../reduction/events/events';
import { type Output, named, outputAt, patchOf, writeKeeping } from '../reduction/ending/outputs';
import type { IsolatedPair, IsolationOutcome } from '../reduction/isolate';
import type { IsolationJob } from '../reduction/job';
import { defaultSearch } from '../reduction/searches/searchValue';
import { decodeAll, encode } from '../text/encoding';
import { readInput, requireOwnJournal, writtenSomewhere } from './files';
import type { Given } from './options';
import { exitCodeOf, restoreFiles, runOf, runToEnd, tellAbandoned } from './run';
import { show, warn } from './printing';

type IsolateArguments = Given<'isolate'> & {
  readonly failing: string;
  /** An empty file if unset. */
  readonly passing?: string;
};

interface Outputs {
  readonly passing: Output;
  readonly failing: Output;
}

/** Returns the exit code. */
export async function isolateFiles(options: IsolateArguments, assets: string): Promise<number> {
  restoreFiles(options.failing);
  await tellAbandoned(options.failing);
  const job = await jobOf(options, assets);
  const outputs = await outputsOf(options);
  requireOwnJournal(options.journal, [outputs.passing.path, outputs.failing.path]);
  const kept = { input: options.failing, name: basename(named(options.failing, 'isolated')) };
  return await runToEnd(
    { ...options, ...kept, names: namesOf(outputs) },
    (hosting) => hosting.run<IsolatedTexts, Isolated>({ kind: 'run', job }),
    ({ outcome: { passing, failing }, end }) => {
      const pair = { passing: encode(passing, job.input.encoding), failing: encode(failing, job.input.encoding) };
      return conclude({ isolated: end, ...pair }, outputs, options.json);
    },
  );
}

async function jobOf(options: IsolateArguments, assets: string): Promise<IsolationJob> {
  const failing = await readInput(options.failing);
  const passing = options.passing === undefined ? Buffer.alloc(0) : await readInput(options.passing);
  const { texts, encoding } = decodeAll([failing, passing]);
  return {
    input: {
      fileName: basename(options.failing),
      file: resolve(options.failing),
      ...{ text: texts[0], passing: texts[1], encoding, unit: options.unit },
    },
    ...runOf(options, assets),
    search: options.filter === false ? `${defaultSearch}+filter=off` : undefined,
  };
}

async function outputsOf({ failing, passing, output }: IsolateArguments): Promise<Outputs> {
  const inputs = passing === undefined ? [failing] : [failing, passing];
  return {
    passing: await outputAt(named(failing, 'passing', output), inputs),
    failing: await outputAt(named(failing, 'failing', output), inputs),
  };
}

async function conclude(outcome: IsolationOutcome, outputs: Outputs, json = false): Promise<number> {
  if (outcome.isolated.search.tests === 0 && outcome.isolated.ending === 'interrupted') {
    throw new Interrupted('Interrupted before anything was tested: no result is written.');
  }
  const { dir } = parse(outputs.failing.path);
  const written = await writtenSomewhere(join(dir, 'isolated'), filesOf(outcome, outputs), async () => {
    await writeKeeping(outputs.passing, outcome.passing, warn);
    await writeKeeping(outputs.failing, outcome.failing, warn);
  });
  if (!json) show(patchOf(outcome, { passing: outputs.passing.path, failing: outputs.failing.path }));
  return exitCodeOf(outcome.isolated, written);
}

function filesOf({ passing, failing }: IsolatedPair, outputs: Outputs): FileSet {
  const names = namesOf(outputs);
  return {
    files: [
      { path: names.passing, bytes: passing },
      { path: names.failing, bytes: failing },
    ],
  };
}

function namesOf({ passing, failing }: Outputs) {
  return { passing: basename(passing.path), failing: basename(failing.path) };
}
