/** From what a driver does to the events that are told, and counted. */
import { candidateSource } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import type { Encoding } from '../text/encoding';
import { render } from '../text/source';
import type { SourceText } from '../text/source';
import { countTokens } from '../text/tokens';
import type { Commit } from './ledger';
import type { Listener, Size } from './events';

/** What the search has asked for and committed. */
export interface SearchCounts {
  tests: number;
  cacheHits: number;
}

/** Tells each verdict, and each text that held. */
export function commitTeller(onEvent: Listener, encoding: Encoding, counts: SearchCounts) {
  return ({ candidate, answer, cached }: Commit<Candidate>): void => {
    if (cached) counts.cacheHits++;
    else counts.tests++;
    onEvent({ event: 'candidate', verdict: answer.verdict, cached, ms: answer.ms, tests: counts.tests });
    if (answer.verdict !== 'holds') return;
    const text = candidateSource(candidate);
    onEvent({ event: 'accepted', tests: counts.tests, text, ...sizeOf(text, encoding) });
  };
}

/** A label is told once, when it changes. */
export function labelTeller(onEvent: Listener): (label: string) => void {
  let last = '';
  return (label) => {
    if (label === last) return;
    last = label;
    onEvent({ event: 'phase', label });
  };
}

export function sizeOf(text: SourceText, encoding: Encoding): Size {
  const rendered = render(text);
  return { bytes: Buffer.byteLength(rendered, encoding), tokens: countTokens(rendered) };
}
