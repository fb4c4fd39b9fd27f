/**
 * The decision tree that CHISEL's ddmin learns from the verdicts so far (Heo et al. 2018, "Effective Program Debloating via
 * Reinforcement Learning"). An inner node asks whether an element is present; a leaf knows the lists that reached it.
 *
 * Every list that kept the property contains all the elements left. A list that lacks the element of a node therefore meets failures
 * only. The tree grows along its "present" side; each new node is the element that most of the failures lack.
 */
import type { Kept } from '../list';

/** The missing elements of a list, of those still there; ascending. */
export type Lack = Kept;

/** Nodes from the root along "present"; the leaf at the end is for lists that lack nothing. */
export type VerdictTree = readonly VerdictNode[];

interface VerdictNode {
  readonly element: number;
  /** The failures that lack it. */
  readonly absent: readonly Lack[];
}

/** The tree of these failures; each of them lacks something. */
export function grown(failures: readonly Lack[]): VerdictTree {
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

export interface Prediction {
  /** Failures at the leaf that the list reaches. */
  readonly failures: number;
  /** A list that lacked a large part of the same elements, and nothing else, failed; this list will fail too. */
  readonly hopeless: boolean;
}

/** A failed list makes this one hopeless only above this share: less would rule out elements that only go together. */
const largePart = 0.5;

export function predicted(tree: VerdictTree, lack: Lack): Prediction {
  const lacks = new Set(lack);
  const leaves = tree.filter(({ element }) => lacks.has(element));
  const saysAll = (failed: Lack) =>
    failed.length > largePart * lack.length && failed.every((element) => lacks.has(element));
  return { failures: leaves[0]?.absent.length ?? 0, hopeless: leaves.some(({ absent }) => absent.some(saysAll)) };
}
