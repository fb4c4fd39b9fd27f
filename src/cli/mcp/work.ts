/** From a call of an agent to the work of its run, as the terminal does it, and from its outcome to the results. */
import type { Call } from '../../agents/calls';
import type { Hosting } from '../../host/hosting';
import type { IsolatedTexts, Work } from '../../host/port';
import type { Content, FileSet } from '../../oracle/content';
import { realPath, workedRoot } from '../../oracle/places/roots';
import { findFolder } from '../../reduction/folder/findFolder';
import type { Reproduction } from '../../reproduction/exportReproduction';
import { decode, encode } from '../../text/encoding';
import { readInput } from '../files';
import { fileJob, folderJob, isolationJob, testJob } from '../jobs';
import { sourceOf } from '../repro';
import type { Record } from './records';

export type Outcome = string | IsolatedTexts | FileSet | Reproduction;

/** `to`: where the result goes. */
export async function workOf(
  { file, passing, given, directory, isFolder }: Call,
  journal: Record,
  assets: string,
  hosting: Hosting,
  to: string,
): Promise<Work & { readonly kind: 'run' }> {
  const isTest = given.test !== undefined;
  const tests = isTest ? [] : [{ ...given, cwd: directory }];
  const all = { ...given, tests, ...(isTest && { root: workedRoot(realPath(file), directory) }) };
  if (given.repro) {
    const [work, place] = await sourceOf([file], all, assets, hosting);
    return { ...work, job: { ...work.job, journal }, reproduces: { ...place, to } };
  }
  if (isFolder) return { kind: 'run', job: { ...folderJob(await findFolder([file]), all, assets), journal } };
  if (given.failing !== undefined) {
    return { kind: 'run', job: { ...(await isolationJob({ failing: file, passing }, all, assets)), journal } };
  }
  const job = isTest ? testJob : fileJob;
  return { kind: 'run', job: { ...job(file, all, decode(await readInput(file)), assets), journal } };
}

export function resultsOf(
  outcome: Exclude<Outcome, Reproduction>,
  { job: { input } }: Work & { readonly kind: 'run' },
): Content[] {
  if (typeof outcome === 'object' && 'files' in outcome) return [outcome];
  const texts = typeof outcome === 'string' ? [outcome] : [outcome.failing, outcome.passing];
  const { encoding } = input as { readonly encoding: Parameters<typeof encode>[1] };
  return texts.map((text) => encode(text, encoding));
}
