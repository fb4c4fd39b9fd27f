/** State of the tree-wide search: one parse, the deletions since, and what verdicts have taught. Never written to. */
import type { ElementTree } from '../../syntax/elementTree';
import type { Removed } from '../../syntax/removal';
import type { Range } from '../../text/ranges';
import { render, candidateSource, type SourceText, type Candidate } from '../../text/source';
import { filesWithUses } from '../imports/inlineFiles';
import { type Mending, Repair } from '../needs/repair';
import { cutsOf } from '../parsedText';
import { scopeOf, type StrategyContext, type TextSearch } from '../strategy';
import { Chances, type Member } from './chances';
import { type Failures, carryFailures, noFailures, noteFailure, originsOf, refused, settle, tested } from './failures';
import { type NameTable, type Outlook, type View, nameTable, outlookOf, viewOf } from './view';
import { cutsBeside, goneWith, Kinds, unitsOf, type Units, type Wanted } from './units';
import { imports, isStatementOrEntry, isStatementOrRow, withUnused } from './statements';

/** The part of the state that outlasts a parse. */
export interface Course {
  readonly context: StrategyContext;
  readonly kinds: Kinds;
  readonly chances: Chances;
  readonly wanted: Wanted;
  /** At its end no element can go alone, as it is or with what it breaks mended. */
  readonly certifies?: boolean;
  /** How often candidates held as they are, and with what they break mended. */
  readonly ways: Ways;
  /** What follows a pass. */
  readonly ended: (state: State) => TextSearch;
}

export interface State extends Course {
  readonly base: SourceText;
  readonly units: Units;
  readonly names: NameTable;
  /** What a deletion breaks; unset for files, long texts, and where the language is not known. */
  readonly mending?: Mending;
  readonly removed: Removed;
  /** Text deleted around hoisted elements. */
  readonly cuts: readonly Range[];
  readonly view: View;
  readonly failures: Failures;
  readonly outlook: Outlook;
  /** Length of the current text, UTF-16 units. */
  readonly length: number;
  /** Of the text at the start of this pass. */
  readonly since: Extent;
  /** Of the text when each step that runs between passes had ended. */
  readonly seen: readonly Extent[];
}

/** Candidates of each way that held, and all of them; earlier ones count less. */
export type Ways = Readonly<Record<Way, readonly [held: number, all: number]>>;
export type Way = 'bare' | 'mended';

/** As in most languages at first. */
const firstWays: Ways = { bare: [1.6, 4], mended: [2, 4] };

/** Candidates that count. */
const mostCounted = 16;

export function rateOf(ways: Ways, way: Way): number {
  return ways[way][0] / ways[way][1];
}

/** With one more candidate. */
export function noteWay(ways: Ways, way: Way, isHeld: boolean): Ways {
  const [held, all] = ways[way];
  const share = Math.min(1, mostCounted / (all + 1));
  return { ...ways, [way]: [(held + Number(isHeld)) * share, (all + 1) * share] };
}

/** How long a text is: UTF-16 units, tokens. */
export interface Extent {
  readonly length: number;
  readonly tokens: number;
}

export const extentOf = ({ length, view }: State): Extent => ({ length, tokens: view.tokens });

/** For a step that has not run. */
export const nothingSeen: Extent = { length: Number.MAX_SAFE_INTEGER, tokens: Number.MAX_SAFE_INTEGER };

export function startState(text: SourceText, context: StrategyContext, ended: Course['ended']): State {
  const isFiles = context.until === 'files';
  const wanted = {
    runs: true,
    isWanted: isFiles ? isFile : wantedUntil[context.options.until],
    groupsOf: context.options.coupled === 'on' ? filesWithUses : undefined,
    withOthers: isFiles,
  };
  return parse({ context, kinds: new Kinds(), chances: Chances.none, wanted, ways: firstWays, ended }, text);
}

const wantedUntil = { tokens: undefined, statements: isStatementOrEntry, calls: isStatementOrRow };

/** Is it a file of a bundle, or a directory? */
function isFile({ text, start }: ElementTree, element: number): boolean {
  return text[start[element]] === '\0';
}

function parse(course: Course, base: SourceText): State {
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
    mending: mendingOf(course, tree),
    removed,
    cuts: [],
    view,
    failures: noFailures(units),
    outlook: outlookOf(units, view),
    length: base.length,
    since: { length: base.length, tokens: view.tokens },
    seen: [],
  };
}

/** Elements of a tree whose deletions are mended, at most. */
const mostMended = 60_000;

function mendingOf({ context, wanted }: Course, tree: ElementTree): Mending | undefined {
  const { language, until, options, fixed } = context;
  const isOn = options.coupled === 'on' && options.simplify === 'on' && language !== undefined && until !== 'files';
  if (!isOn || tree.count > mostMended || wanted.withOthers) return undefined;
  const text = { tree, scope: scopeOf(tree.text.length, fixed) };
  if (options.until !== 'tokens') return withUnused(text);
  const unused = withUnused(text, imports);
  const repair = new Repair(text, language);
  return (removed) => {
    const mended = repair.of(removed);
    const all = unused(mended?.removed ?? removed);
    return all ? { removed: all.removed, edits: mended?.edits ?? [] } : mended;
  };
}

/** The same text, parsed again. */
export function parseAgain(state: State, wanted = state.wanted): State {
  return carryOver({ ...state, wanted }, candidateSource(candidateOf(state, [])));
}

/** Goes on with a text that other steps have made of the state's. Units that failed are recognised by their place in the original. */
export function carryOver(state: State, text: SourceText): State {
  const next = parse(state, text);
  const { failures, view, since, seen } = state;
  const nameBefore = originsOf(state.base, state.units, view);
  const failed = view.open.filter((unit) => failures.now[unit] || failures.before[unit]);
  const numbers = new Map(Array.from(failed, (unit) => [nameBefore(unit), unit]));
  const nameAfter = originsOf(next.base, next.units, next.view);
  const failuresAfter = carryFailures(failures, next.units, next.view, (unit) => numbers.get(nameAfter(unit)));
  return { ...next, since, seen, failures: failuresAfter };
}

/** The start of another pass: everything may be tested again. */
export function nextPass(state: State): State {
  const { failures, units, view } = state;
  const again = { ...state, since: extentOf(state), failures: settle(failures, units, view, view, false) };
  return { ...again, outlook: outlookOf(units, view) };
}

/** If less than this share of the tokens of a parse is left, the rest is parsed again. Set by hand; no other share was measured. */
const thin = 0.7;

export function shouldParse({ view, units, cuts }: State): boolean {
  return cuts.length > 0 || view.tokens < thin * units.tree.weight[0];
}

/** The state after these went; `length`: of the text then. */
export function removeBatch(state: State, batch: readonly Member[], length: number): State {
  const traits = batch.map((member) => member.traits);
  return {
    ...remove(state, removedWith(state, batch), cutsWith(state, batch), length),
    chances: state.chances.taught(traits, false),
  };
}

/** The same parse with these elements removed. */
export function remove(state: State, removed: Removed, cuts: readonly Range[], length: number): State {
  const view = viewOf(state.units, state.names, removed);
  return {
    ...state,
    removed,
    cuts,
    view,
    failures: settle(state.failures, state.units, state.view, view),
    outlook: outlookOf(state.units, view),
    length,
  };
}

/** The state after this one could not go alone, in a test or because it was refused. */
export function noteStayed(state: State, { unit, traits }: Member, isTested: boolean): State {
  const { failures, units, view, chances } = state;
  return {
    ...state,
    failures: noteFailure(failures, units, view, unit, isTested ? tested : refused),
    chances: isTested ? chances.taught([traits], true) : chances,
  };
}

/** The text without the removed elements and without these units. */
export function candidateOf(state: State, batch: readonly Member[]): Candidate {
  const { base, context } = state;
  const { tree } = state.units;
  const scope = scopeOf(tree.text.length, context.fixed);
  return { base, edits: cutsOf({ tree, scope }, removedWith(state, batch), cutsWith(state, batch)) };
}

/** The same with what it breaks mended; undefined if it breaks nothing. */
export function mendedOf(state: State, batch: readonly Member[]): Candidate | undefined {
  const { base, context, mending } = state;
  const { tree } = state.units;
  const mended = mending?.(removedWith(state, batch));
  if (!mended) return undefined;
  const scope = scopeOf(tree.text.length, context.fixed);
  return { base, edits: cutsOf({ tree, scope }, mended.removed, [...cutsWith(state, batch), ...mended.edits]) };
}

/** The state after this candidate of these units. */
export function takeMended(state: State, batch: readonly Member[], candidate: Candidate): State {
  const chances = state.chances.taught(
    batch.map((member) => member.traits),
    false,
  );
  return carryOver({ ...state, chances }, candidateSource(candidate));
}

function cutsWith({ cuts, units }: State, batch: readonly Member[]): Range[] {
  return [...cuts, ...batch.flatMap(({ unit }) => cutsBeside(units, unit))];
}

function removedWith({ removed, units }: State, batch: readonly Member[]): Removed {
  const all = removed.slice();
  for (const { unit } of batch) goneWith(units, unit, (element) => (all[element] = 1));
  return all;
}
