/**
 * Rules of a grammar for deleting: the children of a node that are members of a REPEAT, the optional ones, and the tokens that go with
 * them. The build reads them from `grammar.json`; the tables are loaded with the grammar.
 */
import { FormReader } from './grammarForm';
import type { GrammarJson, GrammarRule } from './grammarForm';
import type { RuleUnits, Units } from './grammarSlots';
import { RuleReading } from './ruleReading';

export function unitsOf(grammar: GrammarJson): Units {
  const reader = new FormReader(grammar);
  const aliases = Object.values(grammar.rules).flatMap(aliasesIn);
  const sources = new Set(aliases.map(({ content }) => content?.name));
  const rules: Record<string, RuleUnits> = {};
  const add = (name: string, sources: readonly GrammarRule[]) => {
    const read = new RuleReading();
    for (const rule of sources) read.rule(reader.form(rule));
    const units = read.units();
    if (units.slots.length > 0) rules[name] = units;
  };
  for (const [name, rule] of Object.entries(grammar.rules)) {
    if (!reader.isHidden(name) || sources.has(name)) add(name, [rule]);
  }
  // The parser forgets a rule that always has the same alias: the alias stands for all its rules.
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

function aliasesIn(rule: GrammarRule): GrammarRule[] {
  const inside = [...(rule.members ?? []), ...(rule.content ? [rule.content] : [])].flatMap(aliasesIn);
  return rule.type === 'ALIAS' && rule.named ? [rule, ...inside] : inside;
}
