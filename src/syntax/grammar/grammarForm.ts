/**
 * What the build reads in a tree-sitter `grammar.json`. A `Form` is a rule as the children of its node: hidden rules and supertypes are
 * inlined, aliases and fields are as in the tree, precedence is dropped. A `Growing` slot collects the rules for deleting some of them.
 */
import type { Slot } from '../frame';

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

/** A rule in tree-sitter's format. */
export interface GrammarRule {
  readonly type: string;
  readonly name?: string;
  readonly value?: string;
  readonly named?: boolean;
  readonly content?: GrammarRule;
  readonly members?: readonly GrammarRule[];
}

export interface GrammarJson {
  readonly rules: Readonly<Record<string, GrammarRule>>;
  readonly inline?: readonly string[];
  readonly supertypes?: readonly string[];
}

export type Form =
  | { readonly is: 'token'; readonly text: string }
  | { readonly is: 'child'; readonly type: string; readonly field: string }
  /** One after the other; flat. */
  | { readonly is: 'all'; readonly parts: readonly Form[] }
  /** A choice; `blank`: it may be empty. */
  | { readonly is: 'one'; readonly parts: readonly Form[]; readonly blank: boolean }
  | { readonly is: 'many'; readonly part: Form; readonly least: 0 | 1 };

/** No children at all. */
const nothing: Form = { is: 'all', parts: [] };

/** Reads rules of one grammar. Each hidden rule is read once. */
export class FormReader {
  private readonly hidden: ReadonlySet<string>;
  private readonly known = new Map<string, Form>();
  private readonly open: string[] = [];
  private readonly recursive = new Set<string>();

  constructor(private readonly grammar: GrammarJson) {
    this.hidden = new Set([...(grammar.inline ?? []), ...(grammar.supertypes ?? [])]);
  }

  /** Does the rule have no node of its own? */
  isHidden(name: string): boolean {
    return name.startsWith('_') || this.hidden.has(name);
  }

  form(rule: GrammarRule): Form {
    const { type, content, members = [], value = '' } = rule;
    if (type === 'STRING') return { is: 'token', text: value };
    if (type === 'SYMBOL') return this.symbol(rule.name!);
    if (type === 'ALIAS') return rule.named ? { is: 'child', type: value, field: '' } : { is: 'token', text: value };
    if (type === 'SEQ') return { is: 'all', parts: members.map((member) => this.form(member)).flatMap(partsOf) };
    if (type === 'CHOICE') return choice(members.map((member) => this.form(member)));
    if (type === 'REPEAT') return { is: 'many', part: this.form(content!), least: 0 };
    if (type === 'REPEAT1') return { is: 'many', part: this.form(content!), least: 1 };
    if (type === 'FIELD') return withField(this.form(content!), rule.name!);
    return content ? this.form(content) : nothing;
  }

  private symbol(name: string): Form {
    if (!this.isHidden(name)) return { is: 'child', type: name, field: '' };
    const rule = this.grammar.rules[name];
    const known = this.known.get(name);
    if (!rule || known) return known ?? nothing;
    if (this.open.includes(name)) {
      this.recursive.add(name);
      return nothing;
    }
    this.open.push(name);
    const form = this.form(rule);
    this.open.pop();
    const whole: Form = this.recursive.has(name) ? { is: 'many', part: form, least: 1 } : form;
    if (this.open.length === 0) this.known.set(name, whole);
    return whole;
  }
}

/** The parts of a sequence; anything else is a sequence of one. */
export function partsOf(form: Form): readonly Form[] {
  return form.is === 'all' ? form.parts : [form];
}

/** The least number of its children. */
export function leastChildren(form: Form): number {
  if (form.is === 'token') return 0;
  if (form.is === 'child') return 1;
  if (form.is === 'all') return form.parts.reduce((sum, part) => sum + leastChildren(part), 0);
  if (form.is === 'many') return form.least * leastChildren(form.part);
  return form.blank ? 0 : Math.min(...form.parts.map(leastChildren));
}

/** Every child that it may have. */
export function childrenOf(form: Form): readonly (Form & { is: 'child' })[] {
  if (form.is === 'token') return [];
  if (form.is === 'child') return [form];
  if (form.is === 'many') return childrenOf(form.part);
  return form.parts.flatMap(childrenOf);
}

/** The tokens of a form without children. */
export function tokensOf(form: Form): readonly string[] {
  if (form.is === 'token') return [form.text];
  if (form.is === 'child' || childrenOf(form).length > 0) return [];
  return form.is === 'many' ? tokensOf(form.part) : form.parts.flatMap(tokensOf);
}

function choice(forms: readonly Form[]): Form {
  const blank = (form: Form) => (form.is === 'one' ? form.blank : form.is === 'all' && form.parts.length === 0);
  const parts = forms.flatMap((form) => (form.is === 'one' ? form.parts : blank(form) ? [] : [form]));
  return { is: 'one', parts, blank: forms.some(blank) };
}

/** The tree names the innermost field. */
function withField(form: Form, field: string): Form {
  if (form.is === 'token') return form;
  if (form.is === 'child') return form.field === '' ? { ...form, field } : form;
  if (form.is === 'many') return { ...form, part: withField(form.part, field) };
  return { ...form, parts: form.parts.map((part) => withField(part, field)) };
}
