/** `whittle reduce`, with a directory or several files: a directory out. */
import { basename } from 'node:path';
import { within } from '../oracle/places/roots';
import { Interrupted } from '../reduction/controls';
import type { FilesJob } from '../reduction/subjects/filesPlan';
import { compiled } from '../reduction/kept';
import type { FileSet } from '../oracle/content';
import type { Finished } from '../reduction/events/events';
import { defaultSearch } from '../reduction/searches/searchValue';
import type { Done } from './hosting';
import { JobError } from '../reduction/jobError';
import { isDirectory, writtenSomewhere } from './files';
import { type OutputDirectory, PathError, outputDirectoryAt, writeOutputDirectory } from '../reduction/ending/outputs';
import { type FoundFolder, findFolder, jobFiles, usualOutput } from '../reduction/folder/findFolder';
import type { Given } from './options';
import { passesOf, reduceFile } from './reduceFile';
import { exitCodeOf, runOf, runToEnd, tellAbandoned } from './run';
import { show } from './printing';

/** One file or several. Returns the exit code. */
export function reduceInput(paths: readonly string[], { effort, ...options }: Given, assets: string): Promise<number> {
  const { search = defaultSearch } = options;
  const given = effort ? { ...options, search: `${search}+effort=${effort}` } : options;
  const [first, ...more] = paths;
  if (more.length > 0 || isDirectory(first)) return reduceDirectory(paths, given, assets);
  return reduceFile(first, given, assets);
}

/** Returns the exit code. */
async function reduceDirectory(paths: readonly string[], options: Given, assets: string): Promise<number> {
  const found = await findFolder(paths);
  await tellAbandoned(found.base);
  const job = await jobOf(found, options, assets);
  const output = await outputOf(found, options);
  checkJournal(paths, options.journal);
  return await runToEnd(
    { ...options, input: found.base, name: basename(output.path) },
    (hosting) => hosting.run<FileSet, Finished>({ kind: 'files', job }),
    (done) => conclude(done, output, options.json),
  );
}

function checkJournal(paths: readonly string[], journal: string | undefined): void {
  if (journal === undefined) return;
  const inside = paths.some((path) => within(path, journal) !== undefined);
  if (inside) throw new PathError('The journal would be one of the files that are reduced: choose another --journal.');
}

export async function jobOf(found: FoundFolder, options: Given, assets: string): Promise<FilesJob> {
  const { base, linked, notice, whole } = found;
  const { files, idle } = await jobFiles(found.files, (options.keep ?? []).map(compiled));
  if (idle !== undefined) {
    throw new JobError(
      `The text to keep, "${idle.source}", does not occur in any of the files: use a pattern that matches their text.`,
    );
  }
  return {
    ...runOf(options, assets),
    input: { name: basename(base), files, linked, real: { base, whole } },
    ...{ notice, passes: passesOf(options) },
  };
}

function outputOf(found: FoundFolder, { output }: Given): Promise<OutputDirectory> {
  return outputDirectoryAt(output ?? usualOutput(found), found.whole ? [found.base] : []);
}

async function conclude(done: Done<FileSet, Finished>, output: OutputDirectory, json = false): Promise<number> {
  const { outcome: content, end: finished } = done;
  const { ending, bytes, files } = finished;
  if (ending === 'interrupted' && bytes.after === bytes.before && files?.after === files?.before)
    throw new Interrupted();
  const written = await writtenSomewhere(output.path, content, () => writeOutputDirectory(output, content));
  if (!json) show(`${written.path}\n`);
  return exitCodeOf(finished, written);
}
