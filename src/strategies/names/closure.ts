/** Further deletions that keep a program meaningful after a deletion: members of other groups, groups, uses of names. */
import type { ElementTree } from '../../syntax/elementTree';
import type { Family, Group } from './groups';
import { memberAround, type Name } from './names';

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
