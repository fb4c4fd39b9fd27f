/** From a job of several files to its search: one search over all of them, as one bundle. */
import type { Pass } from '../../oracle/passes/passes';
import { folderSearch } from '../../strategies/pipelines/folder';
import { Bundles } from '../../text/bundle';
import type { Range } from '../../text/ranges';
import { bundleReader } from '../folder/bundleReader';
import type { Ran } from '../../oracle/tester';
import type { Job } from '../job';
import type { Linked } from '../../oracle/places/place';
import { proposersOfBundle } from '../passes';
import { plan } from '../plan';
import { searchOf } from '../searches/searchValue';
import { filesOf, keptIn, type JobFile } from './fileSet';

/** Several files, reduced together: the candidate is their directory. */
export type FilesJob = Job<FilesInput>;

export interface FilesInput {
  /** Of their directory. */
  readonly name: string;
  /** At least one, in the order of their paths; no path twice. */
  readonly files: readonly JobFile[];
  /** Directories that each candidate sees by links, such as installed packages. */
  readonly linked?: Linked;
  /** Paths of files that the bug probably needs: the search begins with the others gone. */
  readonly likely?: readonly string[];
  /** Where the files lie, as they are given here: there each command runs first. Unset: they are as given nowhere. */
  readonly real?: RealFolder;
  /** Of `files`, the paths of those that were taken along since a copy without them does not fail as the folder does. */
  readonly takenAlong?: readonly string[];
  /** How the commands ended in the real place, if that is where their rules are learned. */
  readonly realRuns?: readonly (Ran | undefined)[];
}

export interface RealFolder {
  /** Absolute. */
  readonly base: string;
  /** All of it was meant, not some files in it. */
  readonly whole: boolean;
}

export type FilesPlan = Awaited<ReturnType<typeof planFiles>>;

/** Throws `JobError`. */
export async function planFiles(job: FilesJob, passes: readonly Pass[] = []) {
  const bundles = new Bundles();
  const given = job.input;
  const files = filesOf(given.files, bundles);
  const { reader, notice } = await bundleReader(job, bundles);
  const { original: text } = files.original;
  const guesses = guessesOf(given, files.parts);
  const kept = keptIn(given.files, files.parts);
  const whole = {
    ...job,
    input: { fileName: given.name, text, encoding: 'utf8' as const, kept, guesses },
    notice: [job.notice, notice].filter(Boolean).join(' '),
  };
  const chosen = await plan(whole, [], {
    reader,
    proposers: proposersOfBundle(passes, given.files, (path) => reader.languageOf(path)),
    search: folderSearch(searchOf(job).strategy, guesses !== undefined),
    isRefused: (candidate) => bundles.isBroken(candidate),
  });
  return { ...chosen, files, languageOf: reader.languageOf };
}

/** Everything but the likely files. */
function guessesOf({ likely }: FilesInput, parts: ReturnType<typeof filesOf>['parts']): Range[][] | undefined {
  if (!likely) return undefined;
  const stay = new Set(likely);
  const others = parts.filter(({ path }) => !stay.has(path));
  return others.length > 0 && others.length < parts.length
    ? [others.map(({ start, end }) => ({ start, end }))]
    : undefined;
}
