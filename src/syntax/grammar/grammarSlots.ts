/** Rules of a grammar for deleting the children of a node: the tables that the build makes, and a slot while the build fills it. */

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

/** A slot while the build fills it. */
export class Growing {
  readonly lead: Set<string>;
  readonly trail: Set<string>;
  readonly separators = new Set<string>();
  least: 0 | 1 = 0;
  /** The slot that it was merged into. */
  same?: Growing;

  constructor(
    readonly isList: boolean,
    lead: readonly string[],
    trail: readonly string[],
  ) {
    this.lead = new Set(lead);
    this.trail = new Set(trail);
  }

  get whole(): Growing {
    return this.same?.whole ?? this;
  }

  join(other: Growing): void {
    if (other === this) return;
    other.same = this;
    for (const set of ['lead', 'trail', 'separators'] as const) for (const token of other[set]) this[set].add(token);
    if (other.least) this.least = 1;
  }

  separatedBy(before: readonly string[], after: readonly string[]): void {
    for (const token of before) this.lead.add(token);
    for (const token of after) this.trail.add(token);
    for (const token of [...before, ...after]) this.separators.add(token);
  }

  /** For children with tokens of their own. */
  made(list: number, { required, lead, trail }: Found): Slot {
    return {
      list,
      lead: [...new Set([...this.lead, ...lead])],
      trail: [...new Set([...this.trail, ...trail])],
      isRun: this.isList && this.lead.size + this.trail.size > 0,
      separators: [...this.separators],
      least: this.least,
      isMixed: required,
    };
  }
}

/** Children of one type and field: their slot, if any, and whether one of them is required. */
export interface Found {
  slot?: Growing;
  required: boolean;
  /** Their own tokens in a list of unlike members. */
  readonly lead: Set<string>;
  readonly trail: Set<string>;
}
