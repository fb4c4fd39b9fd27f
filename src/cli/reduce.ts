/** `whittle reduce`, `test`, `isolate` and `repro`: inputs in, results out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { resultsOf, type Results } from '../agents/results';
import type { BestSoFar } from '../host/bestSoFar';
import { isFolder } from '../host/port';
import { within } from '../oracle/places/roots';
import { lineIn } from '../oracle/processes/command';
import { isDirectory } from '../oracle/platform/files';
import { requireResult } from '../reduction/controls';
import { named, patchOf, PathError } from '../reduction/ending/outputs';
import { usualOutput } from '../reduction/folder/findFolder';
import type { Content } from '../oracle/content';
import { type Encoding, plainEncoding } from '../text/encoding';
import { languageNamed, languageOf } from '../syntax/languages';
import { tellOthers, tellResult, type Called } from './ending';
import { endingOf } from './guesses/proposals';
import { carriedOut, workOf, type Reducing, type RunWork } from './jobs';
import type { Given } from './options';
import { exitCodes, show, streams, warn } from './printing';
import { progressPrinter } from './progress';
import { exitCodeOf, printEvent, runToEnd, tellLeft } from './run';

/** `words`: of the command line. Returns the exit code. */
export async function carryOut(
  command: Reducing,
  paths: readonly string[],
  given: Given,
  assets: string,
  words: readonly string[],
): Promise<number> {
  const [input] = paths;
  if (command === 'reduce' && input === '-' && paths.length === 1) return reduceStandardInput(given, assets, words);
  await tellLeft(input, warn);
  const { journal: file } = given;
  const journal = file === undefined ? undefined : { file };
  const early = command === 'repro' ? undefined : await workOf(command, paths, given, { assets, journal });
  const { json, quiet } = given;
  if (/test|why/.test(command) && !json && !quiet) warn(`Running ${basename(input)} as it is, to see how it fails.`);
  const { tests, test } = given;
  const asked = { tool: { name: 'terminal' }, given: { tests, test }, directory: process.cwd() };
  const results = await resultsOf({ ...asked, ...placesOf(command, paths, given, early) });
  const [to] = results.paths;
  if (file !== undefined) requireOwnJournal(file, paths, results.paths);
  return await runToEnd(
    json ? printEvent : quiet ? () => {} : progressPrinter(streams().stderr),
    async (hosting) => {
      const work = early ?? (await workOf(command, paths, given, { assets, repro: { hosting, to } }));
      const done = await carriedOut(work, hosting, command === 'why');
      return { ...done, encoding: isFolder(work.job) ? undefined : work.job.input.encoding };
    },
    (done, { best }) => conclude(done, results, best!, { ...given, input, words }),
    { input, name: basename(command === 'isolate' ? named(input, 'isolated') : to), isWritten: file === undefined },
  );
}

/** The text that is piped to this process, as a file whose name tells its language. Its result goes to this directory. */
async function reduceStandardInput(given: Given, assets: string, words: readonly string[]): Promise<number> {
  const { language, tests, output, json, quiet } = given;
  const directory = mkdtempSync(join(tmpdir(), 'whittle-input-'));
  try {
    const bytes = await buffer(streams().stdin);
    const guess = endingOf(bytes.toString('latin1'), tests[0]?.command);
    const ending = language === undefined ? (guess ?? '.txt') : languageNamed(language).extensions[0];
    const file = join(directory, `stdin${ending}`);
    writeFileSync(file, bytes);
    const named = { ...given, output: output ?? (json ? `stdin.reduced${ending}` : standardOutput) };
    const code = await carryOut('reduce', [file], named, assets, words);
    const told = guess ? `was taken for ${languageOf(file)!.id}` : 'was reduced without a grammar';
    if (code === exitCodes.reduced && language === undefined && !json && !quiet)
      warn(`The piped text ${told}: --language ID chooses a language (see whittle languages).`);
    return code;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** As an output: the result is written there, and to no file. */
const standardOutput = '-';

/** Of an isolation first the one that fails; `output` is the directory of both. Throws `PathError`. */
function placesOf(command: Reducing, paths: readonly string[], { output, json }: Given, work: RunWork | undefined) {
  const [file] = paths;
  if (output === standardOutput && (json || !work || isFolder(work.job) || /why|isolate/.test(command)))
    throw new PathError('-o - writes one file to standard output, without --json: give the path of a directory.');
  if (command === 'isolate') {
    const outputs = ['failing', 'passing'].map((kind) => named(file, kind, output));
    return { inputs: paths, outputs, writesFolder: false };
  }
  if (command === 'why') {
    const report = join(output ?? dirname(file), `${basename(file, extname(file))}.why.md`);
    const outputs = [named(file, 'reduced', output), report];
    return { inputs: paths, outputs, writesFolder: false };
  }
  const isNamed = output !== undefined;
  const folder = work && isFolder(work.job) ? usualOutput(work.job.input.found) : undefined;
  if (work && !folder) {
    const to = output === standardOutput ? undefined : output;
    return { inputs: paths, outputs: [to ?? named(file, 'reduced')], writesFolder: false, isNamed };
  }
  const at = resolve(file);
  const repro = join(dirname(at), `${basename(at, isDirectory(at) ? '' : extname(at))}.repro`);
  const inputs = paths.map((path) => resolve(path)).filter(isDirectory);
  return { inputs, outputs: [output ?? folder ?? repro], writesFolder: true, isNamed };
}

/** Throws `PathError` if a result would take the place of the journal, or the journal is an input. */
function requireOwnJournal(journal: string, inputs: readonly string[], outputs: readonly string[]): void {
  if (outputs.includes(resolve(journal))) {
    throw new PathError('The journal would be replaced by the output: choose another --journal.');
  }
  if (inputs.some((path) => within(path, journal) !== undefined)) {
    throw new PathError('The journal would be one of the files that are reduced: choose another --journal.');
  }
}

type Ended = Awaited<ReturnType<typeof carriedOut>> & { readonly encoding?: Encoding };

async function conclude(
  { outcome, end, contents, page, encoding = 'utf8' }: Ended,
  results: Results,
  best: BestSoFar,
  given: Given & Called,
): Promise<number> {
  const { json, quiet } = given;
  requireResult(end);
  const others = tellOthers(end, given.input, plainEncoding(encoding), given.also);
  if (!json && !quiet) others.forEach(warn);
  if (typeof outcome === 'object' && 'ran' in outcome) {
    const { path, ran, notice, whole } = outcome;
    if (notice !== undefined) warn(whole ? `${notice} Or run again with --with-secrets.` : notice);
    if (!json) show(`${path}\n`);
    if (!json && !quiet && ran === 'as-before')
      warn(`To see it: ${lineIn(relative(process.cwd(), path), 'sh repro.sh')}`);
    const code = exitCodeOf(end);
    return code === exitCodes.reduced && ran === 'differs' ? exitCodes.doesNotHold : code;
  }
  if (given.output === standardOutput) {
    streams().stdout.write(contents[0] as Uint8Array);
    return exitCodeOf(end);
  }
  const all = page === undefined ? contents : [...contents, Buffer.from(page)];
  const { path, problem } = await writeSomewhere(all, results, best);
  if (end.event === 'finished' && page === undefined && !json && !quiet) tellResult(contents[0], path, end, given);
  if (page !== undefined && !json) show(`${page}\n${results.paths.join('\n')}\n`);
  else if (!json) show(end.event === 'finished' ? `${path}\n` : patchOf(contents, results.paths));
  if (end.event === 'isolated' && !json && !quiet)
    warn('Whittle has made both files: each may be a mixture of your two inputs.');
  const code = exitCodeOf(end);
  if (problem === undefined) return code;
  warn(`whittle: ${problem}`);
  return exitCodes.usage;
}

/** Writes the results, and if that fails where the best one is kept. Throws `PathError` if they can be written nowhere. */
async function writeSomewhere(
  contents: readonly Content[],
  results: Results,
  best: BestSoFar,
): Promise<{ readonly path: string; readonly problem?: string }> {
  const [path] = results.paths;
  try {
    await results.write(contents, warn, 'aside');
    return { path };
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    const files = contents.map((bytes, at) => ({ path: basename(results.paths[at]), bytes: bytes as Uint8Array }));
    best.offer(contents.length > 1 ? { files } : contents[0]);
    const elsewhere = await best.keep();
    if (elsewhere === undefined) throw error;
    const code = /\((\w+)\)/.exec(error.message)?.[1] ?? 'unknown error';
    return { path: elsewhere, problem: `${path} cannot be written (${code}): the result is in ${elsewhere} instead.` };
  }
}
