/** What has failed so far, and what that says of units around it. */
import type { State } from './state';
import { goneWith, isElement } from './units';
import type { Units } from './units';
import type { View } from './view';

export interface Failures {
  /** For each unit the test at which it last failed alone, counted from 0; -1: never. */
  readonly at: Int32Array;
  /** Its reference then. */
  readonly reference: Uint8Array;
  /** 1 if it was tested, 0 if it was refused. */
  readonly tested: Uint8Array;
  /** For each element: where the unit ends that failed a test, starts there or later, and ends first. */
  readonly inside: Int32Array;
}

export function noFailures({ count, tree }: Units): Failures {
  return {
    at: new Int32Array(count).fill(-1),
    reference: new Uint8Array(count),
    tested: new Uint8Array(count),
    inside: new Int32Array(tree.count).fill(tree.count),
  };
}

/** After `unit` failed: in a test, or it was refused. */
export function failing(
  failures: Failures,
  units: Units,
  view: View,
  unit: number,
  test: number,
  tested: boolean,
): Failures {
  const after = {
    at: failures.at.slice(),
    reference: failures.reference.slice(),
    tested: failures.tested.slice(),
    inside: failures.inside,
  };
  after.at[unit] = test;
  after.reference[unit] = view.reference[unit];
  after.tested[unit] = Number(tested);
  if (tested && saysOfOthers(units, unit)) {
    after.inside = failures.inside.slice();
    noteInside(after.inside, view.first[unit], view.last[unit]);
  }
  return after;
}

/** The same failures, seen from what is left after a success. */
export function withView(failures: Failures, units: Units, view: View): Failures {
  const { count } = units.tree;
  const inside = new Int32Array(count).fill(count);
  for (const unit of view.open) {
    if (failures.tested[unit] === 0 || !saysOfOthers(units, unit)) continue;
    inside[view.first[unit]] = Math.min(inside[view.first[unit]], view.last[unit]);
  }
  for (let element = count - 2; element >= 0; element--)
    inside[element] = Math.min(inside[element], inside[element + 1]);
  return { ...failures, inside };
}

/** Hoists, groups and what takes tokens along may fail for other reasons than their elements. */
function saysOfOthers(units: Units, unit: number): boolean {
  return units.to[unit] - units.from[unit] > 1 || isElement(units, unit);
}

/** Ends never fall from element to element: where one is low enough, so are those before it. */
function noteInside(inside: Int32Array, first: number, last: number): void {
  for (let element = first; element >= 0 && inside[element] > last; element--) inside[element] = last;
}

/**
 * Would a hoist lose more than it keeps, and with it something that failed a test? And has what takes tokens along failed a test
 * without them? Few of those hold, and there are many.
 */
export function isDoomed({ units, view, failures }: State, unit: number): boolean {
  const { last, weight } = units.tree;
  const source = units.source[unit];
  if (source < 0 ? units.margin[unit] === 0 : view.weight[unit] <= weight[source]) return false;
  let doomed = false;
  goneWith(units, unit, (element) => {
    doomed ||= failures.inside[element] <= last[element];
  });
  return doomed;
}
