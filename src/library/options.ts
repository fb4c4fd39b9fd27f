/** Options that the functions of the library have in common, and the job that they make. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  moduleAt,
  type PropertyFunction,
  type PropertySource,
  type Signal,
  type Url,
} from '../oracle/functions/propertyFunction';
import type { Kind } from '../options/kinds';
import type { LibraryCall } from '../options/row';
import { checkedOptions, jobOptions, type Values } from '../options/values';
import { JobError, type TextInput } from '../reduction/job';
import { languageNamed, languages } from '../syntax/languages';
import { decode, decodeAll, type DecodedText } from '../text/encoding';
import type { WhittleEvent } from './events';

/**
 * Is the bug there? A function, which runs in this process, or the URL or absolute path of a module whose default export is one. A
 * module runs in worker threads: one that does not end in time is ended with its thread.
 */
export type Property = PropertyFunction | Url | string;

/** The options of the table (see `src/options`). Times may have a unit: `"5m"`. */
export type GivenOptions<C extends LibraryCall> = {
  readonly [N in keyof Values<C>]: Values<C>[N] | (N extends 'timeout' | 'maxTime' ? string | undefined : undefined);
};

/** What every run has besides them. */
export interface RunOptions {
  /** Returns true while the bug is there. */
  readonly property: Property;
  /** An abort ends the run at once. Its best result is returned, with the ending `interrupted`. */
  readonly signal?: Signal | undefined;
  /** Called with each event of the run. */
  readonly onEvent?: ((event: WhittleEvent) => void) | undefined;
}

function kind<T>(allowed: string, fits: (value: unknown) => boolean): Kind<T> {
  return { allowed, schema: {}, read: (value) => (fits(value) ? (value as T) : undefined) };
}

const isCall = (value: unknown) => typeof value === 'function';
const isName = (value: unknown) => typeof value === 'string' && value !== '';
const input = kind(
  'a string, or bytes as a Uint8Array',
  (value) => typeof value === 'string' || value instanceof Uint8Array,
);
const propertyWords = 'test predicate oracle check interesting isinteresting condition callback command';
const ofEach = {
  property: {
    ...kind('a function, or the URL of a module', (value) => isCall(value) || isName(value) || value instanceof URL),
    guesses: propertyWords.split(' '),
  },
  signal: kind('an AbortSignal', (value) => value instanceof AbortSignal),
  onEvent: kind('a function', isCall),
};
const reduceWith = {
  ...kind(
    'a list of functions, or of commands as strings',
    (value) => Array.isArray(value) && value.every((pass) => isCall(pass) || isName(pass)),
  ),
  guesses: ['pass', 'passes'],
};
/** Of each function, those that are not in the table. */
export const ownOptions = {
  'reduce()': { ...ofEach, input, reduceWith },
  'isolate()': { ...ofEach, failing: input, passing: input },
  'compare()': { ...ofEach, input },
};

/** The options, read once. Not all callers have types. Throws `OptionError`. */
export function checked<T extends object, C extends LibraryCall>(call: C, given: T): T & Values<C> {
  const required = call === 'isolate()' ? ['property', 'failing'] : ['property', 'input'];
  return checkedOptions(call, given, required, ownOptions[call]) as T & Values<C>;
}

/** Names of `language`: one for each grammar. */
export const languageIds: readonly string[] = languages.map(({ id }) => id);

/** The part of a job that does not depend on its inputs. Throws `JobError` and `FunctionError`. */
export function runOf(options: RunOptions & Values<LibraryCall>) {
  const { property, ...limits } = options;
  const url = String(property);
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  const source: PropertySource = typeof property === 'function' ? { call: property } : moduleAt(pathToFileURL(path));
  return {
    ...jobOptions({ jobs: 'call' in source ? 1 : undefined, ...limits }),
    oracle: { kind: 'function' as const, property: source },
    // Where the build puts the grammars, and the program of the threads.
    assets: __dirname,
  };
}

export function nameOf({ language, fileName }: Values<LibraryCall>): Pick<TextInput, 'fileName' | 'languageId'> {
  if (language === undefined) return { fileName: fileName ?? 'input' };
  const found = languageNamed(language);
  return { fileName: fileName ?? `input${found.extensions[0]}`, languageId: found.languageIds[0] };
}

/** Throws `JobError`. */
export function textOf(input: string | Uint8Array, asRecords = true): DecodedText {
  return typeof input === 'string' ? { text: wellFormed(input), encoding: 'utf8' } : decode(input, asRecords);
}

/** In one encoding. Throws `JobError`. */
export function textsOf(inputs: readonly (string | Uint8Array)[]) {
  return decodeAll(inputs.map((input) => (typeof input === 'string' ? Buffer.from(wellFormed(input)) : input)));
}

function wellFormed(text: string): string {
  if (Buffer.from(text).toString() === text) return text;
  throw new JobError('The input has half of a surrogate pair, which no file can hold: give it as bytes.');
}
