/**
 * Groups after names: `(a, b)` after a function and each of its calls, `<T>` after a type, `[i]` after an array. Groups after the same
 * name with the same bracket form a family; the i-th member of one belongs to the i-th members of the others. The closure of a deletion
 * adds what must go too to keep a program meaningful: members of other groups, groups, uses of names.
 */
import { childrenOf, type ElementTree } from '../../syntax/elementTree';
import { type Name, memberAround } from './names';

interface Group {
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
  return Array.from(names, ({ occurrences }) => {
    const byBracket = new Map<string, Group[]>();
    for (const [key, group] of occurrences.flatMap((one) => [...groupsAfter(tree, one)])) {
      const family = byBracket.get(key) ?? [];
      family.push(group);
      byBracket.set(key, family);
    }
    return [...byBracket.values()].filter((family) => family.length > 1);
  }).flat();
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
    if (text[end - 1] === closer)
      return { start, end, element, members: childrenOf(tree, element).filter((child) => !tree.extra[child]) };
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

/** Further deletions that keep a program meaningful after a deletion: members of other groups, groups, uses of names. */
export interface Deletion {
  readonly elements: readonly number[];
  readonly groups: readonly Group[];
}

export interface Reach {
  /** Delete a name's uses with its first occurrence? */
  readonly uses: boolean;
  /** Delete a group with its only member? */
  readonly groups: boolean;
}

/** Position of a member. */
interface Membership {
  readonly family: Family;
  readonly group: Group;
  readonly index: number;
}

/** Returns a function that adds the further deletions; undefined if it would delete everything. */
export function closure(
  tree: ElementTree,
  names: readonly Name[],
  families: readonly Family[],
): (seed: Deletion, reach: Reach) => Deletion | undefined {
  const places = new Map<number, Membership>();
  const familyOf = new Map<Group, Family>();
  for (const family of families) {
    for (const group of family) {
      familyOf.set(group, family);
      group.members.forEach((member, index) => places.set(member, { family, group, index }));
    }
  }
  const introduced = new Map(names.map(({ occurrences }) => [occurrences[0], occurrences.slice(1)]));
  return (seed, reach) => closureOf(tree, { places, familyOf, introduced }, seed, reach);
}

interface Relations {
  readonly places: ReadonlyMap<number, Membership>;
  readonly familyOf: ReadonlyMap<Group, Family>;
  /** From the first occurrence of a name to the others. */
  readonly introduced: ReadonlyMap<number, readonly number[]>;
}

function closureOf(
  tree: ElementTree,
  { places, familyOf, introduced }: Relations,
  seed: Deletion,
  reach: Reach,
): Deletion | undefined {
  const elements = new Set<number>();
  const groups = new Set<Group>();
  /** 1 for a deleted element and for everything inside it. */
  const gone = new Uint8Array(tree.count);
  const waiting: number[] = [];
  const addElement = (element: number) => {
    if (gone[element]) return;
    elements.add(element);
    gone.fill(1, element, tree.last[element] + 1);
    waiting.push(element);
  };
  const addGroup = (group: Group) => {
    if (groups.has(group)) return;
    groups.add(group);
    group.members.forEach(addElement);
    familyOf.get(group)?.forEach(addGroup);
  };
  const followMember = ({ family, group, index }: Membership) => {
    if (reach.groups && group.members.length === 1) addGroup(group);
    else for (const { members } of family) if (index < members.length) addElement(members[index]);
  };
  seed.groups.forEach(addGroup);
  seed.elements.forEach(addElement);
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element === 0) return undefined;
    const place = places.get(element);
    if (place) followMember(place);
    for (let inside = element; reach.uses && inside <= tree.last[element]; inside++)
      for (const use of introduced.get(inside) ?? []) if (!gone[use]) addElement(memberAround(tree, use));
  }
  return { elements: [...elements], groups: [...groups] };
}
