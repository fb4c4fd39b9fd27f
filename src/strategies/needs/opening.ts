/**
 * The opening: what a failure needs, found by least models (syntax/needs). First the last declaration that has to stay, by prefixes of the
 * text; then the smallest tier of what it needs that keeps the property, with further declarations as long as none does; then what is in
 * them, level by level.
 */
import * as l10n from '@vscode/l10n';
import { trial, done } from '../../search/search';
import { leastModel, withoutUnneeded, type Tier, type Wanted } from '../../syntax/needs/model';
import { readUnits, type Unit, type UnitTable } from '../../syntax/needs/units';
import { needsRulesOf } from '../../syntax/needs/rules';
import { candidateSource, type Candidate, type SourceText } from '../../text/source';
import { cutsOf, parsedText, type ParsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import type { Step, TextSearch } from '../strategy';

interface Course {
  readonly text: ParsedText;
  readonly table: UnitTable;
  /** The smallest text that held, and its length. */
  readonly best: SourceText;
  /** The declarations of the file and its namespaces, in the order of the text, and the tokens before each. */
  readonly declarations: readonly number[];
  readonly tokens: readonly number[];
  /** Those that have to stay, the last one first. */
  readonly required: readonly number[];
  readonly tiers: readonly Tier[];
}

type Next<T> = (course: Course, value: T) => TextSearch;

/** Required declarations, at most. */
const mostRequired = 12;

export const opening: Step = named(
  () => l10n.t('Looking for what is needed'),
  (base, context) => {
    const text = parsedText(base, context);
    const rules = needsRulesOf(context.language ?? '');
    const table = readUnits(text.tree, rules);
    const { units } = table;
    const declarations = [...units.keys()].filter((unit) => isDeclaration(table, unit));
    if (declarations.length < 2) return done(base);
    const tokens = [0];
    for (const one of declarations) tokens.push(tokens.at(-1)! + text.tree.weight[units[one].element]);
    const tiers: Tier[] = rules.isDynamic ? ['bare', 'bodies'] : ['bare', 'lean', 'shell', 'bodies'];
    return require({ text, table, best: base, declarations, tokens, required: [], tiers }, declarations.length);
  },
);

/** A member of the file, or of a namespace or function around much of it. */
function isDeclaration({ units }: UnitTable, unit: number): boolean {
  const { kind, owner, parent, isOpen, children } = units[unit];
  if (kind !== 'declaration' || owner >= 0 || (parent >= 0 && !units[parent].isOpen)) return false;
  return !isOpen || !children.some((child) => units[child].kind !== 'noise');
}

function baseTier({ table }: Course): Tier {
  return table.rules.isDynamic ? 'bodies' : 'shell';
}

/** Tests what is needed; goes on with true if it holds. */
function attempt(course: Course, wanted: Wanted, next: Next<boolean>): TextSearch {
  const { text, table, best } = course;
  const { removed, shells } = withoutUnneeded(table, leastModel(table, wanted));
  const candidate: Candidate = { base: text.base, edits: cutsOf(text, removed, shells) };
  const after = candidateSource(candidate);
  const search = trial(
    () => candidate,
    0.5,
    () => next(after.length < best.length ? { ...course, best: after } : course, true),
    () => next(course, false),
  );
  return { ...search, skip: () => done(best) };
}

/** Finds the last declaration before `end` that has to stay, and tries what it needs; else one more. */
function require(course: Course, end: number): TextSearch {
  const { declarations, required } = course;
  const tier = baseTier(course);
  const holds = (at: Course, from: number, to: number, next: Next<boolean>) =>
    attempt(at, { whole: [...declarations.slice(from, to), ...required], tier }, next);
  const bisect = (at: Course, base: number, low: number, high: number): TextSearch => {
    if (low >= high) return found(at, base, high);
    const middle = middleOf(at, low, high);
    return holds(at, base, middle, (after, held) =>
      held ? bisect(after, base, low, middle) : bisect(after, base, middle + 1, high),
    );
  };
  const found = (at: Course, base: number, high: number): TextSearch =>
    high <= base ? done(at.best) : tryTiers({ ...at, required: [...required, declarations[high - 1]] }, high - 1);
  /** From the end in steps that grow: prefixes at first, later windows with all that they need. */
  const back = (at: Course, size: number, high: number): TextSearch => {
    const from = end - size;
    if (from <= 0) return bisect(at, 0, required.length === 0 ? 1 : 0, high);
    if (required.length > 0)
      return holds(at, from, end, (after, held) =>
        held ? bisect(after, from, from, end) : back(after, 4 * size, high),
      );
    return holds(at, 0, from, (after, held) => (held ? back(after, 4 * size, from) : bisect(after, 0, from + 1, high)));
  };
  return end > 0 && required.length < mostRequired ? back(course, 1, end) : done(course.best);
}

function middleOf({ tokens }: Course, low: number, high: number): number {
  let middle = low;
  while (middle < high - 1 && tokens[middle + 1] <= (tokens[low] + tokens[high]) / 2) middle++;
  return middle;
}

function tryTiers(course: Course, end: number): TextSearch {
  const { required, table } = course;
  const onwards = (at: Course) => require(at, end);
  if (required.length === 1 || table.rules.isDynamic) {
    const tiers = required.length > 1 ? course.tiers.filter((tier) => tier !== 'bare') : course.tiers;
    return firstTier(course, tiers, (after, tier) => (tier ? settle(after, tier) : onwards(after)));
  }
  return attempt(course, { whole: required, tier: 'bodies' }, (after, held) =>
    held ? firstTier(after, ['lean', 'shell'], (last, tier) => settle(last, tier ?? 'bodies')) : onwards(after),
  );
}

function firstTier(course: Course, [tier, ...others]: readonly Tier[], next: Next<Tier | undefined>): TextSearch {
  if (!tier) return next(course, undefined);
  return attempt(course, { whole: course.required, tier }, (after, held) =>
    held ? next(after, tier) : firstTier(after, others, next),
  );
}

/** The required declarations are known, and what comes with a name. Now what is in them, then what comes with a name but need not. */
function settle(course: Course, tier: Tier): TextSearch {
  return into(course, course.required, [], tier, 0, (inside, frames) => {
    if (tier === 'bare') return done(inside.best);
    const isRefined = tier !== 'lean' && !inside.table.rules.isDynamic;
    if (!isRefined) return forbid(inside, frames, tier);
    return refine(inside, frames, tier, (after, extra, least) =>
      into(after, extra, frames, least, 0, (last, all) => forbid(last, all, least)),
    );
  });
}

/** Units that are found one by one, at most. */
const mostRefined = 8;

/**
 * A larger tier holds, the smallest one does not: finds what has to be added to that, from the shortest prefix of the difference with which
 * it holds, whose last unit is needed. Goes on with these units and the tier that holds with them.
 */
function refine(
  course: Course,
  frames: readonly number[],
  tier: Tier,
  next: (course: Course, extra: readonly number[], tier: Tier) => TextSearch,
): TextSearch {
  const { units } = course.table;
  const [larger, lean] = [tier, 'lean' as const].map((one) => leastModel(course.table, { frames, tier: one }));
  const isBody = (unit: number) => units[unit].kind === 'body';
  const difference = [...units.keys()].filter(
    (unit) => larger[unit] && !lean[unit] && !/^(?:statement|noise)$/.test(units[unit].kind),
  );
  const holds = (at: Course, added: readonly number[], then: Next<boolean>) => {
    const others = added.filter((unit) => !isBody(unit));
    return attempt(at, { whole: added.filter(isBody), frames: [...frames, ...others], tier: 'lean' }, then);
  };
  const bisect = (
    at: Course,
    extra: readonly number[],
    rest: readonly number[],
    low: number,
    high: number,
  ): TextSearch => {
    if (low >= high) return more(at, [...extra, rest[high - 1]], rest.slice(0, high - 1));
    const middle = (low + high) >> 1;
    return holds(at, [...extra, ...rest.slice(0, middle)], (after, held) =>
      held ? bisect(after, extra, rest, low, middle) : bisect(after, extra, rest, middle + 1, high),
    );
  };
  const more = (at: Course, extra: readonly number[], rest: readonly number[]): TextSearch => {
    if (rest.length === 0) return next(at, extra, 'lean');
    return holds(at, extra, (after, held) => {
      if (held) return next(after, extra, 'lean');
      return extra.length < mostRefined
        ? bisect(after, extra, rest, 1, rest.length)
        : next(after, [...extra, ...rest], 'lean');
    });
  };
  return holds(course, difference, (after, held) => (held ? more(after, [], difference) : next(after, [], tier)));
}

/** Failures in a row after which no more is left out. */
const patience = 25;

/** Leaves out what is there only because of a name that may mean something else. */
function forbid(course: Course, frames: readonly number[], tier: Tier): TextSearch {
  const { units, byName } = course.table;
  const model = leastModel(course.table, { frames, tier });
  const kept = new Set(frames);
  const isUnsure = ({ kind, names, isSpecial, isOutside, isOpen }: Unit) =>
    !isOpen &&
    kind !== 'noise' &&
    (names.size === 0 ||
      kind === 'body' ||
      isSpecial ||
      isOutside ||
      [...names].some((name) => byName.get(name)!.filter((one) => model[one]).length > 1));
  const unsure = [...units.keys()].filter((unit) => model[unit] && !kept.has(unit) && isUnsure(units[unit]));
  if (unsure.length === 0) return done(course.best);
  const keep = (left: readonly number[]): Wanted => {
    const stays = new Set(left);
    return { frames, forbidden: new Set(unsure.filter((unit) => !stays.has(unit))), tier };
  };
  const end: Next<readonly number[]> = (after) => done(after.best);
  return attempt(course, keep([]), (after, held) =>
    held ? end(after, []) : sweep(after, unsure, keep, patience, end),
  );
}

const deepestLevel = 8;

/** Which members of the units that stay have to stay, level by level. */
function into(
  course: Course,
  open: readonly number[],
  frames: readonly number[],
  tier: Tier,
  level: number,
  next: Next<readonly number[]>,
): TextSearch {
  const { units } = course.table;
  const all = [...frames, ...open];
  const members = open.flatMap((unit) => units[unit].children).filter((unit) => units[unit].kind !== 'noise');
  if (members.length === 0 || level === deepestLevel) return next(course, all);
  const keep = (whole: readonly number[]): Wanted => ({ whole, frames: all, tier });
  const deeper: Next<readonly number[]> = (after, left) => into(after, left, all, tier, level + 1, next);
  return attempt(course, keep([]), (after, held) =>
    held ? deeper(after, []) : sweep(after, members, keep, Infinity, deeper),
  );
}

/** Leaves out members from the end: twice as many after a success, half as many after a failure. */
function sweep(
  course: Course,
  members: readonly number[],
  keep: (left: readonly number[]) => Wanted,
  patience: number,
  next: Next<readonly number[]>,
): TextSearch {
  const go = (at: Course, left: readonly number[], end: number, size: number, row: number): TextSearch => {
    if (end <= 0 || row >= patience) return next(at, left);
    const start = Math.max(0, end - size);
    const rest = [...left.slice(0, start), ...left.slice(end)];
    return attempt(at, keep(rest), (after, held) => {
      if (held) return go(after, rest, start, Math.min(2 * size, Math.max(1, start)), 0);
      if (end - start === 1) return go(after, left, start, 1, row + 1);
      return go(after, left, end, Math.max(1, (end - start) >> 1), row + 1);
    });
  };
  return go(course, members, members.length, Math.max(1, members.length >> 1), 0);
}
