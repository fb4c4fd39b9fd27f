/** Several files as what is reduced. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import { savedTexts, textsOf } from '../../strategies/pipelines/files';
import type { FilesCandidate, FileTexts, SavedTexts } from '../../strategies/pipelines/files';
import { countFiles, filesOf } from './fileSet';
import type { Files } from './fileSet';
import type { FilesJob, FilesPlan } from './filesPlan';
import { identityOfFiles } from '../journal/identity';
import { beforeAndAfter } from './subject';
import type { Subject, SubjectSize } from './subject';
import type { Finished } from '../events/events';

/** Its events, states and candidates. */
type FilesSubject = Subject<FilesCandidate, FileTexts, Finished>;

export function filesSubject(job: FilesJob, chosen: FilesPlan): FilesSubject {
  const files = filesOf(job.files);
  const sizeOf = (texts: FileTexts): SubjectSize => ({ ...files.sizeOf(texts), files: countFiles(texts) });
  return {
    original: files.original,
    identity: identityOfFiles(job),
    started: startedOf(job, chosen, files),
    search: (from) => chosen.search(from),
    marks: {
      resume: (note) => chosen.resume(note),
      save: savedTexts,
      load: (saved) => chosen.load(saved as SavedTexts),
    },
    after: (candidate, verdict) => (verdict === 'holds' ? textsOf(candidate) : undefined),
    contentOf: files.contentOf,
    candidateContent: files.candidateContent,
    sizeOf,
    told: (after, { bytes, tokens }, before, tests) => {
      return {
        event: 'accepted',
        tests,
        bytes,
        tokens,
        files: countFiles(after),
        changes: files.changes(before, after),
      };
    },
    ended: (state, end) => ({
      event: 'finished',
      ...beforeAndAfter(files.sizeOf(files.original), files.sizeOf(state)),
      files: { before: countFiles(files.original), after: countFiles(state) },
      ...end,
    }),
    ...calibrationOf(job, files),
  };
}

function startedOf(job: FilesJob, chosen: FilesPlan, files: Files): FilesSubject['started'] {
  const told = job.files.map(({ path: file }, at) => {
    const own = chosen.plans[at];
    const size = files.sizeOf(files.original.map((text, other) => (other === at ? text : undefined)));
    return { file, language: own?.language ?? null, search: own?.name ?? null, ...size };
  });
  const searches = new Set(told.flatMap(({ search }) => search ?? []));
  return {
    file: job.name,
    files: told,
    language: null,
    search: [...searches].join(', ') || 'whole files',
    notice: chosen.notice,
    ...files.sizeOf(files.original),
  };
}

/** The property must hold for all files, and neither without any nor with all of them empty. */
function calibrationOf(job: FilesJob, files: Files): Pick<FilesSubject, 'input' | 'forbidden'> {
  const mayAllGo = job.files.every(({ kept }) => !kept?.length);
  return {
    input: {
      input: files.contentOf(files.original),
      empty: mayAllGo ? { files: [] } : undefined,
      text: job.files.map(({ text }) => text).join('\n'),
      fileName: job.files.map(({ path }) => basename(path)),
    },
    forbidden: mayAllGo
      ? {
          content: files.blank,
          problem: ({ verdict }) =>
            verdict === 'holds'
              ? l10n.t(
                  'The property also holds if all files are empty: the test must read the files, and fail without the bug.',
                )
              : undefined,
        }
      : undefined,
  };
}
