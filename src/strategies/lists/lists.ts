/**
 * Passes over a tree that reduce one list after the other. The strategy chooses the lists and their order; this file gives them to the
 * reducer and turns its candidates into texts.
 */
import { type ElementList, type Kept, wholeList } from '../../reducers/list';
import { learn, noExperience, type Experience } from '../../reducers/options';
import { withLabel, map, mapResult, then, unfold } from '../../search/compose';
import { done, trial, type Search } from '../../search/search';
import type { Removed } from '../../syntax/removal';
import { candidateSource, type Candidate } from '../../text/source';
import type { StrategyOptions } from '../options';
import { cutsOf, parsedText, type ParsedText } from '../parsedText';
import type { ReduceList, Step, StrategyContext } from '../strategy';
import { skippableList } from './flat';

/** A parsed text and the elements removed so far. */
export interface Pass extends ParsedText {
  /** Copied on write. */
  readonly removed: Removed;
  /** Knowledge from the lists so far. */
  readonly experience: Experience;
}

/** List number `turn` of a pass, after the deletions in the lists before it; undefined after the last. */
export type ListAt = (pass: Pass, turn: number) => { elements: readonly number[]; label: string } | undefined;

/**
 * Passes over the lists of the tree, until a pass changes nothing. Each pass parses the text again. `listsOf` gives the lists of a
 * tree, in order.
 */
export function passes(
  listsOf: (pass: Pass, options: StrategyOptions) => ListAt,
  experience: Experience = noExperience,
): Step {
  return (base, context) => {
    const text = parsedText(base, context);
    const start: Pass = { ...text, removed: new Uint8Array(text.tree.count), experience };
    return then(reduceLists(start, listsOf(start, context.options), context), (pass) => {
      const rest = candidateSource(candidateOf(pass));
      return rest.length === base.length ? done(rest) : passes(listsOf, pass.experience)(rest, context);
    });
  };
}

/** Neither removed itself nor under a removed element? */
export function alive({ tree, removed }: Pass, element: number): boolean {
  for (let at = element; at >= 0; at = tree.parent[at]) if (removed[at]) return false;
  return true;
}

function reduceLists(start: Pass, listAt: ListAt, { reduceList, options }: StrategyContext): Search<Candidate, Pass> {
  const search = unfold<Candidate, { pass: Pass; turn: number }>({ pass: start, turn: 0 }, ({ pass, turn }) => {
    const list = listAt(pass, turn);
    if (!list) return undefined;
    const elements = options.direction === 'forward' ? list.elements : [...list.elements].reverse();
    const reduced = mapResult(reduceElements(pass, elements, reduceList), (after) => ({ pass: after, turn: turn + 1 }));
    return withLabel(reduced, () => list.label);
  });
  return mapResult(search, ({ pass }) => pass);
}

/** Reduces the list of these elements, siblings or not; none is an ancestor of another. */
function reduceElements(pass: Pass, elements: readonly number[], reduceList: ReduceList): Search<Candidate, Pass> {
  if (elements.length === 0) return done(pass);
  /** The pass without these elements, but for those at the indices `left`. */
  const remove = (left: Kept): Pass => {
    const removed = pass.removed.slice();
    for (const element of elements) removed[element] = 1;
    for (const index of left) removed[elements[index]] = 0;
    return { ...pass, removed };
  };
  const note = (left: Kept): Pass => {
    return { ...remove(left), experience: learn(pass.experience, elements.length, left.length) };
  };
  const list = { size: elements.length, weight: (index: number) => Math.max(1, pass.tree.weight[elements[index]]) };
  if (list.size === 1) return map(skippableList(tryLast, list), (left) => candidateOf(remove(left)), note);
  const reduced = skippableList(reduceList(list, pass.experience), list);
  // A reducer stops at one element; in a tree this one may go too.
  return then(
    map(
      reduced,
      (left) => candidateOf(remove(left)),
      (left) => left,
    ),
    (left) => (left.length === 1 ? reduceElements(note(left), [elements[left[0]]], reduceList) : done(note(left))),
  );
}

/** The list of one element that is left: may it go too? */
const tryLast = trial<Kept, Kept>(
  () => new Int32Array(),
  0.3,
  () => done(new Int32Array()),
  () => done(Int32Array.of(0)),
);

function candidateOf(pass: Pass): Candidate {
  return { base: pass.base, edits: cutsOf(pass, pass.removed) };
}

/** Longest list that is reduced directly. */
const longest = 1000;

/**
 * Very long lists: a reducer whose first steps take ten elements would need thousands of tests. The list is first cut into runs of
 * neighbours, about as many runs as members per run. The reducer gets the runs, then the members of the runs that stay.
 */
export function inRuns(reduceList: ReduceList): ReduceList {
  return (list, experience) =>
    list.size <= longest
      ? reduceList(list, experience)
      : then(reduceRuns(list, experience, reduceList), (left) => reduceMembers(list, left, experience, reduceList));
}

/** The elements of the runs that stay. */
function reduceRuns(list: ElementList, experience: Experience, reduceList: ReduceList): Search<Kept, Kept> {
  const all = wholeList(list);
  const length = Math.ceil(Math.sqrt(list.size));
  const runs = Array.from({ length: Math.ceil(list.size / length) }, (_, run) =>
    all.subarray(run * length, (run + 1) * length),
  );
  const weight = (run: number) => runs[run].reduce((sum, element) => sum + list.weight(element), 0);
  const elementsOf = (left: Kept) => Int32Array.from(Array.from(left).flatMap((run) => [...runs[run]]));
  return map(reduceList({ size: runs.length, weight }, experience), elementsOf, elementsOf);
}

function reduceMembers(list: ElementList, left: Kept, experience: Experience, reduceList: ReduceList) {
  const rest = { size: left.length, weight: (index: number) => list.weight(left[index]) };
  const elementsOf = (indices: Kept) => indices.map((index) => left[index]);
  // If no run could go, the list is as long as before: then one by one.
  const next = left.length < list.size ? inRuns(reduceList) : reduceList;
  return map(next(rest, experience), elementsOf, elementsOf);
}
