/** Checksums of a journal's lines: each is of its line and of all lines before it, so that a line that was changed, moved, lost or torn is found. */
import { createHash } from 'node:crypto';

/** Of no line. */
export const noSum = '';

/** 48 bits, as 8 characters. `before`: the sum of the line before. */
function sumOf(before: string, line: string): string {
  return createHash('sha256').update(`${before}\n${line}`).digest('base64url').slice(0, 8);
}

/** The line as it stands in the file, without its end; and the sum that the next line goes on from. */
export function sealed(before: string, line: string): { readonly text: string; readonly sum: string } {
  const sum = sumOf(before, line);
  return { text: `${line} ${sum}`, sum };
}

/** The line that was sealed, and its sum; undefined if it is another line than was written here. */
export function unsealed(before: string, text: string): { readonly line: string; readonly sum: string } | undefined {
  const line = text.slice(0, Math.max(0, text.lastIndexOf(' ')));
  const sum = sumOf(before, line);
  return text === `${line} ${sum}` ? { line, sum } : undefined;
}
