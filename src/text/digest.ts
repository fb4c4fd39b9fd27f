/** A short name of a text: texts with the same digest are the same. */
import { createHash } from 'node:crypto';

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
