/**
 * The first run of a folder is made in its real place, and the rule is learned there. A copy must fail in the same way: if it does not,
 * it lacks a file that git ignores, or a link. Such files are taken along, those first that the copy's output names.
 */
import * as l10n from '@vscode/l10n';
import type { Property } from '../../oracle/property';
import type { Ran } from '../../oracle/tester';
import type { Listener } from '../events/events';
import { commandsOf, withProperty } from '../session';
import { placed, type JobFile } from '../subjects/fileSet';
import type { FilesJob } from '../subjects/filesPlan';
import { Trial, type Given } from './trial';

/** The job with the files that a copy lacks, and with the runs that were made. Throws `OracleError` and what `withProperty` throws. */
export async function withMissing(job: FilesJob, onEvent: Listener, signal: AbortSignal): Promise<FilesJob> {
  const { real, cluster, oracle } = job;
  if (!real || cluster || 'property' in oracle.invocation) return job;
  const given = job.files.map(placed);
  const work = (property: Property) => completed(property, { job, real, given, signal });
  try {
    return await withProperty({ ...job, fileName: job.name }, { files: given }, onEvent, work);
  } catch (error) {
    if (!signal.aborted) throw error;
    return job;
  }
}

/** Of several commands, those with a rule of their own are judged by the calibration. */
async function completed({ parts }: Property, run: Given): Promise<FilesJob> {
  const { job } = run;
  const realRuns: (Ran | undefined)[] = [];
  let taken: readonly JobFile[] = [];
  let earlier: Ran | undefined = job.earlier;
  for (const [at, part] of parts.entries()) {
    const { rule } = commandsOf(job)[at];
    const learn = typeof rule === 'string' ? rule : undefined;
    if (at > 0 && !learn) continue;
    const trial = new Trial(part, run, taken);
    if (learn) realRuns[at] = await trial.learn(learn);
    const found = await trial.likeTheFolder(learn !== undefined);
    if (at === 0 || found.taken !== taken) earlier = at === 0 ? found.answer : undefined;
    taken = found.taken;
  }
  const files = [...job.files, ...taken].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { ...job, files, earlier, realRuns, ...toldTaken(job, taken) };
}

function toldTaken({ notice }: FilesJob, taken: readonly JobFile[]): Pick<FilesJob, 'notice' | 'takenAlong'> {
  if (taken.length === 0) return { notice };
  const takenAlong = taken.map(({ path }) => path);
  const told = l10n.t(
    'Taken along: {0} (without it, a copy of the folder does not fail as the folder does).',
    shortList(takenAlong),
  );
  return { notice: [notice, told].filter(Boolean).join(' '), takenAlong };
}

/** Names that are told, at most. */
const mostTold = 5;

function shortList(names: readonly string[]): string {
  const told = names.slice(0, mostTold).join(', ');
  return names.length > mostTold ? l10n.t('{0} and {1} more', told, names.length - mostTold) : told;
}
