/** From a job of several files to its search: a plan for each file that is text, and the list of all files. */
import * as l10n from '@vscode/l10n';
import {
  loadedTexts,
  resumeFiles,
  searchFiles,
  type FilesCandidate,
  type FilesContext,
  type FileTexts,
  type SavedTexts,
} from '../../strategies/pipelines/files';
import type { Pass } from '../../oracle/passes/passes';
import { loadedText } from '../../text/source';
import type { Search } from '../../search/search';
import type { Doing } from '../controls';
import type { JobFile } from './fileSet';
import type { Job } from '../job';
import { modeOf, plan, reduceListBy, type Plan } from '../plan';
import { searchOf } from '../searches/searchValue';

/** Several files, reduced together: the candidate is their directory. */
export interface FilesJob extends Omit<
  Job,
  'fileName' | 'languageId' | 'text' | 'encoding' | 'fixed' | 'kept' | 'path'
> {
  /** Of their directory. */
  readonly name: string;
  /** At least one; no path twice. */
  readonly files: readonly JobFile[];
  /** Told at the start: files that were left out, for example. */
  readonly notice?: string;
}

export type FilesPlan = Awaited<ReturnType<typeof planFiles>>;

/** Throws `JobError`. */
export async function planFiles(job: FilesJob, doing?: Doing, passes?: readonly Pass[]) {
  const reduceList = reduceListBy(searchOf(job));
  modeOf(job);
  const plans: (Plan | undefined)[] = [];
  const dispose = () => plans.forEach((one) => one?.dispose());
  try {
    for (const file of job.files) plans.push(await planOf(job, file, doing, passes));
  } catch (error) {
    dispose();
    throw error;
  }
  const context: FilesContext = {
    reduceList,
    search: (file, text) => plans[file]?.search(text),
    resume: (file, note) => plans[file]!.resume(note, job.files[file].text),
    load: (file, saved) => loadedText(saved, job.files[file].text),
    mayGo: (file) => !job.files[file].kept?.length,
    name: (file) => job.files[file].path,
  };
  const notices = new Set([job.notice, ...plans.map((one) => one?.notice)].filter((one) => one !== undefined));
  return {
    /** Of each file; undefined for one that can only go whole. */
    plans,
    notice: told([...notices]),
    search: (texts: FileTexts): Search<FilesCandidate, FileTexts> => searchFiles(texts, context),
    /** The point of the search that gave `note`. */
    resume: (note: unknown) => resumeFiles(note, context),
    load: (saved: SavedTexts) => loadedTexts(saved, context.load),
    dispose,
  };
}

async function planOf(
  { files: _, ...job }: FilesJob,
  file: JobFile,
  ...more: [doing?: Doing, passes?: readonly Pass[]]
): Promise<Plan | undefined> {
  if (file.binary || file.text === '') return undefined;
  const { path, text, encoding, kept } = file;
  return plan({ ...job, fileName: path, text, encoding, kept }, ...more);
}

/** Notices that are told, at most. */
const most = 5;

function told(notices: readonly string[]): string | undefined {
  const rest = notices.length - most;
  return (
    [...notices.slice(0, most), ...(rest > 0 ? [l10n.t('And {0} more like this.', rest)] : [])].join(' ') || undefined
  );
}
