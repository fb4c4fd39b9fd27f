/** The files of a bundle as units: what each names, and what others get by naming it. */
import { textOf, type ElementTree } from '../elementTree';
import { languageOf } from '../languages';
import { childIn, namesIn, typeOf } from './names';
import { hasNeedsRules } from './rules';
import type { Unit, UnitTable } from './units';

export const fileTypes = /^file(?:\.\w+)?$/;

/** Are the names in a file of this type read? */
export function isProgram(type: string): boolean {
  const language = languageOf(type)?.id;
  return language !== undefined && hasNeedsRules(language);
}

/** What is imported by naming the file. */
const wholeExport =
  /^(?:module\.exports\s*=|exports(?:\.default|\[["']default["']\])\s*=|export\s+default\b|export\s*=)/;

/** What TypeScript makes of `export … from`. */
const definedExport = /^Object\.defineProperty\((?:module\.)?exports, *["']([\w$]+)["']/;

/** Notes which files a unit names, or its name as a file; and what others get of it by names that its own file need not have. */
export function noteExports(tree: ElementTree, units: readonly Unit[], unit: Unit): void {
  const { element, type, names, uses, file, parent } = unit;
  const named = tree.names?.get(element);
  if (named !== undefined) (fileTypes.test(type) ? names : uses).add(named);
  const text = textOf(tree, element);
  const isSpecifier = type === 'export_specifier';
  if (isSpecifier) for (const name of namesIn(tree, element).slice(-1)) names.add(name);
  if (isSpecifier ? /\bdefault$/.test(text) : parent === file && wholeExport.test(text))
    for (const name of units[file].names) names.add(name);
  if (parent !== file) return;
  const [, defined] = definedExport.exec(text) ?? [];
  if (defined !== undefined) names.add(defined);
}

const fileMark = '\0';

/** The names of files of a bundle to which there are links; a file that neither names another nor is named stays. */
export function relateFiles(units: readonly Unit[]): string[] {
  const named = new Set<string>();
  const naming = new Set<number>();
  for (const unit of units) {
    const files = filesIn(unit);
    if (files.length === 0) continue;
    for (const name of files) named.add(name);
    naming.add(unit.file);
    unit.isLink = unit.names.size === 0 && unit.parent === unit.file && unit.children.length === 0;
    if (unit.type.startsWith('preproc')) unit.isWildcard = false;
  }
  units.forEach((unit, index) => {
    if (unit.file === index && !naming.has(index) && ![...unit.names].some((name) => named.has(name)))
      unit.isWildcard = true;
  });
  return units.flatMap((unit) => (unit.isLink ? filesIn(unit) : []));
}

/** What only names another file stays with both files. */
export function linksOf({ units, byName }: UnitTable, { children }: Unit): { link: number; target: number }[] {
  const isFile = (unit: number) => units[unit].file === unit;
  return children
    .filter((child) => units[child].isLink)
    .flatMap((link) => {
      const targets = filesIn(units[link]).flatMap((name) => byName.get(name)?.filter(isFile) ?? []);
      return targets.map((target) => ({ link, target }));
    });
}

/** A statement of a module, `extend(a, b);`, with each name of the module that it may change: it stays with that. */
export function effectsIn({ units, byName, isBundle, rules }: UnitTable): (readonly [name: string, unit: number])[] {
  if (!isBundle || !rules.isDynamic) return [];
  return units.flatMap(({ kind, names, uses, file, parent, isLink }, unit) => {
    if (kind !== 'declaration' || names.size > 0 || parent !== file || isLink) return [];
    const own = [...uses].filter((name) => byName.get(name)?.some((one) => units[one].parent === file));
    return own.map((name) => [name, unit] as const);
  });
}

function filesIn({ uses }: Unit): string[] {
  return [...uses].filter((name) => name.startsWith(fileMark));
}

/** Of a bundle of browserify or webpack that is one text. */
export interface BundledModules {
  /** `4: [function …]` and `'./a': 4` by the name that they give. */
  readonly pairs: ReadonlyMap<number, string>;
  /** Where such a name stands: `require('./a')`, and the 4 of `'./a': 4`. */
  readonly uses: ReadonlyMap<number, string>;
  /** Of the functions that are modules. */
  readonly bodies: ReadonlySet<number>;
}

/** A module is a function, or a list of one and of what its imports stand for. */
export function bundledModules(tree: ElementTree): BundledModules {
  const pairs = new Map<number, string>();
  const uses = new Map<number, string>();
  const bodies = new Set<number>();
  // `require(4)` is not read as a use, so a number is a key only where imports stand for it.
  const isKey = (pair: number) => typeOf(tree, pair + 1) === 'string' || /^\d+\s*:\s*\[/.test(textOf(tree, pair));
  const isModule = (pair: number) => {
    const object = tree.parent[pair];
    const value = childIn(tree, pair, 'value');
    const isGiven = typeOf(tree, tree.parent[object]) === 'arguments' && isKey(pair);
    return isGiven && value !== undefined && /^[[(]*(?:function\b|\([\w$, ]*\)\s*=>)/.test(textOf(tree, value));
  };
  const nameOfKey = (pair: number) => textOf(tree, pair + 1).replace(/^["']|["']$/g, '');
  for (let element = 1; element < tree.count; element++) {
    if (typeOf(tree, element) !== 'pair') continue;
    const list = tree.parent[tree.parent[element]];
    if (isModule(element)) {
      pairs.set(element, nameOfKey(element));
      let body = element;
      while (body <= tree.last[element] && typeOf(tree, body) !== 'statement_block') body++;
      bodies.add(body);
    } else if (typeOf(tree, list) === 'array' && pairs.has(tree.parent[list])) {
      const value = childIn(tree, element, 'value')!;
      pairs.set(element, nameOfKey(element));
      uses.set(value, textOf(tree, value));
    }
  }
  const names = new Set(pairs.values());
  for (let element = 1; pairs.size > 0 && element < tree.count; element++) {
    if (typeOf(tree, element) !== 'string' || pairs.has(tree.parent[element])) continue;
    const name = nameOfKey(element - 1);
    if (names.has(name)) uses.set(element, name);
  }
  return { pairs, uses, bodies };
}
