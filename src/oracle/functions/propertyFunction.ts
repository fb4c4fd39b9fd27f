/** A property as a function of the candidate's text. It runs in this process, or, from a module, in threads that can be ended. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noVerdict } from '../judging/rule';

/** One input that is tested. */
export interface Candidate {
  /** The text as bytes: those of a binary input. */
  readonly bytes: Uint8Array;
  /** Base name of the input. There is no such file. */
  readonly fileName: string;
  /** Aborted when nobody waits for the answer any more. A thread is ended instead. */
  readonly signal: Signal;
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

export function toldSource(source: PropertySource): string {
  return 'module' in source ? toldUrl(source.module) : source.call.name || 'function';
}

export function toldUrl(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}

/** The answer as a command would give it. */
export interface Reply {
  readonly code: number;
  /** The error, with its stack. */
  readonly said: string;
  /** Wall time of the function, with fractions, as most take less than one. */
  readonly ms: number;
}

/** What a function says of a candidate; an error counts as no. */
export async function replyOf(property: PropertyFunction, text: string, candidate: Candidate): Promise<Reply> {
  const began = performance.now();
  const after = (code: number, said = '') => ({ code, said, ms: performance.now() - began });
  try {
    const returned: unknown = await property(text, candidate);
    if (typeof returned === 'boolean') return after(returned ? 0 : 1);
    if (returned === 'unresolved') return after(noVerdict);
    const type = returned === null ? 'null' : typeof returned;
    throw new TypeError(`A property must return true, false or 'unresolved'; this one returned ${type}.`);
  } catch (error) {
    return after(1, toldError(error));
  }
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

/** What the thread is started with. It gets the bytes of one candidate after the other, and replies: first whether it is ready. */
export interface ThreadData {
  readonly module: string;
  readonly fileName: string;
  readonly encoding: BufferEncoding;
}

/** The part of an AbortSignal that a run needs. */
interface Aborting {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** `AbortSignal`, where the program knows it. */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer T } } ? T : Aborting;

/** `URL`, where the program knows it. */
export type Url = typeof globalThis extends { readonly URL: { readonly prototype: infer T } }
  ? T
  : { readonly href: string };
