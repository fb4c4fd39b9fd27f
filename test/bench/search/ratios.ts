/** Contenders against a baseline: geometric means over subjects, and the worst case. */
import { geometricMean } from '../support/statistics';
import { table, type Claim } from '../support/report';
import type { Bench } from './bench';
import type { Contender } from './contenders';
import { testsOf, testsUntil, tokensOf } from './record';
import type { Subject } from './subject';

/** On one subject; each is a quotient, the baseline's figure below. */
export interface Ratios {
  /** Tests until the baseline's final size is reached, infinite if it never is, against its tests until then. */
  readonly until: number;
  /** The same against all tests of the baseline. */
  readonly untilOfAll: number;
  /** Tests to the end. */
  readonly tests: number;
  /** Tokens that are left. */
  readonly tokens: number;
}

/** What is claimed of the means, or of each subject. */
export interface Claimed {
  readonly mean: Partial<Ratios>;
  readonly each: Partial<Ratios>;
}

const words: { readonly [Name in keyof Ratios]: string } = {
  until: "tests until the baseline's size",
  untilOfAll: 'of all its tests',
  tests: 'tests to the end',
  tokens: 'tokens',
};

export async function ratiosOf(
  bench: Bench,
  subjects: readonly Subject[],
  contender: Contender,
  baseline: Contender,
): Promise<Ratios[]> {
  const ratios: Ratios[] = [];
  for (const subject of subjects) {
    const [ours, theirs] = [await bench.trace(subject, contender), await bench.trace(subject, baseline)];
    const size = tokensOf(theirs);
    ratios.push({
      until: testsUntil(ours, size) / testsUntil(theirs, size),
      untilOfAll: testsUntil(ours, size) / testsOf(theirs),
      tests: testsOf(ours) / testsOf(theirs),
      tokens: size === 0 ? 1 : tokensOf(ours) / size,
    });
  }
  return ratios;
}

/** One line a contender: mean and worst case of each ratio. */
export function ratioTable(rows: readonly { readonly name: string; readonly ratios: readonly Ratios[] }[]): string {
  const names = Object.keys(words) as (keyof Ratios)[];
  const head = ['strategy', ...names.flatMap((name) => [words[name], 'worst'])];
  const cells = rows.map(({ name: contender, ratios }) => [
    contender,
    ...names.flatMap((name) => [meanOf(ratios, name), worstOf(ratios, name)]),
  ]);
  return table(head, cells);
}

export function claimsOf(title: string, ratios: readonly Ratios[], { mean, each }: Claimed): Claim[] {
  const text = (what: string, limit: number, seen: string) => `${title}: ${what} ≤ ${limit} (${seen})`;
  return [
    ...limitsOf(mean).map(([name, limit]) => ({
      text: text(`${words[name]}, geometric mean`, limit, meanOf(ratios, name)),
      met: geometricMean(ratios.map((one) => one[name])) <= limit,
    })),
    ...limitsOf(each).map(([name, limit]) => ({
      text: text(`${words[name]}, every subject`, limit, worstOf(ratios, name)),
      met: ratios.every((one) => one[name] <= limit),
    })),
  ];
}

function limitsOf(limits: Partial<Ratios>): [keyof Ratios, number][] {
  return Object.entries(limits) as [keyof Ratios, number][];
}

/** Of those that are finite; then it says how many they are. */
function meanOf(ratios: readonly Ratios[], name: keyof Ratios): string {
  const finite = ratios.map((one) => one[name]).filter(Number.isFinite);
  const mean = geometricMean(finite).toFixed(3);
  return finite.length === ratios.length ? mean : `${mean} where reached, ${finite.length} of ${ratios.length}`;
}

function worstOf(ratios: readonly Ratios[], name: keyof Ratios): string {
  const worst = Math.max(...ratios.map((one) => one[name]));
  return Number.isFinite(worst) ? worst.toFixed(3) : 'never';
}
