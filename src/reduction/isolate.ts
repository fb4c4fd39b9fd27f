/** A whole isolation: a minimal difference between an input that fails and one that passes. Files and editors are left to the caller. */
import * as l10n from '@vscode/l10n';
import { defaultUnit, units } from '../strategies/isolation';
import type { Isolation, IsolationTrial } from '../strategies/isolation';
import { Controls } from './controls';
import type { Isolated, Listener } from './events/events';
import { identityOfIsolation } from './journal/identity';
import { requireUsable } from './journal/journal';
import { JobError } from './jobError';
import { modeOf } from './plan';
import { filterForAll } from './reader';
import { reduceSubject } from './reduceSubject';
import type { Watching } from './reduceSubject';
import { tellingFailure } from './session';
import { isolationSubject } from './subjects/isolationSubject';
import type { IsolationJob } from './job';

/** The very bytes that were tested last. */
export interface IsolatedPair {
  readonly passing: Buffer;
  readonly failing: Buffer;
}

export interface IsolationOutcome extends IsolatedPair {
  readonly isolated: Isolated;
}

interface IsolationWatching extends Pick<Watching<IsolationTrial, Isolation>, 'onTest'> {
  /** Called each time the texts have come closer: the function gives the closest so far. */
  readonly onBest?: (closest: () => IsolatedPair) => void;
}

/**
 * An abort of `signal` ends it at once with the closest texts so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export function isolate(
  job: IsolationJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  { onTest, onBest }: IsolationWatching = {},
): Promise<IsolationOutcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text === job.passing)
      throw new JobError(l10n.t('The two files are the same: choose one that fails and one that passes.'));
    const unit = units.find((one) => one === (job.unit ?? defaultUnit));
    if (!unit)
      throw new JobError(l10n.t('There is no unit "{0}": choose one of {1}.', job.unit ?? '', units.join(', ')));
    modeOf(job);
    await requireUsable(job.journal, identityOfIsolation(job, unit));
    const filter = await filterForAll(job, [job.text, job.passing]);
    try {
      const subject = isolationSubject(job, unit, filter);
      const pairOf = (state: Isolation): IsolatedPair => ({
        passing: subject.passingOf!(state) as Buffer,
        failing: subject.contentOf(state) as Buffer,
      });
      const watching = { onEvent, signal, controls, onTest };
      const { finished, state } = await reduceSubject(job, subject, {
        ...watching,
        onBest: onBest && ((one) => onBest(() => pairOf(one))),
      });
      return { isolated: finished, ...pairOf(state) };
    } finally {
      filter?.dispose();
    }
  });
}
