/**
 * Strategies that give lists of tree elements to the list reducer: HDD, HDDr, coarse HDD, and the order of Perses. A strategy chooses the
 * lists and their order; a pass reduces one list after the other and turns the candidates of the reducer into texts.
 */
import * as l10n from '@vscode/l10n';
import { type ElementList, type Kept, wholeList } from '../../reducers/list';
import { type Experience, learn, noExperience } from '../../reducers/options';
import { makeSkippable, map, mapResult, rejecting, then, unfold, withLabel } from '../../search/compose';
import { type Search, done, trial } from '../../search/search';
import { type ElementTree, childrenOf, groupBy } from '../../syntax/elementTree';
import type { Removed } from '../../syntax/removal';
import { type Candidate, candidateSource } from '../../text/source';
import { polish } from '../moves/canonical';
import { singles } from '../moves/deletions';
import { hoists, jumps } from '../moves/hoists';
import type { StrategyOptions } from '../options';
import { type ParsedText, cutsOf, heaviestFirst, mayGo, parsedText } from '../parsedText';
import { inSequence, parsing, shrinking, untilSettled } from '../pipelines/steps';
import { type LacksNeeds, lacksNeeds } from './dependencies';
import type { ReduceList, Step, Strategy, StrategyContext } from '../strategy';

/** HDD (Misherghi & Su 2006): level by level from the root; a list is what is left of a level, without elements that the grammar requires. */
export const hdd: Strategy = {
  name: 'hdd',
  description: 'Works down the syntax tree, one level at a time (HDD).',
  needsTree: true,
  usesReducer: true,
  options: ['direction', 'needs'],
  search: toTreeMinimum(passes(levelsOf)),
};

/** HDDr (Kiss, Hodován & Gyimóthy 2018): children of one parent that share a slot are a list; parents breadth-first from the root. */
export const hddr: Strategy = {
  name: 'hddr',
  description: 'Works down the syntax tree, one group of children at a time (HDDr).',
  needsTree: true,
  usesReducer: true,
  options: ['traversal', 'direction', 'needs'],
  search: toTreeMinimum(passes(familiesOf)),
};

/** Coarse HDD (Hodován, Kiss & Gyimóthy 2017): deletes only what the grammar allows, members of repetitions and optional children. */
export const coarse: Strategy = {
  name: 'coarse',
  description: 'HDDr on repeated and optional elements only. Few tests, larger results.',
  needsTree: true,
  usesReducer: true,
  options: ['traversal', 'direction', 'needs'],
  search: parsing(shrinking(inSequence(passes(familiesOf), polish))),
};

/**
 * The order of Perses (Sun et al. 2018): heavy nodes first. The deletable children of a node form lists for the reducer; a required
 * child is replaced by one of its descendants.
 */
export const perses: Strategy = {
  name: 'perses',
  description: 'The order of Perses: lists of the heaviest nodes first, then replacement by descendants.',
  needsTree: true,
  usesReducer: true,
  options: ['direction', 'needs'],
  search: parsing(shrinking(inSequence(untilSettled(inSequence(jumps, passes(byWeight), hoists)), polish))),
};

/** Makes the result of lists 1-tree-minimal: the lists, single deletions until none holds, then the blank lines that are left. */
function toTreeMinimum(lists: Step): Step {
  return parsing(shrinking(inSequence(lists, singles, polish)));
}

function levelsOf({ tree }: Pass): ListAt {
  const levels: number[][] = [];
  for (let element = 1; element < tree.count; element++) {
    const level = (levels[tree.depth[element] - 1] ??= []);
    if (tree.slot[element] >= 0) level.push(element);
  }
  return (pass, turn) => {
    if (turn >= levels.length) return undefined;
    const elements = levels[turn].filter((element) => alive(pass, element) && mayGo(pass, element));
    return { elements, label: l10n.t('Removing elements, level {0} of {1}', turn + 1, levels.length) };
  };
}

/** Lists parent by parent, from the root: level by level, or depth-first. */
function familiesOf({ tree }: Pass, { traversal }: StrategyOptions): ListAt {
  const elements = [...tree.start.keys()];
  return listsUnder(tree, traversal === 'depth' ? elements : elements.sort((a, b) => tree.depth[a] - tree.depth[b]));
}

/** A node is never heavier than its parent: by weight, parents come before their children. */
function byWeight({ tree }: Pass): ListAt {
  return listsUnder(tree, heaviestFirst(tree, tree.start.keys()));
}

/**
 * Lists of the children of these elements, in this order; an element comes after its parent. Elements that seem to be required are in no
 * list; they are tried alone at the end. Lists are made in their turn, as there may be a million of them: of each only the first element
 * is known before.
 */
function listsUnder(tree: ElementTree, parents: Iterable<number>): ListAt {
  const { slot, parent } = tree;
  const heads = Array.from(parents).flatMap((element) => {
    const children = childrenOf(tree, element).filter((child) => slot[child] >= 0);
    return [...groupBy(children, (child) => slot[child]).values()].map(([head]) => head);
  });
  return (pass, turn) => {
    if (turn >= heads.length) return undefined;
    const head = heads[turn];
    const family = alive(pass, parent[head]) ? childrenOf(tree, parent[head]) : [];
    const elements = family.filter((element) => slot[element] === slot[head] && mayGo(pass, element));
    return { elements, label: l10n.t('Removing elements, list {0} of {1}', turn + 1, heads.length) };
  };
}

/** A parsed text and the elements removed so far. */
export interface Pass extends ParsedText {
  /** Copied on write. */
  readonly removed: Removed;
  /** Knowledge from the lists so far. */
  readonly experience: Experience;
  /** Refuses candidates, if asked to. */
  readonly lacksNeeds?: LacksNeeds;
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
    const start: Pass = {
      ...text,
      removed: new Uint8Array(text.tree.count),
      experience,
      lacksNeeds: context.options.needs === 'on' ? lacksNeeds(text, context.language) : undefined,
    };
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
  const reduced = makeSkippable(
    list.size === 1 ? tryLast : reduceList(list, pass.experience),
    () => wholeList(list),
    (left) => left,
  );
  const isLacking = pass.lacksNeeds?.(pass.removed);
  // A reducer stops at one element; in a tree this one may go too.
  return then(
    map(
      isLacking ? rejecting(reduced, (left) => isLacking(remove(left).removed)) : reduced,
      (left) => candidateOf(remove(left)),
      (left) => left,
    ),
    (left) =>
      left.length === 1 && list.size > 1
        ? reduceElements(note(left), [elements[left[0]]], reduceList)
        : done(note(left)),
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
