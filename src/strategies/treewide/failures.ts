/** Units that could not go so far, and what this shows about the units around them. */
import { lastAtMost } from '../../text/ranges';
import type { SourceText } from '../../text/source';
import { type Units, goneWith, isElement, isRun } from './units';
import type { View } from './view';

/** How a unit failed. */
export const never = 0;
export const refused = 1;
export const tested = 2;

export interface Failures {
  /** For each unit how it failed alone in this pass. */
  readonly now: Uint8Array;
  /** How it failed before that. */
  readonly before: Uint8Array;
  /** When it failed last: its reference, and the tokens of the whole text. */
  readonly reference: Uint8Array;
  readonly left: Int32Array;
  /** For each element: where the unit ends that failed a test, starts there or later, and ends first. */
  readonly inside: Int32Array;
}

export function noFailures({ count, tree }: Units): Failures {
  return {
    now: new Uint8Array(count),
    before: new Uint8Array(count),
    reference: new Uint8Array(count),
    left: new Int32Array(count),
    inside: new Int32Array(tree.count).fill(tree.count),
  };
}

export function noteFailure(failures: Failures, units: Units, view: View, unit: number, how: number): Failures {
  const noted = {
    ...failures,
    now: failures.now.with(unit, how),
    reference: failures.reference.with(unit, view.reference[unit]),
    left: failures.left.with(unit, view.tokens),
  };
  if (how === refused || !saysOfOthers(units, unit)) return noted;
  const inside = failures.inside.slice();
  const [first, last] = [view.first[unit], view.last[unit]];
  // Ends never fall from element to element: where one is low enough, so are those before it.
  for (let element = first; element >= 0 && inside[element] > last; element--) inside[element] = last;
  return { ...noted, inside };
}

/**
 * After a success: `was` is the view before it, `view` the view now. In this pass a unit that looks the same is taken to fail as before:
 * it has as many tokens, and its first name is used in the same places. At the start of another pass all may be tested again.
 */
export function settle(failures: Failures, units: Units, was: View, view: View, isSamePass = true): Failures {
  const now = new Uint8Array(units.count);
  const before = failures.before.slice();
  for (const unit of was.open) {
    if (failures.now[unit] === never) continue;
    const isSame = view.weight[unit] === was.weight[unit] && view.reference[unit] === was.reference[unit];
    if (isSamePass && isSame) now[unit] = failures.now[unit];
    else before[unit] = failures.now[unit];
  }
  return findInside({ ...failures, now, before }, units, view);
}

/**
 * The failures in another parse, of the same text or of a later one. `knownAs` gives the number of a unit in the parse before; undefined
 * if it has none.
 */
export function carryFailures(
  failures: Failures,
  units: Units,
  view: View,
  knownAs: (unit: number) => number | undefined,
): Failures {
  const all = noFailures(units);
  for (const unit of view.open) {
    const known = knownAs(unit);
    if (known === undefined) continue;
    const isSame = failures.reference[known] === view.reference[unit];
    if (isSame) all.now[unit] = failures.now[known];
    all.before[unit] = isSame ? failures.before[known] : Math.max(failures.now[known], failures.before[known]);
    all.reference[unit] = failures.reference[known];
    all.left[unit] = failures.left[known];
  }
  return findInside(all, units, view);
}

/** The same failures, with `inside` computed from the view. */
export function findInside(failures: Failures, units: Units, view: View): Failures {
  const { count } = units.tree;
  const inside = new Int32Array(count).fill(count);
  for (const unit of view.open) {
    if (Math.max(failures.now[unit], failures.before[unit]) < tested || !saysOfOthers(units, unit)) continue;
    inside[view.first[unit]] = Math.min(inside[view.first[unit]], view.last[unit]);
  }
  for (let element = count - 2; element >= 0; element--)
    inside[element] = Math.min(inside[element], inside[element + 1]);
  return { ...failures, inside };
}

/** Hoists, groups and units with margins may fail for other reasons than their elements. */
function saysOfOthers(units: Units, unit: number): boolean {
  return isRun(units, unit) || isElement(units, unit);
}

/**
 * True for a hoist that loses more than it keeps, and with it a unit that failed a test; for a unit with margins that failed a test
 * without them; and for a definition with its uses of which one failed alone. There are many of these, and few hold.
 */
export function isDoomed(failures: Failures, units: Units, view: View, unit: number): boolean {
  const { last, weight } = units.tree;
  const source = units.source[unit];
  const others = units.company.get(unit);
  if (others) return others.some((use) => failures.inside[use] <= last[use]);
  if (source < 0 ? units.margin[unit] === 0 : view.weight[unit] <= weight[source]) return false;
  let doomed = false;
  goneWith(units, unit, (element) => {
    doomed ||= failures.inside[element] <= last[element];
  });
  return doomed;
}

/** Names of units in one parse of `text`: equal names in two parses of the same text are the same tokens. */
export function originsOf(text: SourceText, { tree, kind, source }: Units, view: View): (unit: number) => string {
  const original = originalOffsets(text);
  return (unit) => {
    const name = `${kind[unit]} ${original(tree.start[view.first[unit]])} ${view.weight[unit]}`;
    return source[unit] < 0 ? name : `${name} ${original(tree.start[source[unit]])}`;
  };
}

/** Maps an offset of the text to the original; -1 for inserted text. */
function originalOffsets({ pieces }: SourceText): (offset: number) => number {
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += 'inserted' in piece ? piece.inserted.length : piece.end - piece.start;
  }
  return (offset) => {
    const at = lastAtMost(starts, offset);
    const piece = pieces[at];
    return piece === undefined || 'inserted' in piece ? -1 : piece.start + offset - starts[at];
  };
}
