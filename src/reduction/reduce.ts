/** A whole reduction of one text. Files and editors are left to the caller. */
import * as l10n from '@vscode/l10n';
import { encode } from '../text/encoding';
import {
  candidateSource,
  candidateText,
  render,
  sourceText,
  type Candidate,
  type SourceText,
  removalOf,
} from '../text/source';
import { Controls } from './controls';
import type { Finished, Listener } from './events/events';
import { sizeOf } from './events/ended';
import { type Job, JobError, type TextInput } from './job';
import { identityOf } from './journal/identity';
import { plan, type Plan } from './plan';
import { runSubject, type Watching } from './run';
import { beforeAndAfter, type Subject } from './subjects/subject';

export interface Outcome {
  readonly finished: Finished;
  readonly text: SourceText;
  /** The very bytes that were tested last. */
  readonly bytes: Buffer;
}

/**
 * Reduces the job's text. An abort of `signal` ends it at once with the best result so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function reduce(
  job: Job,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  watching: Watching = {},
): Promise<Outcome> {
  const { text, fileName } = job.input;
  const { finished, state, content } = await runSubject(
    job,
    { ...watching, onEvent, signal, controls },
    async (passes) => {
      if (text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', fileName));
      return textSubject(job, await plan(job, passes));
    },
  );
  return { finished, text: state, bytes: content as Buffer };
}

export function textSubject(job: Job, chosen: Plan): Subject<Candidate, SourceText, Finished> {
  const { text, encoding, fileName, file, fixed } = job.input;
  const original = sourceText(text);
  const { name: search, language, notice } = chosen;
  const size = sizeOf(original, encoding, fixed);
  return {
    ...searchOfText(chosen),
    original,
    target: { fileName, file, encoding },
    identity: identityOf(job),
    started: { file: fileName, language, search, notice, ...size },
    contentOf: (state) => encode(render(state), encoding),
    candidateContent: (candidate) => encode(candidateText(candidate), encoding),
    sizeOf: (state) => sizeOf(state, encoding, fixed),
    told: (after, { bytes, tokens }, _, tests) => ({ event: 'accepted', tests, bytes, tokens, text: after }),
    ended: (state, end) => ({ event: 'finished', ...beforeAndAfter(size, sizeOf(state, encoding, fixed)), ...end }),
    input: { input: encode(text, encoding), empty: emptied(job.input, chosen), text, fileName, path: file },
  };
}

/** The parts of a subject that is one text, or several in a bundle. */
export function searchOfText({ search, again, dispose }: Pick<Plan, 'search' | 'again' | 'dispose'>) {
  const after: Subject<Candidate, SourceText>['after'] = (candidate, verdict) =>
    verdict === 'holds' ? candidateSource(candidate) : undefined;
  return { search, again, dispose, after, removal: removalOf };
}

/** Everything is gone that may go; undefined if the rest may well keep the property. */
function emptied({ text, encoding, fixed, kept }: TextInput, chosen: Plan): Buffer | undefined {
  if (fixed || kept?.length) return undefined;
  const { prefix, suffix } = chosen.fixed;
  return encode(text.slice(0, prefix) + text.slice(text.length - suffix), encoding);
}
