/**
 * The recording of a slow oracle, and searches that take their verdicts from it: TypeScript must find three errors in a program, and no
 * others. The program is generated; the recording holds hashes of candidates, verdicts, and results as offsets.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finished } from '../../../src/reduction/events/events';
import type { Job } from '../../../src/reduction/job';
import { jobWith, lineIn } from '../../support/jobs';
import { reduce } from '../../../src/reduction/reduce';
import { identityOf } from '../../../src/reduction/journal/identity';
import { describedCommands, withProperty } from '../../../src/reduction/session';
import { encode } from '../../../src/text/encoding';
import type { SourceText } from '../../../src/text/source';
import { faultyProgram } from './input';
import { modelOf } from './model';
import { addResult, beginRecording, readRecording, recorded } from './recording';
import { replayedProperty, type Replayed } from './replay';

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

function jobOf({ search }: Contender): Job {
  return jobWith({ ...faultyProgram(), command: lineIn(resolve('.'), command), search });
}

const unheard = () => {};

/** No command is run. */
export async function replayed(contender: Contender): Promise<Finished & { readonly replayed: Replayed }> {
  return replayedRun(jobOf(contender), recordingFile);
}

/** Runs TypeScript for each test, with these searches one after the other. */
export async function recordAnew(): Promise<void> {
  rmSync(recordingFile, { force: true });
  for (const contender of recordedContenders) {
    const finished = await recordedRun(jobOf(contender), recordingFile);
    console.error(`${contender.name}: ${finished.search.tests} tests recorded in ${Math.round(finished.ms / 1000)} s`);
  }
}

/** Runs the job, and keeps its verdicts and its result in the file. */
export async function recordedRun(job: Job, file: string): Promise<Finished> {
  const { input: hash, oracle } = identityOf(job);
  beginRecording(file, { input: hash, oracle, tests: describedCommands(job.oracle) });
  const lend: typeof withProperty = (of, target, input, onEvent, work) =>
    withProperty(of, target, input, onEvent, (property) => work(recorded(property, file)));
  const { finished, state: text } = await reduce(job, unheard, new AbortController().signal, undefined, {
    withProperty: lend,
  });
  addResult(file, savedText(text));
  return finished;
}

/** The same without the job's command: verdicts come from the file, and from a model of its results. */
export async function replayedRun(job: Job, file: string): Promise<Finished & { readonly replayed: Replayed }> {
  const known = readRecording(file);
  if (known.input !== identityOf(job).input) throw new Error(`${file} is the recording of another input.`);
  const model = modelOf(known.results.map((saved) => encode(loadedText(saved as SavedText, job.input.text), 'utf8')));
  const counts: Replayed = { recorded: 0, simulated: 0 };
  const { finished } = await reduce(job, unheard, new AbortController().signal, undefined, {
    withProperty: (_of, _target, input, _onEvent, work) => work(replayedProperty(known, input, model, counts)),
  });
  return { ...finished, replayed: counts };
}

/** Start and end of each piece of the original, in UTF-16 units; inserted text as it is. */
type SavedText = readonly (number | string)[];

function savedText({ pieces }: SourceText): SavedText {
  return pieces.flatMap<number | string>((piece) =>
    'inserted' in piece ? [piece.inserted] : [piece.start, piece.end],
  );
}

function loadedText(saved: SavedText, original: string): string {
  let text = '';
  for (let at = 0; at < saved.length; at++) {
    const value = saved[at];
    text += typeof value === 'string' ? value : original.slice(value, saved[++at] as number);
  }
  return text;
}

/** What is in the recording. */
export function recordingFacts(): { readonly verdicts: number; readonly meanMs: number } {
  const { answers } = readRecording(recordingFile);
  const ms = [...answers.values()].reduce((sum, answer) => sum + answer.ms, 0);
  return { verdicts: answers.size, meanMs: ms / answers.size };
}
