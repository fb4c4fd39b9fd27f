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

/** Does it leave less of the text than its base? A space that is put between two words may make up for what went. */
export function isSmaller({ edits }: Candidate): boolean {
  const gain = edits.reduce((sum, { start, end, insert = '' }) => sum + (end - start) - insert.length, 0);
  return gain > 0;
}

export function candidateSource(candidate: Candidate): SourceText {
  return candidate.edits.length === 0 ? candidate.base : edited(candidate.base, candidate.edits);
}
