/** The calibration of a run: it must have the property, and something else must not. A resumed run has that of its journal. */
import { OracleError } from '../oracle/calibration/calibrate';
import type { PropertyCalibration } from '../oracle/calibration/calibrateProperty';
import { observeAll } from '../oracle/property';
import type { Property } from '../oracle/property';
import type { Listener } from './events/events';
import type { Job } from './job';
import type { Journal } from './journal/journal';
import { modeOf } from './plan';
import { calibrated } from './session';
import type { PropertyJob } from './session';
import type { Subject } from './subjects/subject';

interface Calibrating<C extends object, S> {
  readonly job: PropertyJob & Pick<Job, 'landmarks' | 'search' | 'jobs' | 'timeoutMs'>;
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** As the journal has it, so that the verdicts are the same; but another time-out of the user's counts. Throws `OracleError`. */
export async function calibratedOnce<C extends object, S>(
  run: Calibrating<C, S>,
  journal: Journal | undefined,
): Promise<PropertyCalibration> {
  const { job, subject, property, onEvent } = run;
  const before = journal?.calibration;
  before?.rules.forEach(({ rule }, at) => property.parts[at].judgeBy(rule));
  const calibration = before
    ? { ...before, timeoutMs: job.timeoutMs ?? before.timeoutMs }
    : await calibratedAfresh(run);
  if (!before) journal?.calibrated(calibration);
  const { input, empty = subject.forbidden?.content } = subject.input;
  property.far?.admit({ input, empty, ms: calibration.ms, timeoutMs: calibration.timeoutMs });
  const { jobs } = modeOf(job, calibration.cores, property.far);
  onEvent({ event: 'calibrated', ...calibration, jobs });
  return calibration;
}

async function calibratedAfresh<C extends object, S>(run: Calibrating<C, S>): Promise<PropertyCalibration> {
  const { job, subject, property, signal } = run;
  const calibration = await calibrated(job, property, { ...subject.input, timeoutMs: job.timeoutMs }, signal);
  const { forbidden } = subject;
  if (!forbidden) return calibration;
  const answer = await observeAll(property, forbidden.content, calibration.timeoutMs, signal);
  const problem = forbidden.problem(answer, calibration);
  if (problem) throw new OracleError(problem, answer.output);
  return calibration;
}
