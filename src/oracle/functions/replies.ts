/** Answers of a property function, in the terms of commands. */
import { noVerdict } from '../judging/rule';
import type { Question } from '../tester';

/** The answer as a command would give it. */
export interface Reply {
  /** An exit code. */
  readonly code: number;
  /** The error, with its stack. */
  readonly said: string;
}

/** What came of a candidate. */
export interface Asked {
  /** Unset at the time-out. */
  readonly reply?: Reply;
  /** Wall time of the function. */
  readonly ms: number;
}

/** Tests one candidate. Throws `FunctionError`, and the signal's reason if aborted. */
export type Ask = (content: Uint8Array, question: Pick<Question, 'timeoutMs' | 'signal' | 'inTurn'>) => Promise<Asked>;

/** What a function has returned. */
export function replyTo(returned: unknown): Reply {
  if (typeof returned === 'boolean') return { code: returned ? 0 : 1, said: '' };
  if (returned === 'unresolved') return { code: noVerdict, said: '' };
  const type = returned === null ? 'null' : typeof returned;
  return replyToError(new TypeError(`A property must return true, false or 'unresolved'; this one returned ${type}.`));
}

/** What a function has thrown: anything. */
export function replyToError(error: unknown): Reply {
  return { code: 1, said: toldError(error) };
}

/** Characters of an error, at most. */
const longest = 4000;

/** Of anything that can be thrown: some values have no text, and some throw when they are looked at. */
export function toldError(error: unknown, part: 'stack' | 'message' = 'stack'): string {
  try {
    const said = error instanceof Error ? String(error[part] ?? error.message) : String(error);
    return said.slice(0, longest) || 'An error without a message.';
  } catch {
    return 'A value that cannot be shown as text was thrown.';
  }
}
