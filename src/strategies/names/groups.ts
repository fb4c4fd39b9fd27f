/**
 * Groups after names: `(a, b)` after a function and each of its calls, `<T>` after a type, `[i]` after an array. Groups after the same
 * name with the same bracket form a family; the i-th member of one belongs to the i-th members of the others. The closure of a deletion
 * adds what must go too to keep a program meaningful: members of other groups, groups, uses of names.
 */
import type { ElementTree } from '../../syntax/elementTree';
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
  return (seed, reach) => new Closure(tree, { places, familyOf, introduced }, reach).of(seed);
}

interface Relations {
  readonly places: ReadonlyMap<number, Membership>;
  readonly familyOf: ReadonlyMap<Group, Family>;
  /** From the first occurrence of a name to the others. */
  readonly introduced: ReadonlyMap<number, readonly number[]>;
}

class Closure {
  private readonly elements = new Set<number>();
  private readonly groups = new Set<Group>();
  private readonly waiting: number[] = [];
  /** 1 for a deleted element and for everything inside it. */
  private readonly gone: Uint8Array;

  constructor(
    private readonly tree: ElementTree,
    private readonly relations: Relations,
    private readonly reach: Reach,
  ) {
    this.gone = new Uint8Array(tree.count);
  }

  of(seed: Deletion): Deletion | undefined {
    for (const group of seed.groups) this.addGroup(group);
    for (const element of seed.elements) this.addElement(element);
    for (let element = this.waiting.pop(); element !== undefined; element = this.waiting.pop()) {
      if (element === 0) return undefined;
      this.follow(element);
    }
    return { elements: [...this.elements], groups: [...this.groups] };
  }

  private addGroup(group: Group): void {
    if (this.groups.has(group)) return;
    this.groups.add(group);
    for (const member of group.members) this.addElement(member);
    for (const other of this.relations.familyOf.get(group) ?? []) this.addGroup(other);
  }

  private addElement(element: number): void {
    if (this.gone[element]) return;
    this.elements.add(element);
    this.gone.fill(1, element, this.tree.last[element] + 1);
    this.waiting.push(element);
  }

  private follow(element: number): void {
    const place = this.relations.places.get(element);
    if (place) this.followMember(place);
    if (!this.reach.uses) return;
    for (let inside = element; inside <= this.tree.last[element]; inside++) {
      for (const use of this.relations.introduced.get(inside) ?? []) {
        if (!this.gone[use]) this.addElement(memberAround(this.tree, use));
      }
    }
  }

  private followMember({ family, group, index }: Membership): void {
    if (this.reach.groups && group.members.length === 1) return this.addGroup(group);
    for (const { members } of family) if (index < members.length) this.addElement(members[index]);
  }
}
