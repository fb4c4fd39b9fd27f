/** A whole reduction of one text. Files and editors are left to the caller. */
import * as l10n from '@vscode/l10n';
import type { Content } from '../oracle/content';
import type { Candidate } from '../text/candidate';
import type { SourceText } from '../text/source';
import { Controls } from './controls';
import type { Finished, Listener } from './events/events';
import type { Job } from './job';
import { identityOf } from './journal/identity';
import { requireUsable } from './journal/journal';
import { plan } from './plan';
import { reduceSubject } from './reduceSubject';
import type { Watching } from './reduceSubject';
import { JobError } from './jobError';
import { tellingFailure } from './session';
import { textSubject } from './subjects/textSubject';

export interface Outcome {
  readonly finished: Finished;
  readonly text: SourceText;
  /** The very bytes that were tested last. */
  readonly bytes: Buffer;
}

interface ReductionWatching extends Pick<Watching<Candidate, SourceText>, 'onTest' | 'onCommit' | 'withProperty'> {
  /** Called with each text that held: the function gives the best result so far. */
  readonly onBest?: (contentOf: () => Content) => void;
}

/**
 * Reduces the job's text. An abort of `signal` ends it at once with the best result so far. `watching.onTest` is told of
 * each candidate that is tested, also ahead of the search.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function reduce(
  job: Job,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  { onBest, ...watching }: ReductionWatching = {},
): Promise<Outcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', job.fileName));
    await requireUsable(job.journal, identityOf(job));
    const chosen = await plan(job, controls.doing);
    try {
      const subject = textSubject(job, chosen);
      const { finished, state } = await reduceSubject(job, subject, {
        ...watching,
        ...{ onEvent, signal, controls },
        onBest: onBest && ((one) => onBest(() => subject.contentOf(one))),
      });
      return { finished, text: state, bytes: subject.contentOf(state) as Buffer };
    } finally {
      chosen.dispose();
    }
  });
}
