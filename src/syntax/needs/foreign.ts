/** Classes of C++ with functions that are compiled elsewhere: that code knows where each field and each virtual function lies. */
import { textOf, type ElementTree } from '../elementTree';
import type { Unit, UnitTable } from './units';

export function foreignClasses({ tree, units, byName }: Pick<UnitTable, 'tree' | 'units' | 'byName'>): Set<number> {
  const foreign = new Set<number>();
  const isDefined = (name: string, scope: string) =>
    byName.get(name)!.some((one) => units[one].isOutside && units[one].scope === scope && units[one].body >= 0);
  for (const unit of units) {
    if (isInstance(tree, unit)) {
      const classes = [...unit.uses].flatMap((name) => byName.get(name) ?? []);
      for (const one of classes) if (isClass(units[one])) foreign.add(one);
    } else if (isDeclared(tree, unit) && !isTemplate(units[unit.owner])) {
      const [scope] = units[unit.owner].names;
      if (![...unit.names].some((name) => isDefined(name, scope))) foreign.add(unit.owner);
    }
  }
  return foreign;
}

/** Of such a class: its fields and virtual functions, each of which has its place. */
export function membersInPlace({ tree, units, foreign }: UnitTable, unit: number): number[] {
  if (!foreign.has(unit)) return [];
  const isVirtual = (element: number) => tree.text.startsWith('virtual', tree.start[element]);
  return units[unit].children.filter((child) => {
    const { kind, isFunction, element } = units[child];
    return kind === 'member' && (!isFunction || isVirtual(element));
  });
}

/** `extern template class C<int>;` */
function isInstance(tree: ElementTree, { type, element }: Unit): boolean {
  return (
    /^(?:ERROR|template_instantiation|declaration)$/.test(type) && /^extern\s+template\b/.test(textOf(tree, element))
  );
}

function isClass({ kind, isFunction, children }: Unit): boolean {
  return kind === 'declaration' && !isFunction && children.length > 0;
}

/** A member function without a body here. */
function isDeclared(tree: ElementTree, { kind, isFunction, body, owner, element }: Unit): boolean {
  return (
    kind === 'member' &&
    isFunction &&
    body < 0 &&
    owner >= 0 &&
    !/=\s*(?:0|default|delete)\s*;$/.test(textOf(tree, element))
  );
}

function isTemplate({ type }: Unit): boolean {
  return type === 'template_declaration';
}
