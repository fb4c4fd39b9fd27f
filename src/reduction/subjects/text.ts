/** One text, which becomes smaller. */
import * as l10n from '@vscode/l10n';
import type { Pass } from '../../oracle/passes';
import { encode } from '../../text/encoding';
import { type Candidate, type SourceText, candidateText, render, sourceText } from '../../text/source';
import type { Finished } from '../events/events';
import { type Job, JobError } from '../job';
import { identityOf } from '../journal/identity';
import { plan } from '../plan';
import { type Subject, beforeAndAfter, searchOfText, sizeOf } from './subject';

/** Throws `JobError`. */
export async function textSubject(
  job: Job,
  passes: readonly Pass[] = [],
): Promise<Subject<Candidate, SourceText, Finished>> {
  const { text, encoding, fileName, file, fixed, kept } = job.input;
  if (text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', fileName));
  const chosen = await plan(job, passes);
  const original = sourceText(text);
  const size = sizeOf(original, encoding, fixed);
  const { prefix, suffix } = chosen.fixed;
  // The rest may well keep the property if something had to stay.
  const empty = fixed || kept?.length ? undefined : text.slice(0, prefix) + text.slice(text.length - suffix);
  return {
    ...searchOfText(chosen),
    original,
    target: { fileName, file, encoding },
    identity: identityOf(job),
    started: { file: fileName, language: chosen.language, search: chosen.name, notice: chosen.notice, ...size },
    contentOf: (state) => encode(render(state), encoding),
    candidateContent: (candidate) => encode(candidateText(candidate), encoding),
    sizeOf: (state) => sizeOf(state, encoding, fixed),
    told(after, { bytes, tokens }, _, tests) {
      const changes = [{ file: fileName, gone: false, text: after }];
      return { event: 'accepted', tests, bytes, tokens, changes };
    },
    ended: (state, end) => ({ event: 'finished', ...beforeAndAfter(size, sizeOf(state, encoding, fixed)), ...end }),
    isBroken: chosen.isBroken,
    input: {
      input: encode(text, encoding),
      empty: empty === undefined ? undefined : encode(empty, encoding),
      ...{ text, fileName, path: file },
    },
  };
}
