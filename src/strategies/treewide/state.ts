/** Where the tree-wide search is: one parse, what went since, and what verdicts have taught. Never written to. */
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import type { Candidate } from '../../text/candidate';
import { candidateSource } from '../../text/candidate';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { noChances, taught } from './chances';
import type { Chances } from './chances';
import type { Member } from './choose';
import { Kinds, unitsOf } from './units';
import type { Units } from './units';
import { viewOf, referenceOf } from './view';
import type { View } from './view';

export interface State {
  readonly context: StrategyContext;
  readonly kinds: Kinds;
  readonly base: SourceText;
  readonly units: Units;
  readonly removed: Uint8Array;
  /** What went around hoisted elements. */
  readonly cuts: readonly Range[];
  readonly hoisting: boolean;
  readonly view: View;
  /** For each unit the test at which it last failed alone, -1 if it never did; and its reference then. */
  readonly failedAt: Int32Array;
  readonly failedReference: Uint8Array;
  /** The test since which the text is what it is. */
  readonly since: number;
  readonly tests: number;
  readonly chances: Chances;
}

export function startState(base: SourceText, context: StrategyContext): State {
  return parsed({ context, kinds: new Kinds(), base, since: 0, tests: 0, chances: noChances, hoisting: false });
}

function parsed(rest: Pick<State, 'context' | 'kinds' | 'base' | 'since' | 'tests' | 'chances' | 'hoisting'>): State {
  const tree = rest.context.parse(render(rest.base));
  const units = unitsOf(tree, rest.context.fixed, rest.kinds, rest.hoisting);
  const removed = new Uint8Array(tree.count);
  return {
    ...rest,
    units,
    removed,
    cuts: [],
    view: viewOf(units, removed),
    failedAt: new Int32Array(units.count).fill(-1),
    failedReference: new Uint8Array(units.count),
  };
}

/** Share of the tokens that must be left, else the text is parsed afresh. */
const parseAgain = Number(process.env.REPARSE ?? 0.7);

export function afterSuccess(state: State, batch: readonly Member[]): State {
  const removed = removedWith(state, batch);
  const tests = state.tests + 1;
  return {
    ...state,
    removed,
    cuts: cutsWith(state, batch),
    view: viewOf(state.units, removed),
    since: tests,
    tests,
    chances: taught(
      state.chances,
      batch.map(({ traits }) => traits),
      false,
    ),
  };
}

/** Is so much gone that the text should be parsed afresh? */
export function isThin({ view, units, cuts }: State): boolean {
  return cuts.length > 0 || view.weight[0] < parseAgain * units.tree.weight[0];
}

/** `teaches`: was it tested, or refused? */
export function afterFailure(state: State, member: Member, teaches: boolean): State {
  const failedAt = state.failedAt.slice();
  const failedReference = state.failedReference.slice();
  failedAt[member.unit] = state.tests;
  failedReference[member.unit] = referenceOf(state.units, state.view, member.unit) + (teaches ? 4 : 0);
  return {
    ...state,
    failedAt,
    failedReference,
    tests: state.tests + 1,
    chances: teaches ? taught(state.chances, [member.traits], true) : state.chances,
  };
}

/** The same text, parsed; what failed before is known by where it stood in the original. */
export function parsedAgain(state: State, hoisting = state.hoisting): State {
  const next = parsed({ ...state, hoisting, base: candidateSource(candidateOf(state, [])) });
  const failures = new Map<string, { at: number; reference: number }>();
  const nameBefore = originNamer(state.base);
  for (let unit = 0; unit < state.units.count; unit++) {
    if (state.failedAt[unit] < 0) continue;
    const { siblings, from, kind, tree } = state.units;
    const first = state.view.nextLeft[from[unit]];
    if (first >= state.units.to[unit]) continue;
    const { source } = state.units;
    failures.set(`${nameBefore(tree.start[siblings[first]])} ${kind[unit]} ${source[unit] < 0 ? '' : nameBefore(tree.start[source[unit]])}`, {
      at: state.failedAt[unit],
      reference: state.failedReference[unit],
    });
  }
  const nameAfter = originNamer(next.base);
  for (let unit = 0; unit < next.units.count; unit++) {
    const { first, kind, tree } = next.units;
    const { source } = next.units;
    const failure = failures.get(`${nameAfter(tree.start[first[unit]])} ${kind[unit]} ${source[unit] < 0 ? '' : nameAfter(tree.start[source[unit]])}`);
    if (!failure) continue;
    next.failedAt[unit] = failure.at;
    next.failedReference[unit] = failure.reference;
  }
  return next;
}

/** Offset of the text to offset of the original. */
function originNamer({ pieces }: SourceText): (offset: number) => number {
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += 'inserted' in piece ? piece.inserted.length : piece.end - piece.start;
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    return piece === undefined || 'inserted' in piece ? -1 : piece.start + offset - starts[low];
  };
}

/** The text without what went and without this batch. */
export function candidateOf(state: State, batch: readonly Member[]): Candidate {
  const { base, units, context } = state;
  const { text } = units.tree;
  const ranges = [...removalRanges(units.tree, removedWith(state, batch)), ...cutsWith(state, batch)];
  return { base, edits: tidyCuts(text, ranges, scopeOf(text.length, context.fixed)) };
}

function cutsWith({ cuts, units: { tree, siblings, from, source } }: State, batch: readonly Member[]): Range[] {
  return [
    ...cuts,
    ...batch
      .filter(({ unit }) => source[unit] >= 0)
      .flatMap(({ unit }) => {
        const target = siblings[from[unit]];
        return [
          { start: tree.start[target], end: tree.start[source[unit]] },
          { start: tree.end[source[unit]], end: tree.end[target] },
        ];
      }),
  ];
}

function removedWith({ removed, units }: State, batch: readonly Member[]): Uint8Array {
  const { siblings, from, to, source, tree } = units;
  const all = removed.slice();
  for (const { unit } of batch) {
    if (source[unit] < 0) for (let at = from[unit]; at < to[unit]; at++) all[siblings[at]] = 1;
    else markAround(tree, siblings[from[unit]], source[unit], all);
  }
  return all;
}

/** Everything in `target` that is not in `source`, nor around it. */
function markAround({ last }: ElementTree, target: number, source: number, removed: Uint8Array): void {
  let row = target + 1;
  while (row <= last[target]) {
    if (row === source) row = last[row] + 1;
    else if (row < source && last[row] >= source) row++;
    else {
      removed[row] = 1;
      row = last[row] + 1;
    }
  }
}
