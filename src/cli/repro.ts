/** `whittle repro`: a directory, files or a failing test in, a folder out that others can run. */
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { TestFolder } from '../failingTests/testFolder';
import type { Hosting } from '../host/hosting';
import type { Reproducing, Work } from '../host/port';
import { outputDirectoryAt } from '../reduction/ending/outputs';
import type { Finished } from '../reduction/events/events';
import { findFolder, type FoundFolder } from '../reduction/folder/findFolder';
import { defaultSearch } from '../reduction/searches/searchValue';
import type { Reproduction } from '../reproduction/exportReproduction';
import { likelyOf } from '../runners/testFile';
import { decode } from '../text/encoding';
import { isDirectory, readInput } from './files';
import { fileJob, folderJob, testJob } from './jobs';
import type { Given } from './options';
import { exitCodes, show, warn } from './printing';
import { exitCodeOf, runToEnd, tellLeft } from './run';

/** Returns the exit code. */
export async function reproduce(paths: readonly string[], options: Given<'repro'>, assets: string): Promise<number> {
  const [first] = paths;
  const usual = `${basename(resolve(first), isDirectory(first) ? '' : extname(first))}.repro`;
  const wanted = options.output ?? join(dirname(resolve(first)), usual);
  const inputs = paths.filter(isDirectory).map((path) => resolve(path));
  const { path: to } = await outputDirectoryAt(wanted, inputs);
  await tellLeft(first, warn);
  return await runToEnd(
    { ...options, input: first, name: basename(to) },
    async (hosting) => {
      const [work, place] = await sourceOf(paths, options, assets, hosting);
      const { reduceArgs, withSecrets } = options;
      const reproduces = { ...place, to, reduceArgs, withSecrets };
      return await hosting.run<Reproduction, Finished>({ ...work, reproduces });
    },
    ({ outcome, end }) => Promise.resolve(conclude(end, outcome, options.json)),
  );
}

/** What is reduced, and where it lies. */
type Source = [Work & { readonly kind: 'run' }, Pick<Reproducing, 'base' | 'file' | 'linked'>];

export async function sourceOf(
  paths: readonly string[],
  options: Given<'repro'>,
  assets: string,
  hosting: Hosting,
): Promise<Source> {
  const [first, ...more] = paths;
  if (more.length > 0 || isDirectory(first)) {
    const found = await findFolder(paths);
    return [{ kind: 'run', job: folderJob(found, options, assets) }, placeOf(found)];
  }
  if (options.tests.length === 0) return testSource(first, options, assets, hosting);
  const job = fileJob(first, options, decode(await readInput(first)), assets);
  return [
    { kind: 'run', job },
    { base: dirname(resolve(first)), file: basename(first) },
  ];
}

/** A failing test: the files that it loads, and the command and rule of its runner. Throws `OracleError`: the test passes, is not found, does not end. */
async function testSource(path: string, options: Given<'repro'>, assets: string, hosting: Hosting): Promise<Source> {
  const about = testJob(path, { ...options, keep: undefined }, decode(await readInput(path)), assets);
  const { outcome: test } = await hosting.run<TestFolder>({ kind: 'test', job: about });
  const found = await findFolder([test.base]);
  const all = found.files.map((one) => one.path);
  const likely = likelyOf(test, all);
  if (!options.json) warn(`The test loads ${likely.length} of ${all.length} files.`);
  // Its own command takes the place of this one.
  const { search = defaultSearch } = options;
  const own = { tests: [{ command: 'exit 1' }], search: search === defaultSearch ? test.search : search };
  const open = { [test.test]: { kept: test.kept } };
  const made = folderJob(found, { ...options, ...own }, assets, { likely, open });
  return [{ kind: 'run', job: { ...made, oracle: { kind: 'command', commands: [test] } } }, placeOf(found)];
}

const placeOf = ({ base, linked }: FoundFolder) => ({ base, linked });

function conclude(finished: Finished, { path, ran, notice, whole }: Reproduction, json = false): number {
  if (notice !== undefined) warn(whole ? `${notice} Or run again with --with-secrets.` : notice);
  if (!json) show(`${path}\n`);
  const code = exitCodeOf(finished, { path });
  return code === exitCodes.reduced && ran === 'differs' ? exitCodes.doesNotHold : code;
}
