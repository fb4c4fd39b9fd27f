/** The parse filter with a memory: parsing takes most of the time of a bench whose properties are quick. */
import { candidateText, render, type SourceText, type Candidate } from '../../../src/text/source';
import { hashOf, type Remember } from './verdicts';

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
