/** Kinds of options: what a value may be, how it is read, and its JSON schema. */
import { inspect } from 'node:util';
import * as l10n from '@vscode/l10n';

export type Schema = Readonly<Record<string, unknown>>;

export interface Kind<T> {
  /** What to give, in words: `a whole number from 1 to 100`. */
  readonly allowed: string;
  readonly schema: Schema;
  /** In tasks.json and in calls of agents: all that is read. The Settings editor has a field for one type. */
  readonly taskSchema?: Schema;
  /** In `--help`; unset for a switch. */
  readonly placeholder?: string;
  /** What others call it, in lower case. */
  readonly guesses?: readonly string[];
  /** May be given several times on a command line. */
  readonly isList?: boolean;
  /** A text of the command line becomes a value. */
  fromText?(text: string): unknown;
  /** Undefined if the value is not allowed; throws an error with a sentence of its own. */
  read(value: unknown): T | undefined;
}

export interface Word {
  readonly name: string;
  readonly description?: string;
}

/** What setTimeout can wait, s. */
const longest = Math.floor((2 ** 31 - 1) / 1000);

export const onOff: Kind<boolean> = {
  allowed: 'true or false',
  schema: { type: 'boolean' },
  fromText: (text) => (['on', 'off'].includes(text) ? text === 'on' : text),
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** `check` throws an error that says why a text cannot be used. */
export function text(
  placeholder: string,
  allowed: string,
  check: (text: string) => unknown = () => {},
  form = /./s,
): Kind<string> {
  const read = (value: unknown) => {
    const given = typeof value === 'number' ? String(value) : value;
    if (typeof given !== 'string' || !form.test(given)) return undefined;
    check(given);
    return given;
  };
  return { allowed, schema: { type: 'string' }, placeholder, read };
}

/** A list of texts; a single one may stand without its list. `separator`: of a list that the command line has in one word. */
export function texts(one: Kind<string>, allowed: string, separator?: string): Kind<readonly string[]> {
  const schema = { type: 'array', items: one.schema };
  const read = (value: unknown) => {
    if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
    const all = Array.from([value].flat() as unknown[], (member) => one.read(member));
    return all.every((member) => member !== undefined) ? all : undefined;
  };
  const fromText = separator === undefined ? undefined : (line: string) => line.split(separator);
  const taskSchema = { ...schema, type: ['string', 'array'] };
  return { allowed, schema, taskSchema, placeholder: one.placeholder, isList: separator === undefined, fromText, read };
}

const unlimited = 2 ** 31 - 1;

export const count = (most = unlimited, least = 1) => number(least, most, 'integer');

export function number(least: number, most: number, type: 'number' | 'integer' = 'number'): Kind<number> {
  const isLimited = most < unlimited;
  const isGood = (value: unknown) => Number.isFinite(value) && (type === 'number' || Number.isInteger(value));
  return {
    allowed: `a ${type === 'integer' ? 'whole ' : ''}number from ${least}${isLimited ? ` to ${most}` : ''}`,
    schema: { type, minimum: least, ...(isLimited && { maximum: most }) },
    placeholder: '<n>',
    fromText: (line) => (/^\d+(?:\.\d+)?$/.test(line) ? Number(line) : line),
    read: (value) => (isGood(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined),
  };
}

export const time: Kind<number> = {
  allowed: 'seconds above 0, or a time such as "500ms" or "5m"',
  schema: { type: 'number', exclusiveMinimum: 0 },
  taskSchema: { type: ['number', 'string'], exclusiveMinimum: 0, pattern: '^[\\d.]+ *(ms|[smh])?$' },
  placeholder: '<time>',
  read(value) {
    const seconds = inUnit(value, /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|)$/, { ms: 0.001, s: 1, m: 60, h: 3600 });
    return seconds !== undefined && seconds > 0 && seconds <= longest ? seconds : undefined;
  },
};

export const size: Kind<number> = {
  allowed: 'megabytes, or a size such as "500M" or "4G"',
  schema: { type: 'number', minimum: 0 },
  taskSchema: { type: ['number', 'string'], minimum: 0 },
  placeholder: '<size>',
  read: (value) => inUnit(value, /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i, { k: 2 ** -10, m: 1, g: 2 ** 10, t: 2 ** 20 }),
};

export function choice<const N extends string>(words: readonly (Word & { readonly name: N })[]): Kind<N> {
  const names = words.map(({ name }) => name);
  const described = words.some(({ description }) => description !== undefined);
  return {
    allowed: names.map((name) => `"${name}"`).join(', '),
    schema: {
      type: 'string',
      enum: names,
      ...(described && { enumDescriptions: words.map(({ description }) => description ?? '') }),
    },
    placeholder: `<${names.join('|')}>`,
    read: (value) => names.find((name) => name === value),
  };
}

/** A number without a unit is taken as it is. */
function inUnit(value: unknown, form: RegExp, units: Readonly<Record<string, number>>): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  const [, figure, unit = ''] = (typeof value === 'string' && form.exec(value)) || [];
  return figure === undefined ? undefined : Number(figure) * (units[unit.toLowerCase()] ?? 1);
}

/** The value cannot be used. The message is one sentence with the remedy. */
export class OptionError extends Error {}

/** Throws `OptionError`. */
export function valueOf<T>(name: string, { read, allowed }: Kind<T>, given: unknown): T {
  let value: T | undefined;
  try {
    value = read(given);
  } catch (error) {
    // A proxy throws anything when it is looked at.
    if (typeof given === 'string' || Array.isArray(given)) throw new OptionError((error as Error).message);
  }
  if (value !== undefined) return value;
  throw new OptionError(l10n.t('The option "{0}" is {1}: give {2}.', name, shown(given), allowed));
}

/** Calls nothing of the value. */
export function shown(value: unknown): string {
  const depth = Array.isArray(value) ? 0 : -1;
  const most = { maxArrayLength: 3, maxStringLength: 40, breakLength: Infinity };
  return typeof value === 'string' && value.length <= 40
    ? JSON.stringify(value)
    : inspect(value, { depth, customInspect: false, ...most });
}
