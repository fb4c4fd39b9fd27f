/** A property as a function of the candidate's text. It runs in this process, or, from a module, in threads that can be ended. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as l10n from '@vscode/l10n';
import { noVerdict } from '../judging/rule';

/** One input that is tested. */
export interface Candidate {
  /** The text as bytes: those of a binary input. */
  readonly bytes: Uint8Array;
  /** Base name of the input. There is no such file. */
  readonly fileName: string;
  /** Aborted when nobody waits for the answer any more. A thread is ended instead. */
  readonly signal: AbortSignal;
}

/** `true`: the bug is there. `'unresolved'`: the candidate cannot be judged. An error counts as `false`. */
export type Answer = boolean | 'unresolved';

/**
 * Is the bug there? `text` has one character per byte if the input is not valid UTF-8.
 *
 * The same candidate must always get the same answer.
 */
export type PropertyFunction = (text: string, candidate: Candidate) => Answer | Promise<Answer>;

/** A function in this process, or a module whose default export is one: `module` is its URL, `digest` that of its bytes. */
export type PropertySource = { readonly call: PropertyFunction } | { readonly module: string; readonly digest: string };

/** A property that cannot be used; the message is one sentence with the remedy. */
export class FunctionError extends Error {}

/** The module in this file. Throws `FunctionError`. */
export function moduleAt(url: URL): PropertySource {
  try {
    const digest = createHash('sha256').update(readFileSync(url)).digest('base64');
    return { module: url.href, digest };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FunctionError(
      l10n.t('{0} cannot be read ({1}): give the path of a module.', toldUrl(url.href), code ?? message),
    );
  }
}

/** For messages: the path of a module, or the name of a function. */
export function toldSource(source: PropertySource): string {
  return 'module' in source ? toldUrl(source.module) : source.call.name || 'function';
}

export function toldUrl(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

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
export type Ask = (content: Uint8Array, question: AskOptions) => Promise<Asked>;

/** `inTurn`: in a new thread. */
interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly inTurn?: boolean;
}

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

/** What the thread is started with. */
export interface ThreadData {
  /** URL of the module. */
  readonly module: string;
  readonly fileName: string;
  readonly encoding: BufferEncoding;
}

/** To the thread: one candidate after the other. */
export interface Order {
  readonly bytes: Uint8Array;
}

/** From the thread: first that it is ready or why not, then one reply to each candidate. */
export type Told = { readonly ready: true } | { readonly problem: string } | Reply;
