/**
 * The first run of a folder is made in its real place, and the rule is learned there. A copy must fail in the same way: if it does not,
 * it lacks a file that git ignores, or a link. Such files are taken along, those first that the copy's output names.
 */
import * as l10n from '@vscode/l10n';
import type { Property } from '../../oracle/property';
import type { Ran } from '../../oracle/tester';
import type { Listener } from '../events/events';
import { withProperty } from '../session';
import { placed, type JobFile } from '../subjects/fileSet';
import type { FilesJob } from '../subjects/filesPlan';
import { Trial, type Given } from './trial';

/** The job with the files that a copy lacks, and with the runs that were made. Throws `OracleError` and what `withProperty` throws. */
export async function withMissing(job: FilesJob, onEvent: Listener, signal: AbortSignal): Promise<FilesJob> {
  const { oracle, input } = job;
  const { real, name, linked } = input;
  if (!real || oracle.kind !== 'command') return job;
  const given = input.files.map(placed);
  const target = { fileName: name, linked, encoding: 'utf8' as const };
  const work = (property: Property) => completed(property, { job, oracle, real, given, signal });
  try {
    return await withProperty(job, target, { files: given }, onEvent, work);
  } catch (error) {
    if (!signal.aborted) throw error;
    return job;
  }
}

/** Of several commands, those with a rule of their own are judged by the calibration. */
async function completed({ parts }: Property, run: Given): Promise<FilesJob> {
  const { job, oracle } = run;
  const realRuns: (Ran | undefined)[] = [];
  let taken: readonly JobFile[] = [];
  let { earlier } = oracle;
  for (const [at, part] of parts.entries()) {
    const { rule } = oracle.commands[at];
    const learn = typeof rule === 'string' ? rule : undefined;
    if (at > 0 && !learn) continue;
    const trial = new Trial(part, run, taken);
    if (learn) realRuns[at] = await trial.learn(learn);
    const found = await trial.likeTheFolder(learn !== undefined);
    if (at === 0 || found.taken !== taken) earlier = at === 0 ? found.answer : undefined;
    taken = found.taken;
  }
  const files = [...job.input.files, ...taken].sort((one, other) => (one.path < other.path ? -1 : 1));
  const completed = { ...job, oracle: { ...oracle, earlier }, input: { ...job.input, files, realRuns } };
  if (taken.length === 0) return completed;
  const takenAlong = taken.map(({ path }) => path);
  const notice = [job.notice, toldTaken(takenAlong)].filter(Boolean).join(' ');
  return { ...completed, notice, input: { ...completed.input, takenAlong } };
}

function toldTaken(takenAlong: readonly string[]): string {
  return l10n.t(
    'Taken along: {0} (without it, a copy of the folder does not fail as the folder does).',
    shortList(takenAlong),
  );
}

/** Names that are told, at most. */
const mostTold = 5;

function shortList(names: readonly string[]): string {
  const told = names.slice(0, mostTold).join(', ');
  return names.length > mostTold ? l10n.t('{0} and {1} more', told, names.length - mostTold) : told;
}
