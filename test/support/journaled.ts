/** Runs with a journal, or parts of them. Their oracle is a plain function. */
import { appendFileSync } from 'node:fs';
import type { PropertyCalibration } from '../../src/oracle/calibration/calibrateProperty';
import { contentKey, isFileSet, type Content } from '../../src/oracle/content';
import type { ReductionEvent } from '../../src/reduction/events/events';
import { Controls } from '../../src/reduction/controls';
import { type Commit, walkBy } from '../../src/reduction/drive/drive';
import type { Lab } from '../../src/reduction/drive/pool';
import { filesSubject } from '../../src/reduction/subjects/files';
import type { Job } from '../../src/reduction/job';
import { Journal } from '../../src/reduction/journal/journal';
import { sealed, type Line } from '../../src/reduction/journal/identity';
import { RunState } from '../../src/reduction/state';
import { lendingPasses } from '../../src/reduction/passes';
import { modeOf } from '../../src/reduction/plan';
import { type Subject, textSubject } from '../../src/reduction/subjects/subject';
import { differenceSubject } from '../../src/reduction/subjects/difference';
import type { Mode } from '../../src/reduction/drive/loops';
import type { IsolationTrial } from '../../src/strategies/isolation';
import { partsOf } from '../../src/text/bundle';
import { candidateText, type Candidate } from '../../src/text/source';
import { filesJobWith, isolationWith, jobWith, type FilesValues, type TextValues } from './jobs';
import { samples } from './samples';

/** The input. */
export const { text } = samples.javascript;
export const holds = (candidate: string) => candidate.includes('x.push') && /\bTWO\b|for|class/.test(candidate);

export const usual: TextValues = { text };

export interface Part {
  /** The committed verdicts, in order; first those of the journal. */
  readonly told: string[];
  readonly result: string | undefined;
  readonly ending: string;
  readonly counts: { readonly tests: number; readonly cacheHits: number };
  readonly asked: number;
  readonly events: ReductionEvent[];
}

/** A run of at most `most` new commits; `skipAt`: the commit at which it skips the phase. */
export async function part(values: TextValues, place: Job['journal'], most = Infinity, skipAt?: number): Promise<Part> {
  const job = jobWith(values);
  const told: ReductionEvent[] = [];
  return lendingPasses(
    job,
    (event) => void told.push(event),
    async (passes) => {
      const mode = modeOf(job);
      const subject = await textSubject(job, passes);
      const walked = { subject, mode, maxTests: values.maxTests, textOf: candidateText, holds };
      const one = await partOf(walked, place, most, skipAt).finally(() => subject.dispose());
      return { ...one, events: [...told, ...one.events] };
    },
  );
}

/** The same for several files; `isRight` gets their texts joined. */
export async function filesPart(
  values: FilesValues,
  isRight: (text: string) => boolean,
  place: Job['journal'],
  most = Infinity,
): Promise<Part> {
  const job = filesJobWith(values);
  const subject = await filesSubject(job);
  const mode = modeOf(job);
  const left = (bundle: string) =>
    new Map(partsOf(bundle).map(({ path, textStart, end }) => [path, bundle.slice(textStart, end)]));
  const textOf = (candidate: Candidate) => {
    const texts = left(candidateText(candidate));
    return job.input.files.map(({ path }) => texts.get(path) ?? '(gone)').join('\n---\n');
  };
  const walked = { subject, mode, maxTests: values.maxTests, textOf, holds: isRight };
  return partOf(walked, place, most).finally(() => subject.dispose());
}

/** The same for the difference between a text and `passing`. */
export async function isolationPart(passing: string, place: Job['journal'], most = Infinity): Promise<Part> {
  const subject = await differenceSubject(
    isolationWith({ ...usual, passing, unit: 'words', search: 'default+filter=off' }),
  );
  const textOf = ({ candidate }: IsolationTrial) => candidateText(candidate);
  return partOf({ subject, mode: modeOf(jobWith(usual)), textOf, holds }, place, most);
}

const calibration: PropertyCalibration = { held: 1, runs: 1, ms: 1, timeoutMs: 1, cores: 1, rules: [] };

interface PartWalked<C extends object, S> {
  readonly subject: Subject<C, S>;
  readonly mode: Mode;
  readonly maxTests?: number;
  readonly textOf: (candidate: C) => string;
  readonly holds: (text: string) => boolean;
}

async function partOf<C extends object, S>(
  { subject, mode, maxTests, textOf, holds: isRight }: PartWalked<C, S>,
  place: Job['journal'],
  most: number,
  skipAt?: number,
): Promise<Part> {
  const controller = new AbortController();
  const controls = new Controls();
  const events: ReductionEvent[] = [];
  const told: string[] = [];
  const tested = new Set<string>();
  let [isNew, fresh] = [false, 0];
  const lab: Lab<C> = {
    key: (candidate) => contentKey(Buffer.from(textOf(candidate))),
    async test(candidate, signal) {
      for (let turn = textOf(candidate).length % 3; turn >= 0; turn--) await Promise.resolve();
      signal.throwIfAborted();
      tested.add(textOf(candidate));
      return { verdict: isRight(textOf(candidate)) ? 'holds' : 'fails', ms: 1 };
    },
  };
  const onEvent = (event: ReductionEvent) => void events.push(event);
  const journal = place && (await Journal.open(place, subject.identity, onEvent, 0));
  if (journal && !journal.found.calibration) journal.write({ calibrated: calibration });
  const state = new RunState(subject, onEvent, journal);
  const onCommit = (commit: Commit<C>) => {
    const { candidate, answer, cached, recorded } = commit;
    state.commit(commit, subject.after(candidate, answer.verdict));
    told.push(`${textOf(candidate)} ${answer.verdict} ${cached}`);
    isNew ||= !cached && !recorded;
    fresh += Number(isNew);
    if (told.length === skipAt && !recorded) controls.skip();
    if (fresh >= most) controller.abort();
  };
  const options = { signal: controller.signal, answers: new Map(), controls, onCommit, maxTests, record: journal };
  const walked = walkBy(mode, () => subject.search(subject.original), lab, options);
  const { ending, result } = await walked.finally(() => journal?.close('interrupted'));
  state.resumed();
  const counts = { ...state.counts };
  const left = result && [subject.contentOf(result), subject.passingOf?.(result)];
  const texts = left?.flatMap((content) => (content ? [textOfContent(content)] : []));
  return { told, ending, result: texts?.join('\n--- passing\n'), counts, asked: tested.size, events };
}

function textOfContent(content: Content): string {
  if (!isFileSet(content)) return Buffer.from(content).toString();
  return content.files.map(({ path, bytes }) => `${path}:\n${Buffer.from(bytes).toString()}`).join('');
}

/** Adds a line as a run would. */
export function appendLine(path: string, line: Line): void {
  appendFileSync(path, sealed(line));
}
