/** Several files, as one bundle: the candidate is their directory. Where they lie is left to the caller. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { Pass } from '../../oracle/passes';
import { copy } from '../../oracle/places/copy';
import { folderSearch } from '../../strategies/pipelines/pipeline';
import { Bundles } from '../../text/bundle';
import type { Range } from '../../text/ranges';
import type { Candidate, SourceText } from '../../text/source';
import type { Finished } from '../events/events';
import { bundleReader } from '../folder/bundleReader';
import { type FilesInput, type FilesJob, JobError, commandsOf } from '../job';
import { identityOf } from '../journal/identity';
import { proposersOfBundle } from '../passes';
import { placementOf, plan } from '../plan';
import { searchOf } from '../searches/searchValue';
import { filesOf, keptIn } from './fileSet';
import { type Subject, type SubjectSize, beforeAndAfter } from './subject';
import { searchOfText } from './text';

/** Throws `JobError`. */
export function checkFiles(job: FilesJob): void {
  const { files, name } = job.input;
  if (placementOf(job.tests) !== copy) {
    throw new JobError(
      l10n.t('Several files are always tested in their own directory: remove the placement (‹place›).'),
    );
  }
  if (files.every(({ text, bytes }) => text === '' && !bytes?.length))
    throw new JobError(l10n.t('{0} has no text: there is nothing to reduce.', name));
  if (commandsOf(job.oracle).some(({ command }) => command.stdin)) {
    throw new JobError(l10n.t('Several files cannot be piped to the test: let it read them from {0}.', '{}'));
  }
}

type BundledFiles = ReturnType<typeof filesOf>;

type FilesSubject = Subject<Candidate, SourceText, Finished>;

/** Throws `JobError`. */
export async function filesSubject(job: FilesJob, passes: readonly Pass[] = []): Promise<FilesSubject> {
  const { input } = job;
  const bundles = new Bundles();
  const files = filesOf(input.files, bundles);
  const { reader, chosen } = await planned(job, passes, bundles, files);
  const sizeOf = (state: SourceText): SubjectSize => ({ ...files.sizeOf(state), files: files.count(state) });
  const before = sizeOf(files.original);
  const started = input.files.map(({ path: file, bytes }, at) => {
    return { file, language: reader.languageOf(file), search: bytes ? null : chosen.name, ...files.sizeOfFile(at) };
  });
  return {
    ...searchOfText(chosen),
    original: files.original,
    target: { fileName: input.name, linked: input.linked, encoding: 'utf8' },
    identity: identityOf(job),
    started: {
      ...{ file: input.name, files: started, language: null, search: chosen.name, notice: chosen.notice },
      ...files.sizeOf(files.original),
    },
    contentOf: files.contentOf,
    candidateContent: files.candidateContent,
    sizeOf,
    told: (after, { bytes, tokens }, old, tests) => ({
      event: 'accepted',
      ...{ tests, bytes, tokens },
      files: files.count(after),
      changes: files.changes(old, after),
    }),
    ended: (state, end) => ({
      event: 'finished',
      ...beforeAndAfter(before, sizeOf(state)),
      files: { before: before.files!, after: files.count(state) },
      takenAlong: input.takenAlong,
      ...end,
    }),
    ...calibrationOf(input, files),
  };
}

async function planned(job: FilesJob, passes: readonly Pass[], bundles: Bundles, files: BundledFiles) {
  const { input } = job;
  const { reader, notice } = await bundleReader(job, bundles);
  const guesses = guessesOf(input, files.parts);
  const kept = keptIn(input.files, files.parts);
  const whole = {
    ...job,
    input: { fileName: input.name, text: files.original.original, encoding: 'utf8' as const, kept, guesses },
    notice: [job.notice, notice].filter(Boolean).join(' '),
  };
  const chosen = await plan(whole, [], {
    reader,
    proposers: proposersOfBundle(passes, input.files, (path) => reader.languageOf(path)),
    search: folderSearch(searchOf(job).strategy, guesses !== undefined),
    isRefused: (candidate) => bundles.isBroken(candidate),
  });
  return { reader, chosen };
}

/** The property must hold for all files, and neither without any nor with all of them empty. */
function calibrationOf(given: FilesInput, files: BundledFiles): Pick<FilesSubject, 'input' | 'forbidden'> {
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

/** Everything but the likely files. */
function guessesOf({ likely }: FilesInput, parts: BundledFiles['parts']): Range[][] | undefined {
  if (!likely) return undefined;
  const stay = new Set(likely);
  const others = parts.filter(({ path }) => !stay.has(path));
  return others.length > 0 && others.length < parts.length
    ? [others.map(({ start, end }) => ({ start, end }))]
    : undefined;
}
