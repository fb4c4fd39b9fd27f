/**
 * The lines of a journal: what they say, and their checksums. Each checksum is of its line and of all lines before it, so that a line
 * that was changed, moved, lost or torn is found.
 */
import { createHash } from 'node:crypto';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { OracleVerdict } from '../../oracle/oracle';
import type { Verdict } from '../../search/search';
import type { Ending } from '../events/events';
import type { Identity } from './identity';
import type { Writer } from './writers';

/** Changes with the meaning of entries: 3 has chances of very long runs, 4 has checksums, 5 has states in its marks. */
export const format = 5;

export interface Header extends Identity {
  readonly journal: 'whittle';
  readonly format: number;
}

/** A step of a walk. */
export type Entry =
  /** Tested: key, verdict, ms; the name of the guard that has refused it. */
  | readonly ['t', string, OracleVerdict | 'timeout', number, string?]
  /** So many times the content was asked before. */
  | readonly ['c', number]
  /** The alternatives of the phase before this index are done, with this as the worst verdict. */
  | readonly ['a', number, Verdict]
  /** This alternative held; the start of its key; the tokens that are left with it. */
  | readonly ['h', number, string, number?]
  /** So many phases one after the other in which none held, for the same reason. */
  | readonly ['n', Verdict, number]
  /** The stage was given up. */
  | readonly ['s']
  /** The search is done. */
  | readonly ['e'];

/** Lines that are no batch. */
export type Remark =
  | { readonly calibrated: PropertyCalibration }
  /** A process begins to write. */
  | { readonly writer: Writer }
  | { readonly ended: Ending };

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
