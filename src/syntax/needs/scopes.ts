/** Which names mean something inside one body, or one implementation, only. */
import type { Unit } from './units';

/**
 * A name that is bound by a parameter uses nothing outside; one of a local statement uses only that. `bound`: by unit, the names that its
 * parameters and patterns bind.
 */
export function dropLocalNames(units: readonly Unit[], bound: ReadonlyMap<number, ReadonlySet<string>>): void {
  const locals = localsOf(units);
  /** The nearest unit that binds names, from each one on. */
  const binding: number[] = [];
  units.forEach((unit, index) => {
    const isBinding = locals.has(index) || bound.has(index);
    binding.push(isBinding ? index : (binding[unit.parent] ?? -1));
    for (const name of [...unit.uses]) {
      if (unit.others.has(name)) continue;
      for (let around = binding[index]; around >= 0; around = binding[units[around].parent] ?? -1) {
        const statements = locals.get(around)?.get(name);
        if (!statements && !bound.get(around)?.has(name)) continue;
        unit.uses.delete(name);
        if (statements) unit.uses.add(`${name}@${around}`);
        break;
      }
    }
  });
  for (const [body, names] of locals) {
    for (const [name, statements] of names) {
      for (const statement of statements) {
        units[statement].names.delete(name);
        units[statement].names.add(`${name}@${body}`);
      }
    }
  }
}

/** By body: its statements that give a name. */
function localsOf(units: readonly Unit[]): Map<number, Map<string, number[]>> {
  const locals = new Map<number, Map<string, number[]>>();
  units.forEach(({ kind, parent, names }, index) => {
    if (kind !== 'statement' || parent < 0 || units[parent].kind !== 'body') return;
    const known = locals.get(parent) ?? new Map<string, number[]>();
    locals.set(parent, known);
    for (const name of names) known.set(name, [...(known.get(name) ?? []), index]);
  });
  return locals;
}

/** What implementations in Rust are for: what is not declared here is no condition. */
export function relateImplementations(units: readonly Unit[]): void {
  const declared = new Set(
    units.flatMap(({ implementation, kind, names, type }) =>
      implementation || kind === 'statement' || type.startsWith('use') ? [] : [...names],
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
