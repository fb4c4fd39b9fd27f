/** A property as a function of the candidate's text. It runs in this process, or, from a module, in threads that can be ended. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
