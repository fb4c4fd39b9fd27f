/** `whittle reduce`: a file in, a file out, progress or events on the way. */
import { basename, resolve } from 'node:path';
import { realPath, workedRoot } from '../oracle/places/roots';
import { Interrupted } from '../reduction/controls';
import { type Output, named, outputAt, writeKeeping, writeOutput } from '../reduction/ending/outputs';
import type { Finished } from '../reduction/events/events';
import type { Job, TextInput } from '../reduction/job';
import { keptBy } from '../reduction/kept';
import { type DecodedText, decode, encode } from '../text/encoding';
import { readInput, requireOwnJournal, writtenSomewhere } from './files';
import { show, warn } from './printing';
import type { Values } from '../options/values';
import type { Given } from './options';
import { exitCodeOf, limitsOf, restoreFiles, runOf, runToEnd, tellAbandoned } from './run';

/** Returns the exit code. */
export function reduceFile(file: string, given: Given, assets: string): Promise<number> {
  return reduceJob(file, given, (decoded) => fileJob(file, given, decoded, assets));
}

/** The same for any job that `of` makes of the file's text. */
async function reduceJob(file: string, given: Values<'test'>, of: (decoded: DecodedText) => Job): Promise<number> {
  restoreFiles(file);
  await tellAbandoned(file);
  const decoded = decode(await readInput(file));
  const output = await outputAt(given.output ?? named(file, 'reduced'), [file]);
  requireOwnJournal(given.journal, [output.path]);
  return await runToEnd(
    { ...given, input: file, name: basename(output.path) },
    (hosting) => hosting.run<string, Finished>({ kind: 'run', job: of(decoded) }),
    ({ outcome, end }) => conclude(end, encode(outcome, decoded.encoding), output, given),
  );
}

export function fileJob(file: string, given: Given, decoded: DecodedText, assets: string): Job {
  return {
    input: inputOf(file, given, decoded),
    passes: passesOf(given),
    ...runOf(given, assets),
  };
}

/** Throws `JobError`. */
export function inputOf(file: string, { keep = [] }: Values<'test'>, decoded: DecodedText): TextInput {
  return { fileName: basename(file), file: resolve(file), ...decoded, kept: keptBy(keep, decoded.text, file) };
}

/** They run here, like the tests. */
export function passesOf({ reduceWith }: Given): Job['passes'] {
  return reduceWith?.map((line) => ({ line, cwd: process.cwd() }));
}

async function conclude(
  finished: Finished,
  bytes: Buffer,
  output: Output,
  { json, output: chosen }: Values<'test'>,
): Promise<number> {
  if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) throw new Interrupted();
  const written = await writtenSomewhere(output.path, bytes, () =>
    chosen === undefined ? writeKeeping(output, bytes, warn) : writeOutput(output, bytes),
  );
  if (!json) show(`${written.path}\n`);
  return exitCodeOf(finished, written);
}

/** `whittle test`: a test file in, a small failing test out. Returns the exit code. */
export function testFile(file: string, given: Given<'test'>, assets: string): Promise<number> {
  return reduceJob(file, given, (decoded) => testJob(file, given, decoded, assets));
}

function testJob(file: string, given: Given<'test'>, decoded: DecodedText, assets: string): Job {
  const { test: titles = [], passesAt, runner, warm, root } = given;
  const { tests, ...run } = limitsOf(given, assets);
  return {
    ...run,
    input: inputOf(file, given, decoded),
    oracle: { kind: 'test', titles, passesAt, runner, warm },
    tests: { ...tests, root: root === undefined ? workedRoot(realPath(file), process.cwd()) : resolve(root) },
  };
}
