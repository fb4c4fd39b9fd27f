/** A failing test: the files that it loads, and the command and rule of its runner. */
import { basename, resolve } from 'node:path';
import { likelyOf } from '../../failingTests/likely';
import { testFolder } from '../../failingTests/testFolder';
import { realPath, workedRoot } from '../../oracle/places/roots';
import { findFolder } from '../../reduction/folder/findFolder';
import { reduceFiles } from '../../reduction/reduceFiles';
import { defaultSearch } from '../../reduction/searches/searchValue';
import { decode } from '../../text/encoding';
import { readInput } from '../files';
import { jobOf } from '../reduce/reduceDirectory';
import type { ReduceOptions } from '../reduce/reduceFile';
import { warn } from '../printing';
import type { Undertaken } from '../run';
import type { ReproArguments, Source } from './source';

type Options = ReduceOptions & Pick<ReproArguments, 'name'>;

/** Throws `OracleError`: the test passes, is not found, does not end. */
export async function testSource(path: string, options: Options, assets: string, run: Undertaken): Promise<Source> {
  const file = realPath(resolve(path));
  const decoded = decode(await readInput(path));
  const root = options.root === undefined ? workedRoot(file, process.cwd()) : resolve(options.root);
  const about = { fileName: basename(file), file, root, jobs: options.jobs, assets, timeoutMs: options.timeout };
  const test = await testFolder({ ...about, ...decoded, test: { titles: options.name } }, run.signal);
  const found = await findFolder([test.base]);
  const likely = likelyOf(
    test,
    found.files.map((one) => one.path),
  );
  if (!options.json) warn(`The test loads ${likely.length} of ${found.files.length} files.`);
  const search = options.search === defaultSearch ? test.search : options.search;
  // Its own command takes the place of this one.
  const tests = [{ line: 'exit 1' }];
  const made = await jobOf(found, { ...options, tests, search }, assets);
  const job = {
    ...made,
    ...{ oracle: test.oracle, rule: test.rule, also: undefined, likely },
    files: made.files.map((one) =>
      one.path === test.test ? { ...one, kept: [...(one.kept ?? []), ...test.kept] } : one,
    ),
  };
  return {
    ...{ base: found.base, job },
    reduced: ({ onEvent, signal, controls, offer }) => reduceFiles(job, onEvent, signal, controls, { onBest: offer }),
  };
}
