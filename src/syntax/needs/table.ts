/**
 * The units of a text with what relates them: which unit gives a name, what is around each, and which names mean something inside one body,
 * or one implementation, only.
 */
import type { Edit } from '../../text/source';
import { addTo, rangeOf, textOf, type ElementTree } from '../elementTree';
import type { Removed } from '../removal';
import { relateFiles } from './files';
import { foreignClasses } from './foreign';
import { childIn } from './names';
import { readLines } from './plain';
import { Reading } from './reading';
import type { NeedsRules } from './rules';
import type { Tier, Unit, UnitTable } from './units';

export function readUnits(tree: ElementTree, rules: NeedsRules): UnitTable {
  const { units, bound } = rules.isPlain ? readLines(tree) : new Reading(tree, rules).read();
  dropLocalNames(units, bound, rules);
  relateImplementations(units);
  const links = relateFiles(units);
  const given = nameGroups(units);
  for (const unit of units) relate(unit, units, given);
  const byName = nameGroups(units);
  const isBundle = units.some(({ file }) => file >= 0);
  // Each program of a bundle has a function `main` of its own.
  if (isBundle)
    byName.set(
      'main',
      (byName.get('main') ?? []).filter((one) => units[one].owner >= 0),
    );
  const linked = new Set(links.flatMap((name) => byName.get(name) ?? []));
  const foreign = rules.isLinked ? foreignClasses({ tree, units, byName }) : new Set<number>();
  return { tree, rules, units, byName, isBundle, linked, foreign };
}

function nameGroups(units: readonly Unit[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  units.forEach(({ names }, index) => names.forEach((name) => addTo(groups, name, index)));
  return groups;
}

function relate(unit: Unit, units: readonly Unit[], byName: ReadonlyMap<string, readonly number[]>): void {
  const isGiven = (name: string, test: (one: Unit) => boolean) =>
    (byName.get(name) ?? []).some((one) => !units[one].isOpen && test(units[one]));
  // Units come in the order of the text: what is around one is related already.
  if (unit.parent >= 0) {
    const around = units[unit.parent];
    const isOwner = around.names.size > 0 && !around.isOpen && !around.type.startsWith('import');
    unit.owner = isOwner ? unit.parent : around.owner;
    unit.bodyOf = around.kind === 'body' ? unit.parent : around.bodyOf;
  }
  for (const name of unit.conditions) {
    if (unit.names.has(name) || !isGiven(name, ({ kind }) => kind === 'declaration')) unit.conditions.delete(name);
  }
  unit.body = unit.children.find((child) => units[child].kind === 'body') ?? -1;
  const { scope } = unit;
  if (scope === undefined) return;
  unit.isOutside = unit.kind === 'declaration' && isGiven(scope, ({ kind }) => kind !== 'statement');
  // `T C::x(args);` is a variable.
  if (unit.isOutside && unit.body < 0 && unit.type === 'declaration') unit.isFunction = false;
}

/** A name that is bound by a parameter or pattern uses nothing outside; one of a local statement uses only that. */
function dropLocalNames(
  units: readonly Unit[],
  bound: ReadonlyMap<number, ReadonlySet<string>>,
  { declares = false }: NeedsRules,
): void {
  const locals = localsOf(units, declares);
  /** The nearest unit that binds names, from each one on. */
  const binding: number[] = [];
  units.forEach((unit, index) => {
    const isBinding = locals.has(index) || bound.has(index);
    binding.push(isBinding ? index : (binding[unit.parent] ?? -1));
    for (const name of [...unit.uses]) {
      if (unit.others.has(name)) continue;
      for (let around = binding[index]; around >= 0; around = binding[units[around].parent] ?? -1) {
        const isLocal = locals.get(around)?.has(name);
        if (!isLocal && !bound.get(around)?.has(name)) continue;
        unit.uses.delete(name);
        if (isLocal) unit.uses.add(`${name}@${around}`);
        break;
      }
    }
  });
  for (const [body, names] of locals) {
    for (const [name, statements] of names) {
      for (const { names: own } of statements) {
        own.delete(name);
        own.add(`${name}@${body}`);
      }
    }
  }
}

/** By body: its statements that give a name. */
function localsOf(units: readonly Unit[], declares: boolean): Map<number, Map<string, Unit[]>> {
  const locals = new Map<number, Map<string, Unit[]>>();
  const assignments: Unit[] = [];
  for (const unit of units) {
    const { kind, parent, names, type, scope } = unit;
    if (kind !== 'statement' || parent < 0 || type === 'using_declaration' || scope !== undefined) continue;
    if (declares && /^(?:expression_statement|assignment(?:_expression)?)$/.test(type)) assignments.push(unit);
    else if (units[parent].kind === 'body') {
      const known = locals.get(parent) ?? new Map<string, Unit[]>();
      locals.set(parent, known);
      for (const name of names) addTo(known, name, unit);
    }
  }
  for (const unit of assignments) {
    for (const name of unit.names) {
      let around = unit.parent;
      while (around >= 0 && !locals.get(around)?.has(name)) around = units[around].parent;
      if (around >= 0) locals.get(around)!.get(name)!.push(unit);
    }
  }
  return locals;
}

const isImport = (unit: Unit | undefined) => unit !== undefined && /^(?:scoped_)?use/.test(unit.type);

/** What implementations in Rust are for: what is not declared here is no condition. */
function relateImplementations(units: readonly Unit[]): void {
  const declared = new Set(
    units.flatMap((unit) =>
      unit.implementation || unit.kind === 'statement' || isImport(unit) || isImport(units[unit.parent])
        ? []
        : [...unit.names],
    ),
  );
  for (const { implementation, names, children } of units) {
    if (!implementation) continue;
    for (const name of names) if (!declared.has(name)) names.delete(name);
    const { type, trait, isOfTrait } = implementation;
    if (type !== undefined && !declared.has(type)) implementation.type = undefined;
    implementation.isOfForeignTrait = isOfTrait && !(trait !== undefined && declared.has(trait));
    const functions = children.filter((child) => units[child].type === 'function_item');
    implementation.members = functions.flatMap((child) => [...units[child].names]);
  }
}

/** The unit and all that are in it. */
export function withInner(units: readonly Unit[], unit: number): readonly number[] {
  const all = [unit];
  for (const one of all) for (const child of units[one].children) all.push(child);
  return all;
}

/** The elements of units that do not stay, and the shells of their bodies. */
export function withoutUnneeded({ tree, units }: UnitTable, live: Uint8Array): { removed: Removed; shells: Edit[] } {
  const removed = new Uint8Array(tree.count);
  const shells: Edit[] = [];
  units.forEach(({ element, before, parent, shell }, unit) => {
    if (live[unit] || (parent >= 0 && !live[parent])) return;
    for (const one of before) removed[one] = 1;
    if (shell !== undefined && !tree.fillers.has(element)) shells.push({ ...rangeOf(tree, element), insert: shell });
    else removed[element] = 1;
  });
  return { removed, shells };
}

/** Does a class implement what is declared elsewhere? Its members are then needed by names that the text need not have. */
export function isOfForeignInterface({ units, byName }: UnitTable, { interfaces }: Unit): boolean {
  const isDeclared = (unit: number) => !/import|^use|using/.test(units[unit].type);
  return [...interfaces].some((name) => !byName.get(name)?.some(isDeclared));
}

/** What `using ::f` names, if that is declared here. */
export function namedByUsing({ units, byName }: UnitTable, { type, kind, names }: Unit): number[] {
  if (type !== 'using_declaration' || kind !== 'declaration') return [];
  const isGiver = (one: number) => units[one].kind === 'declaration' && units[one].type !== 'using_declaration';
  return [...names].flatMap((name) => byName.get(name)!.filter(isGiver));
}

/**
 * What a unit may not be without: an enumeration in C an enumerator; a block in a language that is not known a line, that which uses least.
 * A line before a comma goes on in the next one.
 */
export function contentOf({ tree, units, rules }: UnitTable, unit: number, tier: Tier): number | undefined {
  const goesOn = ({ element }: Unit) => /^\s*,/.test(tree.text.slice(tree.end[element], tree.end[element] + 9));
  const isContent = (child: Unit) =>
    child.kind === 'enumerator' || (rules.isPlain && tier !== 'lean' && child.kind === 'statement' && !goesOn(child));
  const contents = units[unit].children.filter((child) => isContent(units[child]));
  return contents.sort((a, b) => units[a].uses.size - units[b].uses.size)[0];
}

/** Of a type in Rust, which has to use each of its parameters: for each one its members that do, the shortest first. */
export function usesOfParameters({ tree, units }: UnitTable, unit: number): (readonly number[])[] {
  const { type, element, children } = units[unit];
  const list = /^(?:struct|enum|union)_item$/.test(type) ? childIn(tree, element, 'type_parameters') : undefined;
  if (list === undefined) return [];
  const shortestFirst = children.toSorted((a, b) => tree.weight[units[a].element] - tree.weight[units[b].element]);
  const parameters = Array.from(textOf(tree, list).matchAll(/'?\b[A-Za-z_]\w*(?=\s*[,>:=])/g), ([name]) => name);
  return parameters.flatMap((name) => {
    const isUsing = (member: number) => new RegExp(`${name}\\b`).test(textOf(tree, units[member].element));
    const using = shortestFirst.filter((member) => units[member].kind !== 'noise' && isUsing(member));
    return using.length > 0 ? [using] : [];
  });
}
