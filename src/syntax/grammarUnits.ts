/**
 * What a grammar says of deleting: which children of a node are members of a REPEAT, which are optional, and which tokens go
 * with them. Read from `grammar.json` by the build; the tables are loaded with the grammar.
 */
import { childrenOf, FormReader, leastChildren, partsOf, tokensOf } from './grammarForm';
import type { Form, GrammarJson, GrammarRule } from './grammarForm';

/** What is known of some children of a node. */
export interface Slot {
  /** 0: optional. From 1: members of the same REPEAT have the same number. */
  readonly list: number;
  /** Tokens before and after that go with one of them; in a run, with all of it. */
  readonly lead: readonly string[];
  readonly trail: readonly string[];
  /** Do neighbours form a run, whose tokens go only when all of it goes? */
  readonly isRun: boolean;
  /** Tokens between two of them. */
  readonly separators: readonly string[];
  /** How many have to stay. */
  readonly least: 0 | 1;
  /** Are there others of the same type that are required? */
  readonly isMixed: boolean;
}

export interface RuleUnits {
  readonly slots: readonly Slot[];
  /** By type of the child: index of its slot, for each field if that makes a difference. -1: required. */
  readonly children: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

export interface Units {
  /** Node types that a rule of another name may have: only for them the node must be asked for its rule. */
  readonly aliased: readonly string[];
  readonly rules: Readonly<Record<string, RuleUnits>>;
}

export function unitsOf(grammar: GrammarJson): Units {
  const reader = new FormReader(grammar);
  const aliases = Object.values(grammar.rules).flatMap(aliasesIn);
  const sources = new Set(aliases.map(({ content }) => content?.name));
  const rules: Record<string, RuleUnits> = {};
  const add = (name: string, sources: readonly GrammarRule[]) => {
    const read = new Reading();
    for (const rule of sources) read.rule(reader.form(rule));
    const units = read.units();
    if (units.slots.length > 0) rules[name] = units;
  };
  for (const [name, rule] of Object.entries(grammar.rules)) {
    if (!reader.isHidden(name) || sources.has(name)) add(name, [rule]);
  }
  // A rule that has always the same alias is forgotten by the parser: the alias stands for all its rules.
  for (const value of new Set(aliases.map((alias) => alias.value!))) {
    if (grammar.rules[value]) continue;
    const contents = aliases.filter((alias) => alias.value === value).map(({ content }) => content!);
    add(
      value,
      contents.map((content) => grammar.rules[content.name ?? ''] ?? content),
    );
  }
  const aliased = aliases.filter(({ content }) => content?.name !== undefined && rules[content.name]);
  return { aliased: [...new Set(aliased.map(({ value }) => value!))], rules };
}

/** A slot while it grows. */
class Growing {
  readonly lead: Set<string>;
  readonly trail: Set<string>;
  readonly separators = new Set<string>();
  least: 0 | 1 = 0;
  /** The slot that it turned out to be. */
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

  /** Takes over what `other` knows. */
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

  /** For children with tokens of their `own`. */
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

/** Children of one type and field: the slot they may have, and whether one of them is required. */
interface Found {
  slot?: Growing;
  required: boolean;
  /** Tokens of their own in a list of unlike members. */
  readonly lead: Set<string>;
  readonly trail: Set<string>;
}

/** Where a form stands: required, optional (`free`) with the tokens around it, or in a list. */
interface Place {
  readonly free: boolean;
  readonly lead: readonly string[];
  readonly trail: readonly string[];
  readonly list?: Growing;
}

const required: Place = { free: false, lead: [], trail: [] };
const optional: Place = { free: true, lead: [], trail: [] };

/** Reads the children of one rule. */
class Reading {
  /** By type, then by field. */
  private readonly found = new Map<string, Map<string, Found>>();

  rule(form: Form): void {
    this.read(form, required);
  }

  private read(form: Form, place: Place): void {
    if (form.is === 'child') this.note(form.type, form.field, place);
    else if (form.is === 'one') {
      const inside = form.blank && !place.list ? optional : place;
      for (const part of form.parts) this.read(part, inside);
    } else if (form.is !== 'token') this.sequence(partsOf(form), place);
  }

  /** In an optional sequence the only child that must be there has the tokens around it for lead and trail. */
  private sequence(parts: readonly Form[], place: Place): void {
    const main = mainPart(parts);
    const { before, after } = tokensAround(parts, main);
    const around = place.free
      ? { ...place, lead: [...place.lead, ...before], trail: [...place.trail, ...after] }
      : place;
    const lists = parts.map((part, index) => {
      if (part.is !== 'many') return undefined;
      const joined = parts.findIndex((other) => other.is !== 'many' && overlap(other, memberOf(part)));
      const here = main >= 0 && (index === main || joined === main) ? around : required;
      return this.list(part, here, joined >= 0 && leastChildren(parts[joined]) > 0);
    });
    parts.forEach((part, index) => {
      if (part.is === 'many') return;
      const member = lists.findIndex((list, at) => list && overlap(part, memberOf(parts[at])));
      if (member >= 0) this.read(part, { ...required, list: lists[member]!.whole });
      else this.read(part, index === main ? around : required);
    });
  }

  /** The slot of a REPEAT; `begun`: one member stands before or after it. */
  private list(form: Form & { is: 'many' }, place: Place, begun: boolean): Growing {
    const list = place.list?.whole ?? new Growing(true, place.lead, place.trail);
    if (!place.list) list.least = (begun || form.least) && !place.free ? 1 : 0;
    const alternatives = form.part.is === 'one' ? form.part.parts : [form.part];
    for (const alternative of alternatives) {
      const parts = partsOf(alternative);
      const main = mainPart(parts);
      const { before, after } = tokensAround(parts, main);
      const separated = alternatives.length === 1;
      if (separated) list.separatedBy(before, after);
      const own = separated ? { lead: [], trail: [] } : { lead: before, trail: after };
      this.read(alternative, main < 0 ? required : { free: false, ...own, list });
    }
    return list;
  }

  private note(type: string, field: string, { free, lead, trail, list }: Place): void {
    const fields = this.found.get(type) ?? new Map<string, Found>();
    this.found.set(type, fields);
    const found = fields.get(field) ?? { required: false, lead: new Set(), trail: new Set() };
    fields.set(field, found);
    if (!list && !free) {
      found.required = true;
      return;
    }
    if (list) for (const token of lead) found.lead.add(token);
    if (list) for (const token of trail) found.trail.add(token);
    const slot = list?.whole ?? new Growing(false, lead, trail);
    const before = found.slot?.whole;
    found.slot = before ?? slot;
    if (!before) return;
    const [into, from] = slot.isList && !before.isList ? [slot, before] : [before, slot];
    into.join(from);
    found.slot = into;
  }

  units(): RuleUnits {
    const lists = new Map<Growing, number>();
    const slots: Slot[] = [];
    const indices = new Map<string, number>();
    const indexOf = (found: Found): number => {
      if (!found.slot) return -1;
      const { whole } = found.slot;
      if (whole.isList && !lists.has(whole)) lists.set(whole, lists.size + 1);
      const made = whole.made(lists.get(whole) ?? 0, found);
      const key = JSON.stringify(made);
      if (!indices.has(key)) indices.set(key, slots.push(made) - 1);
      return indices.get(key)!;
    };
    const children: Record<string, number | Record<string, number>> = {};
    for (const [type, fields] of this.found) {
      const byField = Object.fromEntries([...fields].map(([field, found]) => [field, indexOf(found)]));
      const all = new Set(Object.values(byField));
      children[type] = all.size > 1 ? byField : [...all][0];
    }
    return { slots, children };
  }
}

/** The part with the only child that must be there; with the only children, if none must. -1: there is none, or several. */
function mainPart(parts: readonly Form[]): number {
  const indices = [...parts.keys()];
  const needed = indices.filter((index) => leastChildren(parts[index]) > 0);
  if (needed.length > 0) return needed.length === 1 && leastChildren(parts[needed[0]]) === 1 ? needed[0] : -1;
  const bearing = indices.filter((index) => childrenOf(parts[index]).length > 0);
  return bearing.length === 1 ? bearing[0] : -1;
}

/** What a REPEAT repeats: of each alternative the child that must be there. `one?, two` repeats `two`, whatever stands before it. */
function memberOf(form: Form): Form {
  if (form.is !== 'many') return form;
  const alternatives = form.part.is === 'one' ? form.part.parts : [form.part];
  const members = alternatives.map((alternative) => {
    const parts = partsOf(alternative);
    return parts[mainPart(parts)] ?? alternative;
  });
  return { is: 'one', parts: members, blank: false };
}

function tokensAround(parts: readonly Form[], main: number): { before: string[]; after: string[] } {
  if (main < 0) return { before: [], after: [] };
  return { before: parts.slice(0, main).flatMap(tokensOf), after: parts.slice(main + 1).flatMap(tokensOf) };
}

/** Have they children of the same type and field? */
function overlap(one: Form, other: Form): boolean {
  const keys = new Set(childrenOf(other).map(({ type, field }) => `${field}:${type}`));
  return childrenOf(one).some(({ type, field }) => keys.has(`${field}:${type}`));
}

function aliasesIn(rule: GrammarRule): GrammarRule[] {
  const inside = [...(rule.members ?? []), ...(rule.content ? [rule.content] : [])].flatMap(aliasesIn);
  return rule.type === 'ALIAS' && rule.named ? [rule, ...inside] : inside;
}
