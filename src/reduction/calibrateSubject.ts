/** The calibration of a run: the input must have the property, an empty or passing one must not. A resumed run takes it from its journal. */
import { OracleError } from '../oracle/calibration/calibrate';
import { calibrateProperty, type PropertyCalibration } from '../oracle/calibration/calibrateProperty';
import { usualMemory } from '../oracle/processes/supervise';
import { observeAll, type Property } from '../oracle/property';
import type { Listener } from './events/events';
import { commandsOf, type Job } from './job';
import type { Journal } from './journal/journal';
import { modeOf } from './plan';
import type { Subject } from './subjects/subject';

interface Calibrating<C extends object, S> {
  readonly job: Job<unknown>;
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** From the journal, so that the verdicts are the same; but the user may have changed the time-out. Throws `OracleError`. */
export async function calibratedOnce<C extends object, S>(
  run: Calibrating<C, S>,
  journal: Journal | undefined,
): Promise<PropertyCalibration> {
  const { job, subject, property, onEvent } = run;
  const before = journal?.calibration;
  before?.rules.forEach(({ rule }, at) => property.parts[at].judgeBy(rule));
  const changes = before?.writes?.map((path) => ({ kind: 'changed' as const, path }));
  for (const part of property.parts) part.expect({ changes });
  const calibration = before
    ? { ...before, timeoutMs: job.tests.timeoutMs ?? before.timeoutMs }
    : await calibratedAfresh(run);
  if (!before) journal?.calibrated(calibration);
  const { input, empty = subject.forbidden?.content } = subject.input;
  const { ms, timeoutMs } = calibration;
  const [{ rule, repeat }] = property.parts;
  property.warm?.trust(input);
  property.far?.admit({ input, empty, ms, timeoutMs, rule, repeat });
  const { jobs } = modeOf(job, calibration.cores, property.far);
  const memoryBytes = property.far ? undefined : (job.tests.memoryBytes ?? usualMemory());
  onEvent({ event: 'calibrated', ...calibration, jobs, memoryBytes, layer: property.layer });
  return calibration;
}

async function calibratedAfresh<C extends object, S>(run: Calibrating<C, S>): Promise<PropertyCalibration> {
  const { job, subject, property, signal } = run;
  const { landmarks, earlier } = job.oracle.kind === 'command' ? job.oracle : {};
  const learn = commandsOf(job.oracle).map(({ rule }) => (typeof rule === 'string' ? rule : undefined));
  const given = { ...subject.input, timeoutMs: job.tests.timeoutMs, learn, landmarks, earlier };
  const calibrate = () => calibrateProperty(property, given, signal);
  const calibration = await (property.far?.calibratedWith(calibrate, signal) ?? calibrate());
  const { forbidden } = subject;
  if (!forbidden) return calibration;
  const answer = await observeAll(property, forbidden.content, calibration.timeoutMs, signal);
  const problem = forbidden.problem(answer, calibration);
  if (problem) throw new OracleError(problem, answer.output);
  return calibration;
}
