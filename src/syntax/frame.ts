/** The children of one node while the elements of a tree are read: the tokens between them, and the child of each token. */
import { addTo } from './elementTree';
import type { Rows } from './rows';

/** Rules for some children of a node. */
export interface Slot {
  /** 0: optional. From 1: members of the same REPEAT have the same number. */
  readonly list: number;
  /** Tokens before and after one of them that go with it; in a run, with all of the run. */
  readonly lead: readonly string[];
  readonly trail: readonly string[];
  /** Do neighbours form a run? Its tokens go only with all of it. */
  readonly isRun: boolean;
  /** Tokens between two of them. */
  readonly separators: readonly string[];
  /** How many have to stay. */
  readonly least: 0 | 1;
  /** Are other children of the same type required? */
  readonly isMixed: boolean;
}

export interface RuleUnits {
  readonly slots: readonly Slot[];
  /** By type of the child: index of its slot, for each field if the field matters. -1: required. */
  readonly children: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

export interface Units {
  /** Node types that a rule of another name may have. Only their nodes must be asked for the rule. */
  readonly aliased: readonly string[];
  readonly rules: Readonly<Record<string, RuleUnits>>;
}

/** Rules for the children of a node: `free` if nothing is known, so that each is tried; or the grammar's rules; undefined for none. */
export type Children = 'free' | RuleUnits | undefined;

const separators = new Set([',', '|', '&']);

interface Token {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export class Frame {
  /** The last child, if a separator may join the next one to it; and its slot. */
  private member = -1;
  private memberSlot: Slot | undefined;
  /** The last child, if no token came after it. */
  private last = -1;
  /** Tokens since the last child. */
  private tokens: Token[] = [];
  /** The separator after the member. */
  private separator: Token | undefined;
  /** The last child, while all tokens after it trail it. */
  private trailed: { readonly element: number; readonly slot: Slot } | undefined;
  /** The last list of a REPEAT so far, and the comments before the first list. A comment is a member of the list around it. */
  private list = 0;
  private early: number[] = [];
  /** Children that cannot all go, by slot. */
  private needed: Map<Slot, number[]> | undefined;

  constructor(
    private readonly rows: Rows,
    /** The element that owns the children. */
    readonly element: number,
    readonly type: string,
    readonly children: Children,
  ) {}

  /** Adds a child that is an element; `slot` is undefined if it is required. */
  child(element: number, slot: Slot | undefined, isExtra: boolean): void {
    this.rows.columns.before[element] = this.tokens.at(-1)?.start ?? -1;
    this.last = element;
    if (!isExtra) this.join(element, slot);
    if (isExtra) this.place(element);
    else if (slot && slot.list > 0) this.enter(slot.list);
    this.tokens = [];
  }

  token(token: Token): void {
    const { rows } = this;
    if (this.last >= 0) rows.columns.after[this.last] = token.end;
    this.last = -1;
    this.tokens.push(token);
    const after = this.member >= 0 && !this.separator;
    if (after && this.separates(token.type)) {
      this.separator = token;
      return;
    }
    if (after && token.type === ';' && token.end < rows.columns.end[this.element] && !this.type.startsWith('for')) {
      rows.columns.end[this.member] = token.end;
      this.member = -1;
      this.trailed = undefined;
      return;
    }
    this.closeList();
    if (this.trailed?.slot.trail.includes(token.type)) rows.columns.trailing[this.trailed.element] = token.end;
    else this.trailed = undefined;
  }

  /** Call after the last child. `mayBeEmpty`: a filler would replace the last child. */
  close(mayBeEmpty: boolean): void {
    this.closeList();
    if (mayBeEmpty || !this.needed) return;
    for (const [slot, elements] of this.needed) {
      const members = slot.isMixed ? this.membersOnly(slot, elements) : elements;
      for (const element of members) this.rows.columns.least[element] = slot.least;
      const tooFew = slot.least === 1 || (slot.isMixed && members === elements);
      if (members.length === 1 && tooFew) this.rows.columns.slot[members[0]] = -1;
    }
  }

  /** Some of the elements are required: those without tokens beside them, if the slot has such tokens. */
  private membersOnly(slot: Slot, elements: number[]): number[] {
    const { rows } = this;
    if (slot.lead.length + slot.trail.length === 0) return elements;
    for (const element of elements) if (!rows.hasCompany(element)) rows.columns.slot[element] = -1;
    return elements.filter((element) => rows.columns.slot[element] >= 0);
  }

  private join(element: number, slot: Slot | undefined): void {
    const { rows, member, separator } = this;
    const same = slot !== undefined && slot.list > 0 && this.memberSlot?.list === slot.list;
    if (separator && !same && this.isPrefix(slot)) return;
    if (separator && (same || separators.has(separator.type))) rows.join(member, element, separator.start);
    else if (same && member >= 0 && this.tokens.length === 0 && slot.isRun)
      rows.join(member, element, rows.columns.start[element]);
    else rows.columns.leading[element] = this.leadOf(slot);
    if (slot?.least || slot?.isMixed) addTo((this.needed ??= new Map()), slot, element);
    this.member = element;
    this.memberSlot = slot;
    this.separator = undefined;
    this.trailed = slot && { element, slot };
  }

  /** `private` in `A, private B`: stands after the separator, before the member, and goes with neither. */
  private isPrefix(slot: Slot | undefined): boolean {
    return slot !== undefined && (this.memberSlot?.list ?? 0) > 0 && this.leadOf(slot) < 0;
  }

  private place(extra: number): void {
    if (this.list > 0) this.rows.columns.slot[extra] = this.list;
    else this.early.push(extra);
  }

  private enter(list: number): void {
    this.list = list;
    for (const extra of this.early) this.rows.columns.slot[extra] = list;
    this.early = [];
  }

  /** A semicolon is not a separator: it ends the element before it. */
  private separates(type: string): boolean {
    return separators.has(type) || (type !== ';' && this.memberSlot?.separators.includes(type) === true);
  }

  /** Start of the tokens right before a child that go with it; -1 if there are none. */
  private leadOf(slot: Slot | undefined): number {
    let start = -1;
    for (let at = this.tokens.length - 1; at >= 0 && slot?.lead.includes(this.tokens[at].type); at--) {
      start = this.tokens[at].start;
    }
    return start;
  }

  private closeList(): void {
    if (this.separator) this.rows.columns.trailing[this.member] = this.separator.end;
    this.member = -1;
    this.separator = undefined;
  }
}
