/** The units of a text with what relates them: which unit gives a name, and what is around each. */
import type { ElementTree } from '../elementTree';
import { Reading } from './reading';
import type { NeedsRules } from './rules';
import type { Unit, UnitTable } from './units';

export function readUnits(tree: ElementTree, rules: NeedsRules): UnitTable {
  const units = new Reading(tree, rules).read();
  const given = nameGroups(units);
  for (const unit of units) relate(unit, units, given);
  return { tree, rules, units, byName: nameGroups(units) };
}

function nameGroups(units: readonly Unit[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  units.forEach(({ names }, index) => {
    for (const name of names) {
      const group = groups.get(name);
      if (group) group.push(index);
      else groups.set(name, [index]);
    }
  });
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
