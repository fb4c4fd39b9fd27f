/** A pass that reduces one list after the other: which lists, and in what order, is the strategy. */
import { labelled, map, unfold } from '../search/compose';
import type { Search } from '../search/search';
import type { Candidate } from '../text/candidate';
import { reduceElements } from './pass';
import type { Pass } from './pass';
import type { ReduceList } from './strategy';

/** The `turn`-th list of a pass, seen from what the lists before it have left; undefined after the last. */
export type ListAt = (pass: Pass, turn: number) => { elements: readonly number[]; label: string } | undefined;

export function reduceLists(start: Pass, listAt: ListAt, reduceList: ReduceList): Search<Candidate, Pass> {
  interface Step {
    readonly pass: Pass;
    readonly turn: number;
  }
  const search = unfold<Candidate, Step>({ pass: start, turn: 0 }, ({ pass, turn }) => {
    const list = listAt(pass, turn);
    if (!list) return undefined;
    const reduced = reduceElements(pass, list.elements, reduceList);
    return labelled(
      map(
        reduced,
        (candidate) => candidate,
        (after) => ({ pass: after, turn: turn + 1 }),
      ),
      list.label,
    );
  });
  return map(
    search,
    (candidate) => candidate,
    ({ pass }) => pass,
  );
}
