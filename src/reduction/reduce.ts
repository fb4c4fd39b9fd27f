/** A whole reduction of one text. Files and editors are left to the caller. */
import * as l10n from '@vscode/l10n';
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
  watching: Pick<Watching<Candidate>, 'onTest' | 'onCommit' | 'onBest' | 'withProperty'> = {},
): Promise<Outcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', job.fileName));
    await requireUsable(job.journal, identityOf(job));
    const chosen = await plan(job, controls.doing);
    try {
      const found = await reduceSubject(job, textSubject(job, chosen), { ...watching, onEvent, signal, controls });
      return { finished: found.finished, text: found.state, bytes: found.content as Buffer };
    } finally {
      chosen.dispose();
    }
  });
}
