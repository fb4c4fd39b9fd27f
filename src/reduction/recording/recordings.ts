/** The property of a run, with the recordings that its job names: one that is written, one that is read. */
import type { Property } from '../../oracle/property';
import type { Ended, Listener } from '../events/events';
import type { Job } from '../job';
import { JobError } from '../jobError';
import { describedCommands, withProperty } from '../session';
import type { PropertyJob } from '../session';
import type { Subject } from '../subject';
import { modelOf } from './model';
import { recording } from './recorder';
import { readRecording, requireSame } from './recording';
import type { Recording } from './recording';
import { replayedAlone, replayedFirst } from './replay';

export interface Recordings<S> {
  readonly replayed?: Ended['replayed'];
  /** What was left at the end. */
  result(state: S): void;
}

type RecordingJob = PropertyJob & Pick<Job, 'record' | 'replay'>;

/** Lends the property for the work, as `withProperty` does. Throws `JobError` and `RuleError`. */
export async function withRecordings<C extends object, S, T>(
  job: RecordingJob,
  subject: Subject<C, S>,
  onEvent: Listener,
  work: (property: Property, recordings: Recordings<S>) => Promise<T>,
): Promise<T> {
  const { record, replay } = job;
  const of = { input: subject.identity.input, oracle: subject.identity.oracle, tests: describedCommands(job) };
  const replayed = replay && { recorded: 0, simulated: 0 };
  const known = replay && recordingAt(replay.file);
  const recorded = (property: Property) => {
    const recorder = record === undefined ? undefined : recording(property, record, of, onEvent);
    const result = (state: S) => recorder?.result(subject.save(state));
    return work(recorder?.property ?? property, { replayed, result });
  };
  const { input } = subject.input;
  if (!replay || !known || !replayed) return withProperty(job, input, onEvent, recorded);
  requireSame(replay.file, known, replay.alone ? { ...of, oracle: known.oracle } : of);
  if (!replay.alone) {
    return withProperty(job, input, onEvent, (property) => recorded(replayedFirst(property, known, replayed)));
  }
  const model = modelFrom(known, subject);
  onEvent({ event: 'notice', message: simulatedNotice(replay.file, model !== undefined) });
  return work(replayedAlone(known, subject.contentOf(subject.original), model, replayed), {
    replayed,
    result: () => {},
  });
}

/** Throws `JobError`. */
function recordingAt(file: string): Recording {
  const found = readRecording(file);
  if (!found) throw new JobError(`${file} is not there: name a file that --record has written.`);
  return found;
}

/** Undefined if no recorded run has come to a result. */
function modelFrom<C extends object, S>({ results }: Recording, subject: Subject<C, S>) {
  const contents = results.map((saved) => subject.contentOf(subject.stateOf(subject.load(saved))));
  return contents.length === 0 ? undefined : modelOf(contents);
}

function simulatedNotice(file: string, hasModel: boolean): string {
  const rest = hasModel
    ? 'what is not in it is simulated, by a model of its results'
    : 'what is not in it has no verdict';
  return `No command is run: verdicts come from ${file}; ${rest}.`;
}
