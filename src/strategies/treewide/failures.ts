/** What has failed so far, and what that says of units around it. */
import type { State } from './state';
import { goneWith } from './units';
import type { Units } from './units';

/** For each unit. */
export interface Failures {
  /** The test at which it last failed alone, counted from 0; -1: never. */
  readonly at: Int32Array;
  /** Its reference then. */
  readonly reference: Uint8Array;
  /** 1 if it was tested, 0 if it was refused. */
  readonly tested: Uint8Array;
}

export function noFailures(count: number): Failures {
  return { at: new Int32Array(count).fill(-1), reference: new Uint8Array(count), tested: new Uint8Array(count) };
}

export function failing({ at, reference, tested }: Failures, unit: number, test: number, how: Failure): Failures {
  const after = { at: at.slice(), reference: reference.slice(), tested: tested.slice() };
  note(after, unit, { ...how, at: test });
  return after;
}

export interface Failure {
  readonly reference: number;
  readonly tested: number;
}

export function note(failures: Failures, unit: number, { at, reference, tested }: Failure & { at: number }): void {
  failures.at[unit] = at;
  failures.reference[unit] = reference;
  failures.tested[unit] = tested;
}

/** For each element: where the unit ends that failed a test, starts there or later, and ends first. */
export function requiredInside({ units, view, failures }: State): Int32Array {
  const { count } = units.tree;
  const ends = new Int32Array(count + 1).fill(count);
  for (const unit of view.open) {
    if (failures.tested[unit] && units.source[unit] < 0 && !units.company.has(unit)) {
      ends[view.first[unit]] = Math.min(ends[view.first[unit]], view.last[unit]);
    }
  }
  for (let element = count - 1; element >= 0; element--) ends[element] = Math.min(ends[element], ends[element + 1]);
  return ends;
}

/** For each element, how many before it have failed a test alone. */
export function requiredElements({ units, view, failures }: State): Int32Array {
  const before = new Int32Array(units.tree.count + 1);
  for (const unit of view.open) {
    if (failures.tested[unit] && isElement(units, unit)) before[units.siblings[units.from[unit]] + 1] = 1;
  }
  for (let element = 0; element < units.tree.count; element++) before[element + 1] += before[element];
  return before;
}

function isElement({ from, to, source, company }: Units, unit: number): boolean {
  return to[unit] - from[unit] === 1 && source[unit] < 0 && !company.has(unit);
}

/**
 * Would a hoist lose more than it keeps, and with it something that could not go alone? Few of those hold, and there are many.
 * `requiredBefore` is that of `requiredElements`.
 */
export function isDoomed({ units, view }: State, unit: number, requiredBefore: Int32Array): boolean {
  const { last, weight } = units.tree;
  if (view.weight[unit] <= weight[units.source[unit]]) return false;
  let required = 0;
  goneWith(units, unit, (element) => {
    required += requiredBefore[last[element] + 1] - requiredBefore[element];
  });
  return required > 0;
}
