/** A whole reduction of one text. Files and editors are left to the caller. */
import * as l10n from '@vscode/l10n';
import type { Content } from '../oracle/content';
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
import { lendingPasses } from './passes';
import { plan, type Plan } from './plan';
import { runSubject, type Watching } from './run';
import { beforeAndAfter, searchedAgain, type Subject } from './subjects/subject';

export interface Outcome {
  readonly finished: Finished;
  readonly text: SourceText;
  /** The very bytes that were tested last. */
  readonly bytes: Buffer;
}

interface ReductionWatching extends Pick<Watching<Candidate, SourceText>, 'withProperty'> {
  /** Called with each text that held: the function gives the best result so far. */
  readonly onBest?: (contentOf: () => Content) => void;
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
  { onBest, ...watching }: ReductionWatching = {},
): Promise<Outcome> {
  return lendingPasses(job, onEvent, async (passes) => {
    const open = async () => {
      const { text, fileName } = job.input;
      if (text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', fileName));
      return textSubject(job, await plan(job, passes));
    };
    const { finished, state, subject } = await runSubject(job, open, {
      ...watching,
      ...{ onEvent, signal, controls },
      onBest: onBest && ((one, { contentOf }) => onBest(() => contentOf(one))),
    });
    return { finished, text: state, bytes: subject.contentOf(state) as Buffer };
  });
}

export function textSubject(job: Job, chosen: Plan): Subject<Candidate, SourceText, Finished> {
  const { text, encoding, fileName, file, fixed } = job.input;
  const original = sourceText(text);
  const { name: search, language, notice, again } = chosen;
  const size = sizeOf(original, encoding, fixed);
  const subject: Subject<Candidate, SourceText, Finished> = {
    original,
    target: { fileName, file, encoding },
    identity: identityOf(job),
    started: { file: fileName, language, search, notice, ...size },
    search: (from) => chosen.search(from),
    again: again && ((best) => searchedAgain(subject, best, (isSmaller) => again(best, isSmaller))),
    after: (candidate, verdict) => (verdict === 'holds' ? candidateSource(candidate) : undefined),
    contentOf: (state) => encode(render(state), encoding),
    candidateContent: (candidate) => encode(candidateText(candidate), encoding),
    removal: removalOf,
    sizeOf: (state) => sizeOf(state, encoding, fixed),
    told: (after, { bytes, tokens }, _, tests) => ({ event: 'accepted', tests, bytes, tokens, text: after }),
    ended: (state, end) => ({ event: 'finished', ...beforeAndAfter(size, sizeOf(state, encoding, fixed)), ...end }),
    input: { input: encode(text, encoding), empty: emptied(job.input, chosen), text, fileName, path: file },
    dispose: () => chosen.dispose(),
  };
  return subject;
}

/** Everything is gone that may go; undefined if the rest may well keep the property. */
function emptied({ text, encoding, fixed, kept }: TextInput, chosen: Plan): Buffer | undefined {
  if (fixed || kept?.length) return undefined;
  const { prefix, suffix } = chosen.fixed;
  return encode(text.slice(0, prefix) + text.slice(text.length - suffix), encoding);
}
