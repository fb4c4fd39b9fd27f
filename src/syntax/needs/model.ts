/**
 * What is needed if some units stay: the least set of units that satisfies the clauses of the program. A clause says under which live names
 * a unit is needed; so an overload is needed only where the types of its parameters are, and a member only with its class. The idea is that
 * of Kalhauge and Palsberg (Binary Reduction of Dependency Graphs, 2019; Logical Bytecode Reduction, 2021).
 */
import { addTo } from '../elementTree';
import { effectsIn, linksOf } from './files';
import { constructorOf, isConstructor } from './shapes';
import { membersInPlace } from './foreign';
import { contentOf, isOfForeignInterface, namedByUsing, usesOfParameters, withInner } from './table';
import type { Implementation, Unit, UnitKind, UnitTable, Wanted } from './units';

/** 1 for each unit that stays. */
export function leastModel(table: UnitTable, wanted: Wanted): Uint8Array {
  return new Model(table, wanted).solve();
}

/** Members that are used without a word of them. */
const hidden = /^(?:constructor|operator cast|__construct|__\w+__)$/;
const unnamed: ReadonlySet<UnitKind> = new Set(['item', 'body', 'noise'] as const);
const nameless = /^(?:attribute_item|spread_element|call_signature|construct_signature|index_signature)$/;

const isField = ({ kind, isFunction, type }: Unit) => kind === 'member' && !isFunction && type === 'field_declaration';

class Model {
  private readonly live: Uint8Array;
  private readonly work: number[] = [];
  /** Live names. */
  private readonly names = new Set<string>();
  /** Units that wait for a name, and for the class around them. */
  private readonly waiting = new Map<string | number, number[]>();
  private readonly frames: ReadonlySet<number>;
  /** Names of types whose fields are all needed; the compiler knows those of one. */
  private readonly positional = new Set(['initializer_list']);

  constructor(
    private readonly table: UnitTable,
    private readonly wanted: Wanted,
  ) {
    this.live = new Uint8Array(table.units.length);
    this.frames = new Set(wanted.frames);
  }

  solve(): Uint8Array {
    const { units, byName } = this.table;
    const { whole = [], frames = [], besides = [], tier } = this.wanted;
    for (const unit of whole) this.keepWhole(unit);
    for (const unit of frames) this.keep(unit);
    for (const unit of besides) this.keep(unit);
    if (tier !== 'bare') {
      units.forEach(({ isWildcard, parent, file }, unit) => {
        if (isWildcard && file === unit) this.keepWhole(unit);
        else if (isWildcard && parent < 0) this.keep(unit);
      });
    }
    for (const [name, unit] of effectsIn(this.table)) this.wait(name, unit);
    for (let isMore = true; isMore;) {
      for (let unit = this.work.pop(); unit !== undefined; unit = this.work.pop()) this.follow(unit);
      isMore = false;
      if (tier === 'bare') break;
      // A live name without a live definition gets its first one.
      for (const name of this.names) {
        // `using ::f` only names what another unit gives.
        const all = byName.get(name)?.filter((one) => units[one].type !== 'using_declaration') ?? [];
        if (/^operator(?!"")/.test(name) || all.some((one) => this.live[one])) continue;
        const first = all.find((one) => this.mayStandFor(units[one], one));
        if (first === undefined) continue;
        this.keep(first);
        isMore = true;
      }
    }
    return this.live;
  }

  private mayStandFor(one: Unit, unit: number): boolean {
    const { kind, isOutside, implementation, owner } = one;
    if (this.wanted.forbidden?.has(unit) || isOutside || implementation || this.isHidden(one)) return false;
    if (kind === 'enumerator') return true;
    // A method of a trait: the trait is named by its call alone.
    if (kind === 'member' && owner >= 0 && this.table.units[owner].type === 'trait_item') return true;
    return kind === 'declaration' && (owner < 0 || this.live[owner] === 1);
  }

  /** Is it in a file that nothing which stays imports? */
  private isHidden({ file }: Unit): boolean {
    const { rules, linked } = this.table;
    return rules.isModular === true && file >= 0 && !this.live[file] && !linked.has(file);
  }

  private keep(unit: number): void {
    if (unit < 0 || this.live[unit] || this.wanted.forbidden?.has(unit)) return;
    this.live[unit] = 1;
    this.work.push(unit);
  }

  private keepWhole(unit: number): void {
    for (const one of withInner(this.table.units, unit)) this.keep(one);
  }

  private wait(key: string | number, unit: number): void {
    addTo(this.waiting, key, unit);
  }

  private wake(key: string | number): void {
    const waiting = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    for (const unit of waiting) this.consider(unit);
  }

  private need(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    this.wake(name);
    for (const unit of this.table.byName.get(name) ?? []) this.consider(unit);
  }

  /** One of its names is live. Keeps the unit, or lets it wait for what else it needs to be needed. */
  private consider(unit: number): void {
    const { units } = this.table;
    const { tier } = this.wanted;
    const one = units[unit];
    if (this.live[unit] || (one.isOpen && one.file !== unit) || unnamed.has(one.kind)) return;
    if (one.kind === 'statement' && (one.bodyOf < 0 || !this.live[one.bodyOf])) return;
    if (tier === 'lean' && one.isOff) return;
    if (one.file !== unit && this.isHidden(one)) return this.wait(one.file, unit);
    if (one.implementation) return this.considerImplementation(unit, one.implementation);
    const around = one.owner < 0 ? undefined : units[one.owner].implementation;
    if (one.kind === 'member' && around && !around.isOfTrait) {
      if (around.type && !this.names.has(around.type)) this.wait(around.type, unit);
      else this.keep(unit);
      return;
    }
    const made = isConstructor(units, one) ? constructorOf([...one.names][0]) : '';
    if (tier === 'lean' && this.isExtra(unit, one) && !this.names.has(made)) return this.wait(made, unit);
    if (one.isOutside && one.isFunction && tier !== 'bodies') return;
    const named = namedByUsing(this.table, one);
    if (named.length > 0 && !named.some((giver) => this.live[giver]))
      return named.forEach((giver) => this.wait(giver, unit));
    const missing = one.isOutside && !this.names.has(one.scope!) ? one.scope! : this.missingCondition(one);
    const isInside = one.owner >= 0 && (one.kind === 'member' || one.kind === 'declaration');
    if (isInside && !this.live[one.owner]) this.wait(one.owner, unit);
    else if (missing !== undefined) this.wait(missing, unit);
    else this.keep(unit);
  }

  private missingCondition({ kind, isFunction, isSpecial, conditions }: Unit): string | undefined {
    if (kind === 'member' || !((isFunction && kind !== 'statement') || isSpecial)) return undefined;
    for (const name of conditions) if (!this.names.has(name)) return name;
    return undefined;
  }

  /** An overload besides the first, a specialisation, a constructor. */
  private isExtra(unit: number, { kind, isSpecial, isFunction, owner, names }: Unit): boolean {
    const { units, rules, byName } = this.table;
    if (kind === 'statement') return false;
    if (isSpecial) return true;
    if (!isFunction || rules.operators) return false;
    const [name] = names;
    if (owner >= 0) return isConstructor(units, this.table.units[unit]);
    const isFirst = (one: number) =>
      units[one].kind === 'declaration' && units[one].owner < 0 && !units[one].isOutside && !units[one].isOpen;
    return byName.get(name)?.find(isFirst) !== unit;
  }

  private considerImplementation(
    unit: number,
    { type, trait, isOfTrait, isOfForeignTrait, members }: Implementation,
  ): void {
    if (!isOfTrait) return;
    if (type && !this.names.has(type)) return this.wait(type, unit);
    if (!isOfForeignTrait && trait && !this.names.has(trait)) return this.wait(trait, unit);
    const isNeeded =
      this.wanted.tier !== 'lean' ||
      !isOfForeignTrait ||
      [trait, ...members].some((name) => name && this.names.has(name));
    if (isNeeded) return this.keep(unit);
    for (const name of [trait, ...members]) if (name) this.wait(name, unit);
  }

  private follow(unit: number): void {
    const { units, byName } = this.table;
    const { tier } = this.wanted;
    const one = units[unit];
    this.keep(one.parent);
    if (tier === 'bare') return;
    for (const name of one.uses) this.need(name);
    for (const name of one.names) this.need(name);
    if (one.isPositional) this.followPositions(unit);
    for (const name of one.names) if (this.positional.has(name)) this.keepChildren(one, isField);
    if (one.implementation?.isOfForeignTrait || (tier !== 'lean' && isOfForeignInterface(this.table, one)))
      this.keepChildren(one, ({ kind }) => kind === 'member');
    if (one.file === unit) this.followLinks(one);
    for (const name of one.isOpen ? one.names : [])
      for (const other of byName.get(name) ?? []) if (units[other].isInline) this.keep(other);
    if (one.isOpen) this.keepChildren(one, ({ type, isWildcard }) => type === 'return_statement' || isWildcard);
    this.keepChildren(
      one,
      ({ kind, type, names, isEmbedded, isArgument, isWildcard }) =>
        nameless.test(type) ||
        // Of a trait in PHP.
        (type === 'use_declaration' && names.size === 0) ||
        (type === 'call' && isWildcard) ||
        isEmbedded ||
        (tier !== 'lean' && isArgument) ||
        (kind === 'item' && this.table.rules.isDynamic) ||
        (one.file >= 0 && one.type === 'expression_statement' && kind === 'item') ||
        (tier !== 'lean' && (type === 'attribute' || [...names].some((name) => hidden.test(name)))),
    );
    if (tier === 'bodies') for (const child of membersInPlace(this.table, unit)) this.keep(child);
    if (one.body >= 0 && this.needsBody(unit, one)) this.keepWhole(one.body);
    for (const using of usesOfParameters(this.table, unit))
      if (!using.some((user) => this.live[user])) this.keep(using[0]);
    const content = contentOf(this.table, unit, tier);
    if (content !== undefined) this.keep(content);
    this.wake(unit);
  }

  private followPositions(unit: number): void {
    const { units, byName } = this.table;
    for (let around = unit; around >= 0; around = units[around].kind === 'declaration' ? -1 : units[around].parent) {
      for (const name of [...units[around].uses, ...units[around].names]) {
        if (this.positional.has(name)) continue;
        this.positional.add(name);
        for (const type of byName.get(name) ?? []) if (this.live[type]) this.keepChildren(units[type], isField);
      }
    }
  }

  private followLinks(file: Unit): void {
    for (const { link, target } of linksOf(this.table, file)) {
      if (this.live[target]) this.keep(link);
      else this.wait(target, link);
    }
  }

  private needsBody(unit: number, one: Unit): boolean {
    if (this.wanted.tier === 'bodies' && !this.frames.has(unit)) return true;
    if (!one.isFunction) return false;
    // The body gives the type of the result.
    const { tree, units } = this.table;
    const head = tree.text.slice(tree.start[one.element], tree.start[units[one.body].element]);
    return /\bauto\b(?![^]*->)/.test(head) || (this.wanted.tier !== 'lean' && /\bconst(?:expr|eval)\b/.test(head));
  }

  private keepChildren({ children }: Unit, test: (child: Unit) => boolean): void {
    for (const child of children) if (test(this.table.units[child])) this.keep(child);
  }
}
