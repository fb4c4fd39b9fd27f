/**
 * CHISEL's ddmin (Heo et al. 2018): the phases of ddmin, with a decision tree learned from the verdicts so far. The tree orders the
 * candidates of a phase and skips hopeless ones. Single deletions end the search: 1-minimal.
 *
 * An inner node of the tree asks whether an element is present; a leaf knows the lists that reached it. Every list that kept the
 * property contains all the elements left. A list that lacks the element of a node therefore meets failures only. The tree grows along
 * its "present" side; each new node is the element that most of the failures lack.
 */
import { then } from '../search/compose';
import { done, lazy, phase, type Search } from '../search/search';
import { candidatesOf, finer, firstCut, kinds, labelOf, type Cut, type Kind } from './parts/granularity';
import { minus, type Kept, type ListReducer } from './list';
import { singleDeletions } from './parts/sweep';

/** The missing elements of a list, of those still there; ascending. */
type Lack = Kept;

interface State {
  readonly cut: Cut;
  /** For each failed list: the elements it lacks, of those that are still in the current list. */
  readonly failures: readonly Lack[];
}

export const chisel: ListReducer = {
  name: 'chisel',
  description: 'ddmin with learning: a decision tree orders the candidates and skips hopeless ones; 1-minimal.',
  source: 'Heo et al. 2018, Effective Program Debloating via Reinforcement Learning',
  options: ['order', 'granularity'],
  search: (list, options) =>
    then(iteration({ cut: firstCut(list, options), failures: [] }, kinds[options.order]), (kept) =>
      singleDeletions(kept),
    ),
};

/** One pass through ddmin's main loop: each kind of candidate that is not hopeless, then a finer cut. */
function iteration(state: State, order: readonly Kind[], turn = 0): Search<Kept, Kept> {
  const { cut, failures } = state;
  if (cut.kept.length < 2) return done(cut.kept);
  if (turn === order.length) {
    const next = finer(cut);
    return next ? iteration({ cut: next, failures }, order) : done(cut.kept);
  }
  const { chance, become } = candidatesOf(order[turn], cut);
  const lackOf = (index: number) => minus(cut.kept, become(index).kept);
  const hopeful = rank(cut.parts, lackOf, failures);
  const learn = (count: number) => [...failures, ...hopeful.slice(0, count).map(({ index }) => lackOf(index))];
  return phase({
    label: labelOf(order[turn], cut),
    kind: order[turn] === 'subsets' ? 'subset' : undefined,
    joint: turn + 1 < order.length,
    alternatives: lazy(hopeful.length, (rank) => become(hopeful[rank].index).kept),
    chance: (rank) => chance / (1 + hopeful[rank].failures),
    held(rank) {
      const next = become(hopeful[rank].index);
      return iteration({ cut: next, failures: stillThere(learn(rank), next.kept) }, order);
    },
    none: (why) => iteration({ cut, failures: why === 'fails' ? learn(hopeful.length) : failures }, order, turn + 1),
  });
}

/** The candidates that are not hopeless, those with the fewest failures at their leaf first. */
function rank(count: number, lackOf: (index: number) => Lack, failures: readonly Lack[]) {
  const tree = growTree(failures);
  return Array.from({ length: count }, (_, index) => ({ index, ...predict(tree, lackOf(index)) }))
    .filter(({ hopeless }) => !hopeless)
    .sort((a, b) => a.failures - b.failures || a.index - b.index);
}

/** The failures, limited to the elements that are left; a failure that lacks none of them teaches nothing now. */
function stillThere(failures: readonly Lack[], kept: Kept): Lack[] {
  const left = new Set(kept);
  return failures.map((lack) => lack.filter((element) => left.has(element))).filter((lack) => lack.length > 0);
}

/** Nodes from the root along "present"; the leaf at the end is for lists that lack nothing. */
type VerdictTree = readonly VerdictNode[];

interface VerdictNode {
  readonly element: number;
  /** The failures that lack it. */
  readonly absent: readonly Lack[];
}

/** The tree of these failures; each of them lacks something. */
export function growTree(failures: readonly Lack[]): VerdictTree {
  const tree: VerdictNode[] = [];
  for (let open = failures; open.length > 0;) {
    const element = mostLacked(open);
    tree.push({ element, absent: open.filter((lack) => lack.includes(element)) });
    open = open.filter((lack) => !lack.includes(element));
  }
  return tree;
}

function mostLacked(failures: readonly Lack[]): number {
  const counts = new Map<number, number>();
  for (const lack of failures) for (const element of lack) counts.set(element, (counts.get(element) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

/** A failed list makes this one hopeless only above this share: less would rule out elements that only go together. */
const largePart = 0.5;

/**
 * `failures`: at the leaf that the list reaches. `hopeless`: a list that lacked a large part of the same elements, and nothing else,
 * failed; this list will fail too.
 */
export function predict(tree: VerdictTree, lack: Lack): { failures: number; hopeless: boolean } {
  const lacks = new Set(lack);
  const leaves = tree.filter(({ element }) => lacks.has(element));
  const saysAll = (failed: Lack) =>
    failed.length > largePart * lack.length && failed.every((element) => lacks.has(element));
  return { failures: leaves[0]?.absent.length ?? 0, hopeless: leaves.some(({ absent }) => absent.some(saysAll)) };
}
