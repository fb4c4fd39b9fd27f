/**
 * What comes from Redis was written by others: anyone with its password can write anything there. It is looked at here before it is
 * used, and before a person sees it.
 */
import { stripVTControlCharacters } from 'node:util';

/** Of a name, or of a sentence, characters. */
const longestName = 100;
const longestSentence = 2000;

/** Sequences for terminals, control characters, and what turns the direction of text. Line ends and tabs are `kept` in output. */
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line that a terminal or the editor may show. */
export function cleanLine(text: string, longest = longestSentence): string {
  return stripVTControlCharacters(text).replace(controls, ' ').slice(0, longest);
}

export function cleanName(text: string): string {
  return cleanLine(text, longestName).trim();
}

/** The same for output of several lines. */
export function cleanOutput(text: string): string {
  return stripVTControlCharacters(text).replace(controls, (one) => (one === '\n' || one === '\t' ? one : ''));
}

/** Undefined if it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A number from 0 on, at most `most`. */
export function isSize(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

export function isListOf<T>(value: unknown, is: (one: unknown) => one is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

/** Of a worker, a run or a job, as we make them. */
export function isId(value: unknown): value is string {
  return isText(value) && /^[\w-]{1,100}$/.test(value);
}
