/** Where the tree-wide search is: one parse, what went since, and what verdicts have taught. Never written to. */
import { removalRanges } from '../../syntax/removal';
import type { Removed } from '../../syntax/removal';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { coupledGroups } from '../coupled';
import { scopeOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { freshAmong } from './batch';
import type { Member, Queue } from './batch';
import { Chances } from './chances';
import { failing, noFailures, withView } from './failures';
import type { Failures } from './failures';
import type { Model } from './model';
import { nameTable } from './names';
import type { NameTable } from './names';
import { originsOf } from './origins';
import { unitsOf } from './pool';
import type { Wanted } from './pool';
import { goneWith, Kinds, margins } from './units';
import type { Units } from './units';
import { viewOf } from './view';
import type { View } from './view';

/** What stays the same from parse to parse. */
interface Course {
  readonly context: StrategyContext;
  readonly model: Model;
  readonly kinds: Kinds;
  readonly chances: Chances;
  /** Tests so far, refused ones too; and those before the text became what it is. */
  readonly tests: number;
  readonly since: number;
  readonly wanted: Wanted;
}

export interface State extends Course {
  /** The text that was parsed. */
  readonly base: SourceText;
  readonly units: Units;
  readonly names: NameTable;
  readonly removed: Removed;
  /** Went around hoisted elements. */
  readonly cuts: readonly Range[];
  readonly view: View;
  readonly failures: Failures;
  /** Units that may be fresh; and when none is, those that are tried one by one. */
  readonly fresh: Int32Array;
  readonly queue?: Queue;
  /** Of the text as it is, UTF-16 units. */
  readonly length: number;
}

export function startState(text: SourceText, context: StrategyContext, model: Model): State {
  const course = { context, model, kinds: new Kinds(), chances: Chances.none(model), tests: 0, since: 0 };
  const groupsOf = context.options.coupled === 'on' ? coupledGroups : undefined;
  return parsed({ ...course, wanted: { runs: model.runs, groupsOf } }, text);
}

function parsed(course: Course, base: SourceText): State {
  const tree = course.context.parse(render(base));
  const units = unitsOf(tree, course.context.fixed, course.kinds, course.wanted);
  const names = nameTable(tree);
  const removed = new Uint8Array(tree.count);
  const view = viewOf(units, names, removed);
  return {
    ...course,
    base,
    units,
    names,
    removed,
    cuts: [],
    view,
    fresh: freshAmong({ units, view }),
    queue: undefined,
    failures: noFailures(units),
    length: base.length,
  };
}

/** The same text parsed; what has failed before is known by where it stood in the original. */
export function parsedAgain(state: State, wanted = state.wanted): State {
  const next = parsed({ ...state, wanted }, candidateSource(candidateOf(state, [])));
  const before = new Map<string, number>();
  const nameBefore = originsOf(state.base, state.units);
  for (const unit of state.view.open) {
    if (state.failures.at[unit] >= 0) before.set(nameBefore(unit, state.view.first[unit]), unit);
  }
  const { at, reference, tested } = state.failures;
  const nameAfter = originsOf(next.base, next.units);
  for (const unit of next.view.open) {
    const known = before.get(nameAfter(unit, next.view.first[unit]));
    if (known === undefined) continue;
    next.failures.at[unit] = at[known];
    next.failures.reference[unit] = reference[known];
    next.failures.tested[unit] = tested[known];
  }
  return { ...next, failures: withView(next.failures, next.units, next.view) };
}

/** Share of the tokens of a parse that must be left, else the rest is parsed afresh. */
const thin = 0.7;

export function shouldParse({ view, units, cuts }: State): boolean {
  return cuts.length > 0 || view.tokens < thin * units.tree.weight[0];
}

/** After these went; `length` is that of the text then. */
export function gone(state: State, batch: readonly Member[], length: number): State {
  const tests = state.tests + 1;
  const removed = removedWith(state, batch);
  const traits = batch.map((member) => member.traits);
  const view = viewOf(state.units, state.names, removed);
  return {
    ...state,
    removed,
    cuts: cutsWith(state, batch),
    view,
    failures: withView(state.failures, state.units, view),
    fresh: freshAmong({ units: state.units, view }),
    queue: undefined,
    length,
    tests,
    since: tests,
    chances: state.chances.taught(traits, false),
  };
}

/** After this one could not go alone; `tested`, or refused. */
export function stayed(state: State, { unit, traits }: Member, tested: boolean): State {
  const { failures, units, view, tests, chances } = state;
  return {
    ...state,
    failures: failing(failures, units, view, unit, tests, tested),
    tests: tests + 1,
    chances: tested ? chances.taught([traits], true) : chances,
  };
}

/** The text without what went and without these. */
export function candidateOf(state: State, batch: readonly Member[]): Candidate {
  const { base, units, context } = state;
  const { text } = units.tree;
  const ranges = [...removalRanges(units.tree, removedWith(state, batch)), ...cutsWith(state, batch)];
  return { base, edits: tidyCuts(text, ranges, scopeOf(text.length, context.fixed)) };
}

function cutsWith({ cuts, units }: State, batch: readonly Member[]): Range[] {
  return [...cuts, ...batch.flatMap(({ unit }) => cutsOf(units, unit))];
}

/** What goes beside elements: around the source of a hoist, in the margins. */
function cutsOf({ tree, siblings, from, source, margin }: Units, unit: number): Range[] {
  const element = siblings[from[unit]];
  const [start, end] = [tree.start[element], tree.end[element]];
  if (source[unit] >= 0) {
    return [
      { start, end: tree.start[source[unit]] },
      { start: tree.end[source[unit]], end },
    ];
  }
  if (margin[unit] === 0) return [];
  const name = margins[margin[unit]];
  return [
    { start: name === 'after' ? start : tree.before[element], end: name === 'before' ? end : tree.after[element] },
  ];
}

function removedWith({ removed, units }: State, batch: readonly Member[]): Removed {
  const all = removed.slice();
  for (const { unit } of batch) goneWith(units, unit, (element) => (all[element] = 1));
  return all;
}
