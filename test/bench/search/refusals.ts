/** The parse filter with a memory: parsing takes most of the time of a bench whose properties are quick. */
import { candidateText } from '../../../src/text/candidate';
import type { Candidate } from '../../../src/text/candidate';
import { render } from '../../../src/text/source';
import type { SourceText } from '../../../src/text/source';
import { hashOf } from './verdicts';
import type { Remember } from './verdicts';

export type IsWorse = (candidate: Candidate) => boolean;

export function rememberingFilter(isWorse: IsWorse, remember: Remember): IsWorse {
  let last: { readonly base: SourceText; readonly hash: string } | undefined;
  const hashOfBase = (base: SourceText) => {
    if (last?.base !== base) last = { base, hash: hashOf(render(base)) };
    return last.hash;
  };
  return (candidate) =>
    remember(hashOf(hashOfBase(candidate.base), candidateText(candidate)), () => isWorse(candidate));
}
