/** A whole reduction of several files, as one bundle: the candidate is their directory. Where they lie is left to the caller. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { FileSet } from '../oracle/content';
import type { Pass } from '../oracle/passes/passes';
import { copy } from '../oracle/places/copy';
import { folderSearch } from '../strategies/pipelines/pipeline';
import { Bundles } from '../text/bundle';
import type { Range } from '../text/ranges';
import type { Candidate, SourceText } from '../text/source';
import { Controls } from './controls';
import type { Finished, Listener } from './events/events';
import { filesOf, keptIn, type FilesInput, type FilesJob } from './subjects/fileSet';
import { bundleReader } from './folder/bundleReader';
import { withMissing } from './folder/missing';
import { identityOfFiles } from './journal/identity';
import { proposersOfBundle } from './passes';
import { searchOfText } from './reduce';
import { RunLimits } from './limits';
import { runSubject, type Watching } from './run';
import { JobError, commandsOf } from './job';
import { placementOf, plan } from './plan';
import { searchOf } from './searches/searchValue';
import { tellingFailure } from './session';
import { beforeAndAfter, type Subject, type SubjectSize } from './subjects/subject';

export interface FilesOutcome {
  readonly finished: Finished;
  /** The very bytes that were tested last. */
  readonly content: FileSet;
}

/**
 * Reduces the job's files. An abort of `signal` ends it at once with the best result so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function reduceFiles(
  job: FilesJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  watching: Watching = {},
): Promise<FilesOutcome> {
  const limits = new RunLimits(job.limits, signal, controls);
  const whole = await tellingFailure(onEvent, () => {
    checkJob(job);
    return limits.before((until) => withMissing(job, onEvent, until));
  });
  const open = async (passes: readonly Pass[]) => filesSubject(whole, await planFiles(whole, passes));
  const { finished, content } = await runSubject(whole, { ...watching, onEvent, signal, controls, limits }, open);
  return { finished, content: content as FileSet };
}

function checkJob(job: FilesJob): void {
  const { files, name } = job.input;
  if (placementOf(job.tests) !== copy) {
    throw new JobError(l10n.t('Several files are always tested in their own directory: remove --place.'));
  }
  if (files.every(({ text, bytes }) => text === '' && !bytes?.length))
    throw new JobError(l10n.t('{0} has no text: there is nothing to reduce.', name));
  if (commandsOf(job.oracle).some(({ command }) => command.stdin)) {
    throw new JobError(l10n.t('Several files cannot be piped to the test: let it read them from {0}.', '{}'));
  }
}

type FilesSubject = Subject<Candidate, SourceText, Finished>;

export function filesSubject(job: FilesJob, chosen: FilesPlan): FilesSubject {
  const { files } = chosen;
  const sizeOf = (state: SourceText): SubjectSize => ({ ...files.sizeOf(state), files: files.count(state) });
  return {
    ...searchOfText(chosen),
    original: files.original,
    target: { fileName: job.input.name, linked: job.input.linked, encoding: 'utf8' },
    identity: identityOfFiles(job),
    started: startedOf(job.input, chosen),
    contentOf: files.contentOf,
    candidateContent: files.candidateContent,
    sizeOf,
    told: (after, { bytes, tokens }, before, tests) => ({
      event: 'accepted',
      ...{ tests, bytes, tokens },
      files: files.count(after),
      changes: files.changes(before, after),
    }),
    ended: (state, end) => ({
      event: 'finished',
      ...beforeAndAfter(files.sizeOf(files.original), files.sizeOf(state)),
      files: { before: files.count(files.original), after: files.count(state) },
      takenAlong: job.input.takenAlong,
      ...end,
    }),
    ...calibrationOf(job.input, chosen),
  };
}

function startedOf(input: FilesInput, { files, name: search, languageOf, notice }: FilesPlan): FilesSubject['started'] {
  const told = input.files.map(({ path: file, bytes }, at) => {
    return { file, language: languageOf(file), search: bytes ? null : search, ...files.sizeOfFile(at) };
  });
  return { file: input.name, files: told, language: null, search, notice, ...files.sizeOf(files.original) };
}

/** The property must hold for all files, and neither without any nor with all of them empty. */
function calibrationOf(given: FilesInput, { files }: FilesPlan): Pick<FilesSubject, 'input' | 'forbidden'> {
  const mayAllGo = given.files.every(({ kept }) => !kept?.length);
  return {
    input: {
      input: files.contentOf(files.original),
      empty: mayAllGo ? { files: [] } : undefined,
      text: given.files.map(({ text }) => text).join('\n'),
      fileName: given.files.map(({ path }) => basename(path)),
      real: given.realRuns,
    },
    forbidden: mayAllGo
      ? {
          content: files.blank,
          problem: ({ verdict }) =>
            verdict === 'holds'
              ? l10n.t('The test shows the bug with empty files too: it must read the files, and fail without the bug.')
              : undefined,
        }
      : undefined,
  };
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
