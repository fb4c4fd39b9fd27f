/** What comes with names, but need not: found after the opening has its required declarations. */
import { done } from '../../search/search';
import { leastModel } from '../../syntax/needs/model';
import { constructorOf, isConstructor } from '../../syntax/needs/shapes';
import type { Tier, Unit, Wanted } from '../../syntax/needs/units';
import type { TextSearch } from '../strategy';
import { attempt, leaveOut, type Course } from './course';

/** Units that are found one by one, at most. */
const mostRefined = 8;

/**
 * A larger tier holds, the smallest one does not: finds what has to be added to that, from the shortest prefix of the difference with which
 * it holds, whose last unit is needed. The difference is in the order in which calls lead to it: of a chain, the last link is found first,
 * with few units before it. Goes on with these units and the tier that holds with them.
 */
export function refine(
  course: Course,
  frames: readonly number[],
  tier: Tier,
  next: (course: Course, extra: readonly number[], tier: Tier) => TextSearch,
): TextSearch {
  const { table } = course;
  const { units } = table;
  const [larger, lean] = [tier, 'lean' as const].map((one) => leastModel(table, { frames, tier: one }));
  const isBody = (unit: number) => units[unit].kind === 'body';
  const difference = [...units.keys()].filter(
    (unit) => larger[unit] && !lean[unit] && !/^(?:statement|noise)$/.test(units[unit].kind),
  );
  const adding = (some: readonly number[], tier: Tier): Wanted => {
    const others = some.filter((unit) => !isBody(unit));
    return { whole: some.filter(isBody), frames: [...frames, ...others], tier };
  };
  const reached: number[] = [];
  for (let left = difference; left.length > 0;) {
    const live = leastModel(table, adding(reached, 'shell'));
    const isLive = (unit: number) => live[isBody(unit) ? units[unit].parent : unit] === 1;
    const now = left.some(isLive) ? left.filter(isLive) : left;
    reached.push(...now);
    left = left.filter((unit) => !now.includes(unit));
  }
  // A field or an enumerator brings little; a body brings what it uses, and needs what leads to it.
  const isField = (unit: number) =>
    units[unit].kind === 'enumerator' || (units[unit].type === 'field_declaration' && !units[unit].isFunction);
  const ordered = [...reached.filter(isField), ...reached.filter((unit) => !isField(unit))];
  const keep = (left: readonly number[]) => adding(left, 'lean');
  return attempt(course, keep(ordered), (after, held) =>
    held
      ? leaveOut(after, ordered, keep, mostRefined, (last, extra) => next(last, extra, 'lean'))
      : next(after, [], tier),
  );
}

/** Leaves out what is there only because of a name that may mean something else. */
export function forbid(course: Course, frames: readonly number[], tier: Tier): TextSearch {
  const { units, byName } = course.table;
  const model = leastModel(course.table, { frames, tier });
  const kept = new Set(frames);
  const live = [...units.keys()].filter((unit) => model[unit]);
  const uses = new Set(live.flatMap((unit) => [...units[unit].uses]));
  const isUnsure = ({ kind, names, element, isSpecial, isOutside, isOpen }: Unit) =>
    !isOpen &&
    kind !== 'noise' &&
    !course.isPart(element) &&
    (names.size === 0 ||
      kind === 'body' ||
      isSpecial ||
      isOutside ||
      [...names].some((name) => byName.get(name)!.filter((one) => model[one]).length > 1));
  const isConstructed = ({ kind, parent }: Unit, unit: number) => {
    const one = units[kind === 'body' ? parent : unit];
    return isConstructor(units, one) && uses.has(constructorOf([...one.names][0]));
  };
  const unsure = live.filter((unit) => !kept.has(unit) && isUnsure(units[unit]) && !isConstructed(units[unit], unit));
  if (unsure.length === 0) return done(course.best);
  const keep = (left: readonly number[]): Wanted => {
    const stays = new Set(left);
    return { frames, forbidden: new Set(unsure.filter((unit) => !stays.has(unit))), tier };
  };
  return leaveOut(course, unsure, keep, 0, (after) => done(after.best));
}
