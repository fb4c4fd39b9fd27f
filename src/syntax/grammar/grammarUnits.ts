/**
 * Rules of a grammar for deleting: the children of a node that are members of a REPEAT, the optional ones, and the tokens that go with
 * them. The build reads them from `grammar.json`; the tables are loaded with the grammar.
 */
import type { RuleUnits, Slot, Units } from '../frame';
import {
  childrenOf,
  FormReader,
  Growing,
  leastChildren,
  partsOf,
  tokensOf,
  type Form,
  type Found,
  type GrammarJson,
  type GrammarRule,
} from './grammarForm';

export function unitsOf(grammar: GrammarJson): Units {
  const reader = new FormReader(grammar);
  const aliases = Object.values(grammar.rules).flatMap(aliasesIn);
  const sources = new Set(aliases.map(({ content }) => content?.name));
  const rules: Record<string, RuleUnits> = {};
  const add = (name: string, sources: readonly GrammarRule[]) => {
    const reading = new RuleReading();
    for (const rule of sources) reading.read(reader.form(rule));
    const units = reading.units();
    if (units.slots.length > 0) rules[name] = units;
  };
  for (const [name, rule] of Object.entries(grammar.rules)) {
    if (!reader.isHidden(name) || sources.has(name)) add(name, [rule]);
  }
  // The parser forgets a rule that always has the same alias: the alias stands for all its rules.
  for (const value of new Set(aliases.map((alias) => alias.value!))) {
    if (Object.hasOwn(grammar.rules, value)) continue;
    const contents = aliases.filter((alias) => alias.value === value).map(({ content }) => content!);
    add(
      value,
      contents.map((content) => grammar.rules[content.name ?? ''] ?? content),
    );
  }
  const aliased = aliases.filter(({ content }) => content?.name !== undefined && Object.hasOwn(rules, content.name));
  return { aliased: [...new Set(aliased.map(({ value }) => value!))], rules };
}

function aliasesIn(rule: GrammarRule): GrammarRule[] {
  const inside = [...(rule.members ?? []), ...(rule.content ? [rule.content] : [])].flatMap(aliasesIn);
  return rule.type === 'ALIAS' && rule.named ? [rule, ...inside] : inside;
}

/** Position of a form: required, optional (`free`) with the tokens around it, or in a list. */
interface FormPosition {
  readonly free: boolean;
  readonly lead: readonly string[];
  readonly trail: readonly string[];
  readonly list?: Growing;
}

const required: FormPosition = { free: false, lead: [], trail: [] };
const optional: FormPosition = { free: true, lead: [], trail: [] };

class RuleReading {
  /** By type, then by field. */
  private readonly found = new Map<string, Map<string, Found>>();

  read(form: Form, place = required): void {
    if (form.is === 'child') this.note(form.type, form.field, place);
    else if (form.is === 'one') {
      const inside = form.blank && !place.list ? optional : place;
      for (const part of form.parts) this.read(part, inside);
    } else if (form.is !== 'token') this.sequence(partsOf(form), place);
  }

  /** In an optional sequence, the only required child gets the tokens around it as lead and trail. */
  private sequence(parts: readonly Form[], place: FormPosition): void {
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
  private list(form: Form & { is: 'many' }, place: FormPosition, begun: boolean): Growing {
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

  private note(type: string, field: string, { free, lead, trail, list }: FormPosition): void {
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

/** The part with the only required child; if none is required, the part with the only children. -1: there is none, or several. */
function mainPart(parts: readonly Form[]): number {
  const indices = [...parts.keys()];
  const needed = indices.filter((index) => leastChildren(parts[index]) > 0);
  if (needed.length > 0) return needed.length === 1 && leastChildren(parts[needed[0]]) === 1 ? needed[0] : -1;
  const bearing = indices.filter((index) => childrenOf(parts[index]).length > 0);
  return bearing.length === 1 ? bearing[0] : -1;
}

/** The repeated member of a REPEAT: the required child of each alternative. `one?, two` repeats `two`, with or without `one`. */
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

/** Do they have children of the same type and field? */
function overlap(one: Form, other: Form): boolean {
  const keys = new Set(childrenOf(other).map(({ type, field }) => `${field}:${type}`));
  return childrenOf(one).some(({ type, field }) => keys.has(`${field}:${type}`));
}
