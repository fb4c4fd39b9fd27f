/**
 * Lists of very many elements: a reducer whose first steps are of ten would take thousands. Runs of neighbours come first, as many of
 * them as each has members; the reducer is given the runs, and then the members of those that stay.
 */
import type { Experience } from '../reducers/experience';
import type { ElementList, Kept } from '../reducers/list';
import { map, then } from '../search/compose';
import type { Search } from '../search/search';
import type { ReduceList } from './strategy';

/** Elements of the longest list that is reduced as it is. */
const longest = 1000;

export function inRuns(reduceList: ReduceList): ReduceList {
  return (list, experience) =>
    list.size <= longest
      ? reduceList(list, experience)
      : then(runsFirst(list, experience, reduceList), (kept) => membersOf(list, kept, experience, reduceList));
}

/** The elements of the runs that stay. */
function runsFirst(list: ElementList, experience: Experience, reduceList: ReduceList): Search<Kept, Kept> {
  const length = Math.ceil(Math.sqrt(list.size));
  const count = Math.ceil(list.size / length);
  const members = (run: number) =>
    Array.from({ length: Math.min(length, list.size - run * length) }, (_, place) => run * length + place);
  const weight = (run: number) => members(run).reduce((sum, element) => sum + list.weight(element), 0);
  const elementsOf = (runs: Kept) => Int32Array.from(Array.from(runs).flatMap(members));
  return map(reduceList({ size: count, weight }, experience), elementsOf, elementsOf);
}

function membersOf(list: ElementList, kept: Kept, experience: Experience, reduceList: ReduceList) {
  const rest = { size: kept.length, weight: (index: number) => list.weight(kept[index]) };
  const elementsOf = (indices: Kept) => Int32Array.from(indices, (index) => kept[index]);
  // Where no run could go, the list is as long as it was: then one by one.
  const next = kept.length < list.size ? inRuns(reduceList) : reduceList;
  return map(next(rest, experience), elementsOf, elementsOf);
}
