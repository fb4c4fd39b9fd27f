/** Options that the functions of the library have in common, and the job that they make. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleAt, type PropertyFunction, type PropertySource } from '../oracle/functions/propertyFunction';
import type { Jobs } from '../reduction/drive/loops';
import type { Limits, Testing, TextInput } from '../reduction/job';
import { JobError } from '../reduction/jobError';
import { languages } from '../syntax/languages';
import { decode, decodeAll, type DecodedText } from '../text/encoding';
import type { WhittleEvent } from './events';

/**
 * Is the bug there? A function, which runs in this process, or the URL or absolute path of a module whose default export is one. A
 * module runs in worker threads: one that does not end in time is ended with its thread.
 */
export type Property = PropertyFunction | URL | string;

/** Options of every run. */
export interface RunOptions {
  readonly property: Property;
  /** The id of a language, as `whittle languages` lists them: `javascript`, `json`. Without it, the name of the file tells. */
  readonly language?: string;
  /** Base name of the input. Without a language, its extension tells the grammar. */
  readonly fileName?: string;
  /** Tests at once. Usually 1 for a function, and all cores but one for a module. */
  readonly jobs?: number | 'auto';
  /** Time-out of a test, ms. Unless it is set, it adapts to the measured times. */
  readonly timeoutMs?: number;
  /** The run ends after so many ms, with its best result. */
  readonly maxMs?: number;
  /** The run ends after so many tests, with its best result. */
  readonly maxTests?: number;
  /** An abort ends the run at once. Its best result is returned, with the ending `interrupted`. */
  readonly signal?: AbortSignal;
  /** Called with each event of the run. */
  readonly onEvent?: (event: WhittleEvent) => void;
}

/** Names of `language`: one for each grammar. */
export const languageIds: readonly string[] = languages.map(({ id }) => id);

/** The part of a job that does not depend on its inputs. Throws `JobError` and `FunctionError`. */
export function runOf(options: RunOptions, targetTokens: number | undefined) {
  const { property, jobs, timeoutMs, maxMs, maxTests } = options;
  const source = sourceOf(property);
  const usual: Jobs = 'call' in source ? 1 : 'auto';
  const tests = jobs === undefined || ('call' in source && jobs === 'auto') ? usual : jobs;
  return {
    oracle: { kind: 'function' as const, property: source },
    tests: { jobs: tests, timeoutMs } satisfies Testing,
    limits: { maxMs, maxTests, targetTokens } satisfies Limits,
    // Where the build puts the grammars, and the program of the threads.
    assets: __dirname,
  };
}

function sourceOf(property: Property): PropertySource {
  return typeof property === 'function' ? { call: property } : moduleAt(urlOf(property));
}

function urlOf(property: URL | string): URL {
  const url = String(property);
  return url.startsWith('file:') ? pathToFileURL(fileURLToPath(url)) : pathToFileURL(url);
}

/** Throws `JobError`. */
export function nameOf({ language, fileName }: RunOptions): Pick<TextInput, 'fileName' | 'languageId'> {
  if (language === undefined) return { fileName: fileName ?? 'input' };
  const found = languages.find(({ id, languageIds: names }) => id === language || names.includes(language));
  if (!found) {
    throw new JobError(`There is no language "${language}": use one of ${languageIds.join(', ')}, or leave it out.`);
  }
  return { fileName: fileName ?? `input${found.extensions[0]}`, languageId: found.languageIds[0] };
}

/** Throws `JobError`. */
export function textOf(input: string | Uint8Array): DecodedText {
  return typeof input === 'string' ? { text: wellFormed(input), encoding: 'utf8' } : decode(input);
}

/** In one encoding. Throws `JobError`. */
export function textsOf(inputs: readonly (string | Uint8Array)[]) {
  return decodeAll(inputs.map((input) => (typeof input === 'string' ? Buffer.from(wellFormed(input)) : input)));
}

function wellFormed(text: string): string {
  if (Buffer.from(text).toString() === text) return text;
  throw new JobError('The input has half of a surrogate pair, which no file can hold: give it as bytes.');
}
