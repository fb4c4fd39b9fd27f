/**
 * The opening: what a failure needs, found by least models (syntax/needs). First the last declaration that has to stay, by prefixes of the
 * text; then the smallest tier of what it needs that keeps the property, with further declarations as long as none does; then what is in
 * them, level by level.
 */
import * as l10n from '@vscode/l10n';
import { done } from '../../search/search';
import { leastModel } from '../../syntax/needs/model';
import { readUnits, withoutUnneeded } from '../../syntax/needs/table';
import type { Tier, UnitTable, Wanted } from '../../syntax/needs/units';
import { hasNeedsRules, needsRulesOf } from '../../syntax/needs/rules';
import { textOf, type ElementTree } from '../../syntax/elementTree';
import { languageOf } from '../../syntax/languages';
import { cutsOf, parsedText } from '../parsedText';
import { named } from '../pipelines/steps';
import { isWholeStatement } from '../treewide/statements';
import { candidateLength, type SourceText } from '../../text/source';
import type { Step, StrategyContext, TextSearch } from '../strategy';
import { attempt, leaveOut, type Course, type Next } from './course';
import { forbid, refine } from './narrowing';

/** Candidates in a row that are made from the errors of the one before, at most. */
const mostRepairs = 14;

/** Required declarations, at most. */
const mostRequired = 12;

export const opening: Step = named(
  () => l10n.t('Looking for what is needed'),
  (base, context) => {
    const text = parsedText(base, context);
    const rules = needsRulesOf(context.language ?? languageOfMost(text.tree));
    const table = readUnits(text.tree, rules);
    const { units, isBundle } = table;
    const declarations = [...units.keys()].filter((unit) => isDeclaration(table, unit));
    if (declarations.length < 2) return done(base);
    const tiers: Tier[] = rules.isPlain
      ? ['lean', 'bodies']
      : rules.isDynamic
        ? ['bodies']
        : ['lean', 'shell', 'bodies'];
    const course: Course = {
      ...{ text, table, best: base, required: [], besides: [] },
      isPart: (element) => context.options.until !== 'tokens' && !isWholeStatement(text.tree, element),
      ...listed(table, declarations),
      tiers: isBundle ? tiers : ['bare', ...tiers],
    };
    return isBundle ? fromRoot(course, rootsOf(table).slice(0, mostRoots)) : require(course, declarations.length);
  },
);

/** Of what is from this place on and what that needs, UTF-16 units. */
export function lengthOfNeeded(base: SourceText, context: StrategyContext, start: number): number {
  const text = parsedText(base, context);
  const { tree } = text;
  const table = readUnits(tree, needsRulesOf(context.language));
  const whole = [...table.units.keys()].filter(
    (unit) => isDeclaration(table, unit) && tree.start[table.units[unit].element] >= start,
  );
  const { removed, shells } = withoutUnneeded(table, leastModel(table, { whole, tier: 'bodies' }));
  return candidateLength({ base, edits: cutsOf(text, removed, shells) });
}

/** Do enough units use what another one gives? In a language that is known, they do. */
export function areRelated(text: SourceText, context: StrategyContext): boolean {
  const table = readUnits(parsedText(text, context).tree, needsRulesOf(context.language));
  const { units, byName } = table;
  if (context.language !== undefined) return units.filter((_, unit) => isDeclaration(table, unit)).length > 1;
  const isGivenElsewhere = (name: string, unit: number) => byName.get(name)!.some((giver) => giver !== unit);
  const using = units.filter(({ uses }, unit) => [...uses].some((name) => isGivenElsewhere(name, unit)));
  return using.length >= leastRelated * units.length;
}

const leastRelated = 0.2;

/** Files that are tried as the one that the rest is there for. */
const mostRoots = 6;

const likelyRoot = /(?:test|spec|main|index|app)[^/]*$/i;

/** Of a bundle: files that name others, and that none names; the likeliest first. */
function rootsOf({ tree, units }: UnitTable): number[] {
  const used = new Set(units.flatMap(({ uses }) => [...uses]));
  const naming = new Set(
    units.flatMap(({ file, uses }) => ([...uses].some((name) => name.startsWith('\0')) ? [file] : [])),
  );
  const pathOf = (unit: number) => /^\0([^\0]*)/.exec(textOf(tree, units[unit].element))?.[1] ?? '';
  const rank = (unit: number) => pathOf(unit).split('/').length + Number(!likelyRoot.test(pathOf(unit)));
  return [...naming]
    .filter((unit) => ![...units[unit].names].some((name) => used.has(name)))
    .sort((a, b) => rank(a) - rank(b) || a - b);
}

/** The first root with which the property holds has the declarations that are looked at. */
function fromRoot(course: Course, [root, ...others]: readonly number[]): TextSearch {
  if (root === undefined) return done(course.best);
  return attempt(course, { whole: [root], tier: 'bodies' }, (after, held) => {
    if (!held) return fromRoot(after, others);
    const declarations = after.declarations.filter((unit) => after.table.units[unit].file === root);
    return declarations.length < 2
      ? done(after.best)
      : require({ ...after, ...listed(after.table, declarations) }, declarations.length);
  });
}

/** Of most files of a bundle. */
function languageOfMost({ types, type }: ElementTree): string | undefined {
  const counts = new Map<string, number>();
  for (const one of type) {
    const id = /^file\./.test(types[one]) ? languageOf(types[one])?.id : undefined;
    if (id !== undefined && hasNeedsRules(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? (types.some((one) => /^file/.test(one)) ? '' : undefined);
}

function listed({ tree, units }: UnitTable, declarations: readonly number[]): Pick<Course, 'declarations' | 'tokens'> {
  const tokens = [0];
  for (const one of declarations) tokens.push(tokens.at(-1)! + tree.weight[units[one].element]);
  return { declarations, tokens };
}

/** A member of the file, or of a namespace or function around much of it. */
function isDeclaration({ units }: UnitTable, unit: number): boolean {
  const { kind, owner, parent, isOpen, children } = units[unit];
  if (kind !== 'declaration' || owner >= 0 || (parent >= 0 && !units[parent].isOpen)) return false;
  return !isOpen || !children.some((child) => units[child].kind !== 'noise');
}

/** Where a function without its body is no function, a program may not link. */
function tierOfWindows({ table: { rules, isBundle } }: Course): Tier {
  return rules.isDynamic || isBundle || rules.shell === ';' ? 'bodies' : 'shell';
}

/** Finds the last declaration before `end` that has to stay, and tries what it needs; else one more. */
function require(course: Course, end: number): TextSearch {
  const { declarations, required } = course;
  const tier = tierOfWindows(course);
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
  return firstTier(course, ['bodies'], (after, tier) =>
    tier ? firstTier(after, ['lean', 'shell'], (last, smaller) => settle(last, smaller ?? 'bodies')) : onwards(after),
  );
}

/** Errors tell what is missing where all is there that is known to be needed. */
function firstTier(course: Course, [tier, ...others]: readonly Tier[], next: Next<Tier | undefined>): TextSearch {
  if (!tier) return next(course, undefined);
  return attempt(
    course,
    { whole: course.required, tier },
    (after, held) => (held ? next(after, tier) : firstTier(after, others, next)),
    tier === 'bodies' ? mostRepairs : 0,
  );
}

/** The required declarations are known, and what comes with a name. Now what is in them, then what comes with a name but need not. */
function settle(course: Course, tier: Tier): TextSearch {
  const open = [...course.required, ...course.besides];
  return into({ ...course, besides: [] }, open, [], tier, 0, (inside, frames) => {
    if (tier === 'bare') return done(inside.best);
    const isRefined = tier !== 'lean' && !inside.table.rules.isDynamic;
    if (!isRefined) return forbid(inside, frames, tier);
    return refine(inside, frames, tier, (after, extra, least) => {
      // What is no body stays as a frame: all of it would be more than what held.
      const isBody = (unit: number) => inside.table.units[unit].kind === 'body';
      const others = extra.filter((unit) => !isBody(unit));
      return into(after, extra.filter(isBody), [...frames, ...others], least, 0, (last, all) =>
        forbid(last, all, least),
      );
    });
  });
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
  const isPart = (unit: number) => course.isPart(units[unit].element);
  const parts = members.filter(isPart);
  const keep = (left: readonly number[]): Wanted => ({ whole: [...left, ...parts], frames: all, tier });
  const deeper: Next<readonly number[]> = (after, left) => into(after, [...left, ...parts], all, tier, level + 1, next);
  return leaveOut(
    course,
    members.filter((unit) => !isPart(unit)),
    keep,
    1,
    deeper,
  );
}
