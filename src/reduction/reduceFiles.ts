/** A whole reduction of several files: the candidate is their directory. Where they lie is left to the caller. */
import * as l10n from '@vscode/l10n';
import type { Content, FileSet } from '../oracle/content';
import { copy } from '../oracle/places/copy';
import { Controls } from './controls';
import type { Finished, Listener } from './events/events';
import { planFiles } from './subjects/filesPlan';
import type { FilesJob } from './subjects/filesPlan';
import { filesSubject } from './subjects/filesSubject';
import { identityOfFiles } from './journal/identity';
import { requireUsable } from './journal/journal';
import { reduceSubject } from './reduceSubject';
import { JobError } from './jobError';
import { commandsOf, placementOf, tellingFailure } from './session';

export interface FilesOutcome {
  readonly finished: Finished;
  /** What is left, the very bytes that were tested last. */
  readonly content: FileSet;
}

/**
 * Reduces the job's files. An abort of `signal` ends it at once with the best result so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function reduceFiles(
  job: FilesJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  { onBest }: { readonly onBest?: (contentOf: () => Content) => void } = {},
): Promise<FilesOutcome> {
  return tellingFailure(onEvent, async () => {
    checkJob(job);
    await requireUsable(job.journal, identityOfFiles(job));
    const chosen = await planFiles(job, controls.doing);
    try {
      const subject = filesSubject(job, chosen);
      const { finished, state } = await reduceSubject({ ...job, fileName: job.name }, subject, {
        ...{ onEvent, signal, controls },
        onBest: onBest && ((one) => onBest(() => subject.contentOf(one))),
      });
      return { finished, content: subject.contentOf(state) as FileSet };
    } finally {
      chosen.dispose();
    }
  });
}

/** Throws `JobError`. */
function checkJob(job: FilesJob): void {
  const { files, name, place } = job;
  if (placementOf({ place }) !== copy) {
    throw new JobError(l10n.t('Several files are always tested in their own directory: remove --place.'));
  }
  if (files.every(({ text }) => text === ''))
    throw new JobError(l10n.t('{0} has no text: there is nothing to reduce.', name));
  if (commandsOf(job).some(({ oracle }) => oracle.stdin)) {
    throw new JobError(l10n.t('Several files cannot be piped to the test: let it read them from {0}.', '{}'));
  }
}
