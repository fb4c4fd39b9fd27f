/** Values of options: their types, and reading them from where they were given. */
import * as l10n from '@vscode/l10n';
import { diffChars } from 'diff';
import { defaultStrategy } from '../strategies/registry';
import { choice, OptionError, shown, valueOf, type Kind } from './kinds';
import { options, placeWords } from './options';
import type { Row, Surface } from './row';

type Options = typeof options;
export type OptionName = keyof Options;
type ValueOf<R> = R extends Kind<infer T> ? T : never;

/** The options of one surface, each of which may be left out. */
export type Values<S extends Surface> = {
  readonly [
    N in keyof Options as Options[N] extends { readonly on: readonly (infer On)[] } ? (S extends On ? N : never) : never
  ]?: ValueOf<Options[N]>;
};

/** The options of one surface, of which those with a usual value are given. */
export type Settled<S extends Surface> = Values<S> & {
  readonly [N in keyof Values<S> as Options[N & OptionName]['usual'] extends undefined ? never : N]-?: ValueOf<
    Options[N & OptionName]
  >;
};

export type AnyRow = Row<unknown>;

/** Those of a surface, in the order of the table. */
export function rowsOf(surface: Surface): [OptionName, AnyRow][] {
  const all = Object.entries(options) as unknown as [OptionName, AnyRow][];
  return all.flatMap(([name, row]) => (row.on.includes(surface) ? [[name, narrowed(row, surface)]] : []));
}

/** Some surfaces have fewer words to choose from. */
function narrowed(row: AnyRow, surface: Surface): AnyRow {
  const [, names] = row.only?.find(([where]) => where.includes(surface)) ?? [];
  return names === undefined ? row : { ...row, ...choice(placeWords.filter(({ name }) => names.includes(name))) };
}

export function sentenceOf({ text, usual, unset }: AnyRow): string {
  const told = unset ?? (typeof usual === 'boolean' ? (usual ? 'on' : 'off') : usual);
  return told === undefined ? text : `${text} Default: ${String(told)}.`;
}

/** Values of a surface, from an object that may have others too. Throws `OptionError`. */
export function valuesOf<S extends Surface>(surface: S, given: object): Values<S> {
  return readAll(Object.fromEntries(rowsOf(surface)), given) as Values<S>;
}

type Kinds = Readonly<Record<string, Kind<unknown>>>;

/** Options of a call, which may have no others. `more`: kinds of options that are not in the table. Throws `OptionError`. */
export function checkedOptions<S extends Surface>(
  call: S,
  given: unknown,
  required: readonly string[],
  more: Kinds = {},
): Values<S> {
  const kinds: Kinds = { ...more, ...Object.fromEntries(rowsOf(call)) };
  const [what, names] = [call.replace('()', ''), Object.keys(kinds)];
  if (typeof given !== 'object' || given === null) {
    const words = `{ ${required.join(', ')} }`;
    throw new OptionError(l10n.t('{0} needs its options as an object, not {1}: give {2}.', what, shown(given), words));
  }
  // Read once: a getter may answer differently each time.
  const own: Readonly<Record<string, unknown>> = { ...given };
  const unknown = Object.keys(own).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const meant = names.find((name) => kinds[name].guesses?.includes(unknown.toLowerCase()));
    const near = meant ?? nearest(unknown, names) ?? names.join(', ');
    throw new OptionError(l10n.t('{0} has no option "{1}": use {2}.', what, unknown, near));
  }
  for (const name of required) {
    if (own[name] === undefined) {
      throw new OptionError(l10n.t('The {0} is missing: give {1}.', name, kinds[name].allowed));
    }
  }
  return readAll(kinds, own) as Values<S>;
}

/** The name that a person has meant; undefined if none is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');
  const distances = names.map((name) => {
    const [one, other] = [plain(word), plain(name)];
    const isPart = one.length > 2 && (other.includes(one) || one.includes(other));
    return { name, distance: isPart ? 1 : edits(one, other) };
  });
  const [best] = distances.toSorted((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, word.length / 3) ? best.name : undefined;
}

/** Letters of the longer word that are not in both, in their order. */
function edits(one: string, other: string): number {
  const inBoth = diffChars(one, other).filter(({ added, removed }) => !added && !removed);
  return Math.max(one.length, other.length) - inBoth.reduce((sum, { count }) => sum + count, 0);
}

function readAll(kinds: Kinds, given: object): object {
  const values = Object.entries(kinds).flatMap(([name, kind]) => {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [[name, valueOf(name, kind, value)]];
  });
  return Object.fromEntries(values) as object;
}

/** The values, and in the place of those that are given as well, the given ones. */
export function overridden<T extends object>(values: T, given: Partial<T>): T {
  const own = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...values, ...(Object.fromEntries(own) as Partial<T>) };
}

/** All that a job can be made from; not only a type, so that those of each surface fit. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface JobValues extends Values<'setting' | 'task' | 'reduce'> {}

/** The part of a job that its options make, as they are given in a terminal, a setting, a task, a call. */
export function jobOptions(values: JobValues) {
  const { effort, jobs = 'auto' as const, timeout, memory, maxTime, targetSize: targetTokens } = values;
  const inUnits = { timeoutMs: timeout && 1000 * timeout, memoryBytes: memory && 2 ** 20 * memory };
  const search = effort ? `${values.search ?? defaultStrategy.name}+effort=${effort}` : values.search;
  return {
    search,
    tests: { ...valuesOf('tests', values), jobs, ...inUnits },
    limits: { ...valuesOf('limits', values), maxMs: maxTime && 1000 * maxTime, targetTokens },
  };
}
