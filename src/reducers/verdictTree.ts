/**
 * The decision tree that CHISEL's ddmin learns from the verdicts so far (Heo et al. 2018, "Effective Program Debloating via
 * Reinforcement Learning"). Inner nodes ask whether an element is present; a leaf knows the lists that came there.
 *
 * Every list that kept the property contains all that is still there, so whoever lacks the element of a node meets failures only:
 * the tree grows along its "present" side, each time by the element that most of the failures lack.
 */
import type { Kept } from './list';

/** What a list lacks of the elements that are still there; ascending. */
export type Lack = Kept;

/** Nodes from the root along "present"; the leaf at the end is where nothing is lacking. */
export type VerdictTree = readonly VerdictNode[];

interface VerdictNode {
  readonly element: number;
  /** The failures that lack it. */
  readonly absent: readonly Lack[];
}

/** The tree of these failures, none of which lacks nothing. */
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
  /** Failures at the leaf that a list comes to. */
  readonly failures: number;
  /** A list that lacked a large part of what this one lacks, and nothing else, failed: so will this one. */
  readonly hopeless: boolean;
}

/** More than this share of a lack has to have failed to make it hopeless: less says nothing of what only goes together. */
const largePart = 0.5;

export function predicted(tree: VerdictTree, lack: Lack): Prediction {
  const lacks = new Set(lack);
  const leaves = tree.filter(({ element }) => lacks.has(element));
  const saysAll = (failed: Lack) =>
    failed.length > largePart * lack.length && failed.every((element) => lacks.has(element));
  return { failures: leaves[0]?.absent.length ?? 0, hopeless: leaves.some(({ absent }) => absent.some(saysAll)) };
}
