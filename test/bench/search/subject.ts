/** What is reduced in this bench: a text and a property that is judged at once. */
import { createHash } from 'node:crypto';

export interface Subject {
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
  holds(text: string): boolean;
}

/** The same, but a text is judged once only, whoever asks: properties may cost more than a search. */
export function remembering(subject: Subject): Subject {
  const known = new Map<string, boolean>();
  const holds = (text: string) => {
    const key = hashOf(text);
    const before = known.get(key);
    const verdict = before ?? subject.holds(text);
    known.set(key, verdict);
    return verdict;
  };
  return { ...subject, holds };
}

export function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
}
