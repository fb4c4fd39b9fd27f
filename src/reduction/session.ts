/** Around the search of a run: its oracle, which is disposed of on every way out, its failures, its end. */
import * as l10n from '@vscode/l10n';
import type { ClusterStatus } from '../cluster/terms';
import { OracleError } from '../oracle/calibration/calibrate';
import type { PropertyCalibration } from '../oracle/calibration/calibrateProperty';
import { described } from '../oracle/processes/command';
import type { Content } from '../oracle/content';
import { openFunctionProperty } from '../oracle/functions/functionTester';
import { openProperty, propertyOf, type Property } from '../oracle/property';
import { defaultPlacement, placementNamed, placements } from '../oracle/places/registry';
import type { Placement } from '../oracle/places/place';
import { once, repeatOf, type Repeat, type Tally } from '../oracle/judging/repeat';
import { CannotStart } from '../oracle/processes/supervise';
import type { Ended, Ending, Listener } from './events/events';
import { cannotStart } from './controls';
import { commandsOf, type Job, type JobOracle, type JobTarget, type Testing } from './job';
import { JobError } from './jobError';
import type { Settled } from './ending/settle';
import type { SearchCounts } from './events/tell';

/** Does the work; if it throws, a `failed` event says why first. */
export async function tellingFailure<T>(onEvent: Listener, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const output = error instanceof OracleError ? error.output : undefined;
    onEvent({ event: 'failed', message: (error as Error).message, output });
    throw error;
  }
}

/** Where candidates go. Throws `JobError`. */
export function placementOf({ place = defaultPlacement.name }: Pick<Testing, 'place'>): Placement {
  const placement = placementNamed(place);
  if (placement) return placement;
  throw new JobError(
    l10n.t('There is no placement "{0}": choose one of {1}.', place, placements.map(({ name }) => name).join(', ')),
  );
}

/** The part of a job that makes its property. */
type PropertyJob = Pick<Job, 'oracle' | 'tests' | 'assets'>;

/** For messages and logs. */
export function describedCommands(oracle: JobOracle): string {
  return commandsOf(oracle)
    .map(({ command }) => described(command))
    .join(' and ');
}

function coldNotice(runner: string): string {
  return l10n.t('A running {0} gave other answers than a new one: {0} is started for each test from now on.', runner);
}

/** Lends the property for the work: afterwards, and if the process exits meanwhile, nothing of it is left. Throws `RuleError`. */
export async function withProperty<T>(
  job: PropertyJob,
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
  process.once('exit', dispose);
  try {
    return await work(property);
  } finally {
    process.off('exit', dispose);
    dispose();
    await property.far?.close();
  }
}

/** `input`: the unchanged one. Throws `RuleError`, `JobError` and, if it is for a cluster, `ClusterError`. */
async function opened(job: PropertyJob, target: JobTarget, input: Content, onEvent: Listener): Promise<Property> {
  const { oracle, tests } = job;
  const { encoding, ...lies } = target;
  const { root, memoryBytes, protect } = tests;
  const repeat = repeatOf(tests.runs, tests.need);
  const placement = placementOf(tests);
  const commands = commandsOf(oracle).map(({ command, rule }) => ({
    command,
    rule: typeof rule === 'object' ? rule : undefined,
    repeat,
  }));
  if (oracle.kind === 'command') {
    const { guards } = oracle;
    const onCold = (runner: string) => onEvent({ event: 'notice', message: coldNotice(runner) });
    return openProperty({ ...lies, root, memoryBytes, protect, commands, guards, placement, onCold });
  }
  if (oracle.kind === 'test') throw new Error('The command of a test is not known yet.');
  if (placement !== defaultPlacement) {
    throw new JobError(
      oracle.kind === 'function'
        ? l10n.t('A property function gets the text itself: remove the placement.')
        : l10n.t('Workers test copies of the candidate: remove the placement.'),
    );
  }
  const { fileName } = target;
  if (oracle.kind === 'function') {
    return openFunctionProperty(oracle.property, commands[0], { fileName, encoding, assets: job.assets });
  }
  // Most runs need no Redis.
  const { openCluster } = await import('../cluster/cluster');
  const watcher = {
    status: (status: ClusterStatus) => onEvent({ event: 'cluster', ...status }),
    notice: (message: string) => onEvent({ event: 'notice', message }),
  };
  const far = await openCluster({ redis: oracle.redis, oracle: oracle.name }, { input, fileName }, watcher);
  return { ...propertyOf(far.tester, commands), far };
}

/** How the unchanged input did, the time-out of a test, and the cores that it keeps busy. */
export type Measured = Tally & Pick<PropertyCalibration, 'timeoutMs' | 'cores'>;

/** Nothing was measured. */
export const unmeasured: Measured = { held: 0, runs: 0, timeoutMs: 0, cores: 1 };

/** Tallies of an oracle that contradicted itself, or tests candidates several times. */
function doubt({ held, runs }: Measured, result: Tally, repeat: Repeat): Ended['reliability'] {
  const isSure = held === runs && result.held === result.runs && repeat.runs === once.runs;
  return isSure ? undefined : { input: { held, runs }, result };
}

interface Counted {
  readonly property: Property;
  readonly search: SearchCounts;
  readonly signal: AbortSignal;
}

interface Found {
  readonly ending: Ending;
  readonly problem?: string;
  readonly measured: Measured;
}

/** What every run tells at its end. */
export function endOf(
  { property, search, signal }: Counted,
  began: number,
  found: Found,
  { confirmation, changed, problem: doubtful }: Omit<Settled<unknown>, 'state'>,
): Ended {
  const { verdict, tally, output, problem: untested } = confirmation;
  const { ending, problem = doubtful ?? problemOf(untested), measured } = found;
  const broken = untested || changed ? 'broken' : ending;
  return {
    ending: signal.aborted ? 'interrupted' : broken,
    problem,
    tests: search.earlier.runs + property.counts.runs,
    cacheHits: search.cacheHits,
    timeouts: property.counts.timeouts,
    candidates: property.counts.candidates,
    oracleMs: Math.round(search.earlier.ms + property.counts.ms),
    ms: Math.round(performance.now() - began),
    confirmed: verdict === 'holds',
    output,
    reliability: doubt(measured, tally, property.parts[0].repeat),
    search: { tests: search.tests, cacheHits: search.cacheHits },
  };
}

/** Why a walk broke off, in one sentence. */
export function problemOf(error: Error | undefined): string | undefined {
  return error instanceof CannotStart ? cannotStart(error) : error?.message;
}
