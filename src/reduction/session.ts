/** Around the search of a run: its oracle, which is disposed of on every way out, its calibration, its end. */
import * as l10n from '@vscode/l10n';
import type { ClusterStatus } from '../cluster/terms';
import { OracleError } from '../oracle/calibration/calibrate';
import { type PropertyCalibration, calibrateProperty } from '../oracle/calibration/calibrateProperty';
import type { Content } from '../oracle/content';
import { openFunctionProperty } from '../oracle/functions/functionTester';
import { demandOf, intervalOf, repeatAs } from '../oracle/judging/evidence';
import { isFlaky, repeatOf } from '../oracle/judging/repeat';
import { defaultPlacement } from '../oracle/places/registry';
import { described } from '../oracle/processes/command';
import { usualMemory } from '../oracle/processes/supervise';
import { type Property, observeAll, openProperty, propertyOf } from '../oracle/property';
import { plainEncoding } from '../text/encoding';
import { problemOf } from './controls';
import type { Measured } from './limits';
import type { Run } from './state';
import type { Settled } from './ending/settle';
import type { Ended, Listener } from './events/events';
import { type Job, JobError, type JobOracle, type JobTarget, commandsOf } from './job';
import { disposing } from './passes';
import { modeOf, placementOf } from './plan';
import type { WalkEnd } from './walk';

export function describedCommands(oracle: JobOracle): string {
  return commandsOf(oracle)
    .map(({ command }) => described(command))
    .join(' and ');
}

/** Lends the property for the work: afterwards, and if the process exits meanwhile, nothing of it is left. Throws `RuleError`. */
export async function withProperty<T>(
  job: Job<unknown>,
  target: JobTarget,
  input: Content,
  onEvent: Listener,
  work: (property: Property) => Promise<T>,
): Promise<T> {
  const property = await opened(job, target, input, onEvent);
  const dispose = () => {
    const message = property.dispose();
    if (message) onEvent({ event: 'left', message });
  };
  return disposing(dispose, () => work(property)).finally(() => property.far?.close());
}

/** `input`: the unchanged one. Throws `RuleError`, `JobError` and, if it is for a cluster, `ClusterError`. */
async function opened(job: Job<unknown>, target: JobTarget, input: Content, onEvent: Listener): Promise<Property> {
  const { oracle, tests } = job;
  const { encoding, ...lies } = target;
  const { root, changes, memoryBytes, protect } = tests;
  const notice = (message: string) => onEvent({ event: 'notice', message });
  const isFixed = tests.runs !== undefined || tests.need !== undefined;
  const repeat = isFixed ? repeatOf(tests.runs, tests.need) : undefined;
  const placement = placementOf(tests);
  const commands = commandsOf(oracle).map(({ command, rule }, at) => ({
    command,
    rule: typeof rule === 'object' ? rule : undefined,
    // Of several commands, the first one has the number.
    ...{ repeat, measure: at === 0 ? tests.minimize : undefined },
  }));
  if (oracle.kind === 'command') {
    const { guards } = oracle;
    const onCold = (runner: string) =>
      notice(l10n.t('Reusing {0} changed results, so it now starts anew for each test (slower).', runner));
    return openProperty({ ...lies, root, changes, memoryBytes, protect, commands, guards, placement, onCold });
  }
  if (oracle.kind === 'test') throw new Error('The command of a test is not known yet.');
  if (placement !== defaultPlacement) {
    throw new JobError(
      oracle.kind === 'function'
        ? l10n.t('A property function gets the text itself: remove the placement (‹place›).')
        : l10n.t('Workers test copies of the candidate: remove the placement (‹place›).'),
    );
  }
  const { fileName } = target;
  if (oracle.kind === 'function') {
    const given = { fileName, encoding: plainEncoding(encoding), assets: job.assets };
    return openFunctionProperty(oracle.property, commands[0], given);
  }
  // Most runs need no Redis.
  const { openCluster } = await import('../cluster/cluster');
  const watcher = { status: (status: ClusterStatus) => onEvent({ event: 'cluster', ...status }), notice };
  const far = await openCluster({ redis: oracle.redis, oracle: oracle.name }, { input, fileName }, watcher);
  return Object.assign(propertyOf(far.tester, commands), { far });
}

export function endOf(
  { property, signal, subject, others, state }: Run,
  began: number,
  found: WalkEnd & { readonly measured: Measured },
  { confirmation, changed, unverified, problem: doubtful, state: last }: Settled,
): Ended {
  const { verdict, tally, output, problem: untested } = confirmation;
  const { ending, problem = doubtful ?? problemOf(untested), measured } = found;
  const { held, runs, value: before } = measured;
  const { counts, earlier } = state;
  const met = others.told(plainEncoding(subject.target.encoding ?? 'utf8'));
  const interval = property.demand && tally.runs > 0 && { interval: intervalOf(tally) };
  const isSure = held === runs && tally.held === tally.runs && property.parts[0].repeat.runs === 1;
  return {
    ending: signal.aborted ? 'interrupted' : untested || changed ? 'broken' : ending,
    problem,
    tests: earlier.runs + property.counts.runs,
    cacheHits: counts.cacheHits,
    timeouts: property.counts.timeouts,
    candidates: property.counts.candidates,
    oracleMs: Math.round(earlier.ms + property.counts.ms),
    ms: Math.round(performance.now() - began),
    confirmed: verdict === 'holds',
    ...(unverified && { unverified }),
    output,
    reliability: isSure ? undefined : { input: { held, runs }, result: tally, ...interval },
    search: { ...counts },
    ...(before !== undefined && { number: { before, after: state.numberOf(last) ?? before } }),
    ...(met.length > 0 && { others: met }),
  };
}

/**
 * The calibration of a run: the input must have the property, an empty or passing one must not. A resumed run takes it from its journal,
 * so that the verdicts are the same; but the user may have changed the time-out. Throws `OracleError`.
 */
export async function calibratedOnce(run: Run): Promise<PropertyCalibration> {
  const { job, subject, property, onEvent, journal } = run;
  const before = journal?.found.calibration;
  before?.rules.forEach(({ rule }, at) => property.parts[at].judgeBy(rule));
  const changes = before?.writes?.map((path) => ({ kind: 'changed' as const, path }));
  for (const part of property.parts) part.expect({ changes, ways: before?.ways });
  const calibration = before
    ? { ...before, timeoutMs: job.tests.timeoutMs ?? before.timeoutMs }
    : { ...(await calibratedAfresh(run)), tests: Math.ceil(property.counts.runs / property.parts.length) };
  if (!before) journal?.write({ calibrated: calibration });
  const { input, empty = subject.forbidden?.content } = subject.input;
  const { ms, timeoutMs } = calibration;
  const [{ rule, isFixed, repeat: fixed }] = property.parts;
  const repeat = isFlaky(calibration) && !isFixed ? repeatAs(demandOf(calibration)) : fixed;
  if (!isFlaky(calibration)) property.warm?.trust(input);
  property.far?.admit({ input, empty, ms, timeoutMs, rule, repeat });
  const { jobs } = modeOf(job, calibration.cores, property.far);
  const memoryBytes = property.far ? undefined : (job.tests.memoryBytes ?? usualMemory());
  onEvent({ event: 'calibrated', ...calibration, jobs, memoryBytes, layer: property.layer });
  return calibration;
}

async function calibratedAfresh({ job, subject, property, limits }: Run): Promise<PropertyCalibration> {
  const { earlier } = job.oracle.kind === 'command' ? job.oracle : {};
  const learn = commandsOf(job.oracle).map(({ rule }) => (typeof rule === 'string' ? rule : undefined));
  const { signal, calibrationRuns: mostRuns, learningRuns: mostToLearn } = limits;
  const given = { ...subject.input, timeoutMs: job.tests.timeoutMs, learn, earlier, mostRuns, mostToLearn };
  const calibrate = () => calibrateProperty(property, given, signal);
  const { forbidden } = subject;
  const explained = async (error: unknown) => {
    if (!(error instanceof OracleError) || error.remedy || !forbidden || !subject.passingOf) throw error;
    const other = { ...given, input: forbidden.content, text: undefined, real: undefined, mostRuns: () => 1 };
    const { timeoutMs } = await calibrateProperty(property, other, signal).catch(() => Promise.reject(error));
    if ((await property.test(given.input, timeoutMs, signal)).verdict === 'holds') throw error;
    const swapped = l10n.t(
      'The test shows the bug on the passing input, and not on the failing one: swap them, or change the rule.',
    );
    throw new OracleError(swapped, error.output, { kind: 'swap' });
  };
  const calibration = await (property.far?.calibratedWith(calibrate, signal) ?? calibrate()).catch(explained);
  if (!forbidden) return calibration;
  const answer = await observeAll(property, forbidden.content, calibration.timeoutMs, signal);
  const problem = forbidden.problem(answer, calibration);
  if (problem) throw new OracleError(problem, answer.output);
  return calibration;
}
