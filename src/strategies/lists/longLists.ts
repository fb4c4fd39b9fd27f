/**
 * Very long lists: a reducer whose first steps take ten elements would need thousands of tests. The list is first cut into runs of
 * neighbours, about as many runs as members per run. The reducer gets the runs, then the members of the runs that stay.
 */
import type { Experience } from '../../reducers/experience';
import type { ElementList, Kept } from '../../reducers/list';
import { map, then } from '../../search/compose';
import type { Search } from '../../search/search';
import type { ReduceList } from '../strategy';

/** Longest list that is reduced directly. */
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
  // If no run could go, the list is as long as before: then one by one.
  const next = kept.length < list.size ? inRuns(reduceList) : reduceList;
  return map(next(rest, experience), elementsOf, elementsOf);
}
