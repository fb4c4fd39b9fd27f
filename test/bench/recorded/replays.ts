/**
 * The recording of a slow oracle, and searches that take their verdicts from it: TypeScript must find three errors in a program, and no
 * others. The program is generated; the recording holds hashes of candidates, verdicts, and results as offsets.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { braces, fixedText, template } from '../../../src/oracle/command';
import type { Finished } from '../../../src/reduction/events/events';
import type { Job } from '../../../src/reduction/job';
import { reduce } from '../../../src/reduction/reduce';
import { readRecording } from '../../../src/reduction/recording/recording';
import { faultyProgram } from './input';

export const recordingFile = 'test/bench/recorded/typescript.jsonl';

const command = 'node test/bench/recorded/sameErrors.mjs {}';

export interface Contender {
  readonly name: string;
  /** The text of its `SearchValue`. */
  readonly search: string;
}

const usual: Contender = { name: 'default', search: 'default' };
const hddr: Contender = { name: 'hddr + cdd', search: 'hddr:cdd' };

/** Their verdicts are recorded. */
export const recordedContenders: readonly Contender[] = [usual];

/** Others, of whose candidates only some are. */
export const otherContenders: readonly Contender[] = [
  hddr,
  { name: 'hddr + probdd', search: 'hddr:probdd' },
  { name: 'hddr + ddmin', search: 'hddr:ddmin' },
  { name: 'hdd + cdd', search: 'hdd:cdd' },
  { name: 'perses', search: 'perses:cdd' },
  { name: 'treewide', search: 'treewide' },
  { name: 'default, no hoists', search: 'default+hoists=off' },
];

function jobOf({ search }: Contender): Omit<Job, 'oracle'> {
  return { ...faultyProgram(), encoding: 'utf8', jobs: 1, assets: resolve('dist'), search };
}

const cwd = () => fixedText(resolve('.'));

/** No command is run. */
export async function replayed(contender: Contender): Promise<Finished> {
  const job: Job = {
    ...jobOf(contender),
    oracle: { invocation: { line: fixedText(command) }, cwd: cwd() },
    replay: { file: recordingFile, alone: true },
  };
  return (await reduce(job, () => {}, new AbortController().signal)).finished;
}

/** Runs TypeScript for each test, with these searches one after the other. */
export async function recordAnew(): Promise<void> {
  rmSync(recordingFile, { force: true });
  for (const contender of recordedContenders) {
    const oracle = { invocation: { line: template(command, braces) }, cwd: cwd() };
    const job: Job = { ...jobOf(contender), oracle, record: recordingFile };
    const { finished } = await reduce(job, () => {}, new AbortController().signal);
    console.error(`${contender.name}: ${finished.search.tests} tests recorded in ${Math.round(finished.ms / 1000)} s`);
  }
}

/** What is in the recording. */
export function recordingFacts(): { readonly verdicts: number; readonly meanMs: number } {
  const { answers } = readRecording(recordingFile)!;
  const ms = [...answers.values()].reduce((sum, answer) => sum + answer.ms, 0);
  return { verdicts: answers.size, meanMs: ms / answers.size };
}
