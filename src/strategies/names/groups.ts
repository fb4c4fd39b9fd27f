/**
 * Groups after names: `(a, b)` after a function and each of its calls, `<T>` after a type, `[i]` after an array. Groups after the same
 * name with the same bracket form a family; the i-th member of one belongs to the i-th members of the others.
 */
import type { ElementTree } from '../../syntax/elementTree';
import type { Name } from './names';

export interface Group {
  /** UTF-16 offsets, including the brackets. */
  readonly start: number;
  readonly end: number;
  /** The element of the whole group; -1 if the brackets are tokens of a larger element. */
  readonly element: number;
  /** Elements between the brackets, without comments. */
  readonly members: readonly number[];
}

export type Family = readonly Group[];

const closerOf: Readonly<Record<string, string>> = { '(': ')', '<': '>', '[': ']', '{': '}' };
const opening = /[ \t]*((?:::)?[ \t]*([(<[{]))/y;

/** Limit on the groups after one name: `f<T>(x)(y)`. */
const mostInRow = 3;

/** The families with several groups. */
export function familiesOf(tree: ElementTree, names: Iterable<Name>): Family[] {
  const families: Family[] = [];
  for (const { occurrences } of names) {
    const byBracket = new Map<string, Group[]>();
    for (const occurrence of occurrences) {
      for (const [key, group] of groupsAfter(tree, occurrence)) {
        const family = byBracket.get(key);
        if (family) family.push(group);
        else byBracket.set(key, [group]);
      }
    }
    families.push(...[...byBracket.values()].filter((family) => family.length > 1));
  }
  return families;
}

/** By bracket: `(` for the first group in round brackets, `((` for the second. Braces count only right after the name. */
function groupsAfter(tree: ElementTree, name: number): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  let at = tree.end[name];
  let next = name + 1;
  while (groups.size < mostInRow) {
    opening.lastIndex = at;
    const [all, , bracket] = opening.exec(tree.text) ?? [];
    if (all === undefined || (bracket === '{' && groups.size > 0)) break;
    const open = at + all.length - 1;
    const group = groupAt(tree, next, at + all.search(/\S/), open, closerOf[bracket]);
    if (!group) break;
    let key = bracket;
    while (groups.has(key)) key += bracket;
    groups.set(key, group);
    at = group.end;
    while (next < tree.count && tree.start[next] < at) next++;
  }
  return groups;
}

/** The group whose bracket is at `open`; `next` is the element that starts there or after it. */
function groupAt(tree: ElementTree, next: number, start: number, open: number, closer: string): Group | undefined {
  const { text } = tree;
  for (let element = next; element < tree.count && tree.start[element] === open; element++) {
    const end = tree.end[element];
    if (text[end - 1] === closer) return { start, end, element, members: membersOf(tree, element) };
  }
  let end = open + 1;
  while (/\s/.test(text[end] ?? '')) end++;
  if (text[end] === closer) return { start, end: end + 1, element: -1, members: [] };
  if (next >= tree.count || tree.before[next] !== open) return undefined;
  return betweenTokens(tree, next, start, closer);
}

/** A group whose brackets are tokens: its members are siblings from `first` on. */
function betweenTokens(tree: ElementTree, first: number, start: number, closer: string): Group | undefined {
  const { text, after, last, parent, extra } = tree;
  const members: number[] = [];
  for (let member = first; member < tree.count && parent[member] === parent[first]; member = last[member] + 1) {
    if (!extra[member]) members.push(member);
    if (after[member] >= 0 && text[after[member] - 1] === closer) {
      return { start, end: after[member], element: -1, members };
    }
  }
  return undefined;
}

function membersOf({ last, extra }: ElementTree, group: number): number[] {
  const members: number[] = [];
  for (let child = group + 1; child <= last[group]; child = last[child] + 1) if (!extra[child]) members.push(child);
  return members;
}
