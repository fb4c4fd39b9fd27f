/** One text as what is reduced. */
import { candidateSource, candidateText } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { encode } from '../../text/encoding';
import { loadedText, savedText } from '../../text/saved';
import type { SavedText } from '../../text/saved';
import { render, sourceText } from '../../text/source';
import type { SourceText } from '../../text/source';
import { identityOf } from '../journal/identity';
import type { Job } from '../job';
import type { Plan } from '../plan';
import { beforeAndAfter } from './subject';
import type { Subject } from './subject';
import type { Finished } from '../events/events';
import { sizeOf } from '../events/size';

export function textSubject(job: Job, chosen: Plan): Subject<Candidate, SourceText, Finished> {
  const { text, encoding, fileName, file: path } = job;
  const original = sourceText(text);
  const { name: search, language, notice } = chosen;
  const size = sizeOf(original, encoding);
  return {
    original,
    identity: identityOf(job),
    started: { file: fileName, language, search, notice, ...size },
    search: (from) => chosen.search(from),
    marks: {
      resume: (note) => chosen.resume(note, text),
      save: savedText,
      load: (saved) => loadedText(saved as SavedText, text),
    },
    after: (candidate, verdict) => (verdict === 'holds' ? candidateSource(candidate) : undefined),
    contentOf: (state) => encode(render(state), encoding),
    candidateContent: (candidate) => encode(candidateText(candidate), encoding),
    sizeOf: (state) => sizeOf(state, encoding),
    told: (after, { bytes, tokens }, _, tests) => ({ event: 'accepted', tests, bytes, tokens, text: after }),
    ended: (state, end) => ({ event: 'finished', ...beforeAndAfter(size, sizeOf(state, encoding)), ...end }),
    input: { input: encode(text, encoding), empty: emptied(job, chosen), text, fileName, path },
  };
}

/** What is left if everything goes that may go; undefined if that may well keep the property. */
function emptied({ text, encoding, fixed, kept }: Job, chosen: Plan): Buffer | undefined {
  if (fixed || kept?.length) return undefined;
  const { prefix, suffix } = chosen.fixed;
  return encode(text.slice(0, prefix) + text.slice(text.length - suffix), encoding);
}
