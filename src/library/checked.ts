/** What each option of the library may be, in one table; a call is checked before anything else is done. */
import { mostJobs } from '../reduction/drive/loops';
import { WhittleError } from './errors';

interface OptionSpec {
  fits(value: unknown): boolean;
  /** The remedy: `give …`. */
  readonly allowed: string;
}

/** As setTimeout has it. */
const longestMs = 2 ** 31 - 1;

const isText = (value: unknown) => typeof value === 'string';
const isName = (value: unknown) => isText(value) && value !== '';
const isCall = (value: unknown) => typeof value === 'function';
const isInput = (value: unknown) => isText(value) || value instanceof Uint8Array;
const listOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const whole = (least: number, most: number, value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const input: OptionSpec = { fits: isInput, allowed: 'a string, or bytes as a Uint8Array' };
const count: OptionSpec = {
  fits: (value) => whole(0, Number.MAX_SAFE_INTEGER, value),
  allowed: 'a whole number, at least 0',
};
const time: OptionSpec = {
  fits: (value) => typeof value === 'number' && value > 0 && value <= longestMs,
  allowed: `milliseconds, more than 0 and at most ${longestMs}`,
};

const specs = {
  input,
  failing: input,
  passing: input,
  property: {
    fits: (value) => isCall(value) || isName(value) || value instanceof URL,
    allowed: 'a function, or the URL of a module',
  },
  language: { fits: isName, allowed: 'the id of a language, such as "javascript"' },
  fileName: { fits: isName, allowed: 'the name of a file, such as "input.js"' },
  jobs: {
    fits: (value) => value === 'auto' || whole(1, mostJobs, value),
    allowed: `a whole number from 1 to ${mostJobs}, or "auto"`,
  },
  timeoutMs: time,
  maxMs: time,
  maxTests: count,
  targetTokens: count,
  targetChanges: count,
  signal: { fits: (value) => value instanceof AbortSignal, allowed: 'an AbortSignal' },
  onEvent: { fits: isCall, allowed: 'a function' },
  search: { fits: isName, allowed: 'the name of a search, such as "hddr"' },
  searches: { fits: listOf(isName), allowed: 'a list of names of searches, such as ["hddr", "lines"]' },
  passes: {
    fits: listOf((pass) => isCall(pass) || isName(pass)),
    allowed: 'a list of functions, or of commands as strings',
  },
  unit: {
    fits: (value) => ['lines', 'words', 'chars'].includes(value as string),
    allowed: '"lines", "words" or "chars"',
  },
} satisfies Readonly<Record<string, OptionSpec>>;

type OptionName = keyof typeof specs;

const common = [
  'property',
  'language',
  'fileName',
  'jobs',
  'timeoutMs',
  'maxMs',
  'maxTests',
  'signal',
  'onEvent',
] as const;

/** The options of each function; those with ! are required. */
const known: Readonly<
  Record<'reduce' | 'isolate' | 'compare', { required: readonly OptionName[]; names: readonly OptionName[] }>
> = {
  reduce: { required: ['property', 'input'], names: [...common, 'input', 'search', 'targetTokens', 'passes'] },
  isolate: { required: ['property', 'failing'], names: [...common, 'failing', 'passing', 'unit', 'targetChanges'] },
  compare: { required: ['property', 'input'], names: [...common, 'input', 'searches', 'targetTokens'] },
};

/** Options of each function by name, for tests and docs. */
export const optionNames = Object.fromEntries(Object.entries(known).map(([call, { names }]) => [call, names]));

/** The options, read once. Not all callers have types. Throws `WhittleError`. */
export function checked<T extends object>(call: keyof typeof known, given: T): T {
  if (typeof given !== 'object' || given === null) {
    throw wrong(
      `${call} needs its options as an object, not ${shown(given)}: give { ${known[call].required.join(', ')} }.`,
    );
  }
  const { required, names } = known[call];
  const options = { ...given } as Record<string, unknown>;
  for (const name of Object.keys(options)) if (!names.includes(name as OptionName)) throw unknown(call, name, names);
  for (const name of names) {
    const value = options[name];
    const { fits, allowed }: OptionSpec = specs[name];
    if (value === undefined && !required.includes(name)) continue;
    if (value === undefined) throw wrong(`The ${name} is missing: give ${allowed}.`);
    if (!isFit(fits, value)) throw wrong(`The option "${name}" is ${shown(value)}: give ${allowed}.`);
  }
  return options as T;
}

/** A proxy may throw when it is looked at. */
function isFit(fits: OptionSpec['fits'], value: unknown): boolean {
  try {
    return fits(value);
  } catch {
    return false;
  }
}

function wrong(message: string): WhittleError {
  return new WhittleError(message, 'options');
}

function unknown(call: string, name: string, names: readonly string[]): WhittleError {
  const [nearest] = [...names].sort((one, other) => distance(name, one) - distance(name, other));
  const close = distance(name, nearest) <= Math.max(2, nearest.length / 3);
  const remedy = close ? `did you mean "${nearest}"?` : `use ${names.join(', ')}.`;
  return wrong(`${call} has no option "${name}": ${remedy}`);
}

/** Levenshtein's, without regard to case. */
function distance(one: string, other: string): number {
  let row = [...other, ''].map((_, at) => at);
  for (const [down, letter] of [...one.slice(0, 100)].entries()) {
    const next = [down + 1];
    for (const [at, its] of [...other].entries()) {
      const isSame = its.toLowerCase() === letter.toLowerCase();
      next.push(Math.min(row[at] + (isSame ? 0 : 1), row[at + 1] + 1, next[at] + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** In words that call nothing of the value. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  return typeof value === 'object' && value !== null ? (shownList(value) ?? 'an object') : String(value);
}

/** Members of a list that are shown. */
const mostShown = 3;

/** Undefined if it is none, or cannot be looked at. */
function shownList(value: object): string | undefined {
  try {
    if (!Array.isArray(value)) return undefined;
    const first = Array.from(value.slice(0, mostShown) as unknown[], (one) =>
      Array.isArray(one) ? '[…]' : shown(one),
    );
    return `[${[...first, ...(value.length > mostShown ? ['…'] : [])].join(', ')}]`;
  } catch {
    return undefined;
  }
}
