/** A candidate: a text and the edits that make it smaller. Its own text is made only when it is sent or hashed. */
import { edited, render } from './source';
import type { Edit, SourceText } from './source';

export interface Candidate {
  readonly base: SourceText;
  /** Sorted, disjoint; offsets of `base`. */
  readonly edits: readonly Edit[];
}

export function candidateText(candidate: Candidate): string {
  return render(candidateSource(candidate));
}

/** UTF-16 code units of its text. */
export function candidateLength({ base, edits }: Candidate): number {
  return edits.reduce((length, { start, end, insert = '' }) => length - (end - start) + insert.length, base.length);
}

/** Is it shorter than its base? A space inserted between two words may use up the gain. */
export function isSmaller(candidate: Candidate): boolean {
  return candidateLength(candidate) < candidate.base.length;
}

export function candidateSource(candidate: Candidate): SourceText {
  return candidate.edits.length === 0 ? candidate.base : edited(candidate.base, candidate.edits);
}
