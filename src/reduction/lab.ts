/** Where a search's candidates are tested: an oracle, with the time-out of this run. */
import { contentKey } from '../oracle/oracle';
import type { Oracle } from '../oracle/oracle';
import { candidateText } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { encode } from '../text/encoding';
import type { Encoding } from '../text/encoding';
import type { Lab } from './drive';

/** Candidates by their bytes, each rendered once. */
export function labOf(oracle: Oracle, encoding: Encoding, timeoutMs: number): Lab<Candidate> {
  const rendered = new WeakMap<Candidate, Buffer>();
  const bytesOf = (candidate: Candidate) => {
    let bytes = rendered.get(candidate);
    if (!bytes) rendered.set(candidate, (bytes = encode(candidateText(candidate), encoding)));
    return bytes;
  };
  return {
    key: (candidate) => contentKey(bytesOf(candidate)),
    test: (candidate, signal) => oracle.test(bytesOf(candidate), timeoutMs, signal),
  };
}
