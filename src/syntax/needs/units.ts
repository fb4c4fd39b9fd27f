/**
 * The units of a program, on all levels: declarations, members, statements, enumerators, items of lists, and the bodies of functions. Each
 * has the names that it gives and those that it uses, read from the tree of any grammar by the names of its fields and node types. The
 * clauses that follow from them are in model.ts.
 */
import { textOf, type ElementTree } from '../elementTree';
import { leftOf, type At } from './names';
import type { NeedsRules } from './rules';

/** `noise`: comments, `#` lines, attributes. */
export type UnitKind = 'declaration' | 'member' | 'statement' | 'enumerator' | 'item' | 'body' | 'noise';

/** What a unit gives. */
export interface Given {
  readonly names: Set<string>;
  /** Names that must be live too: types of the parameters of an overload, arguments of a specialisation. */
  readonly conditions: Set<string>;
  /** `X` of a definition of `X::f`, or of `X.f = …`. */
  scope?: string;
  isFunction: boolean;
  /** A specialisation of a template. */
  isSpecial: boolean;
  /** A member's definition outside of its class. */
  isOutside: boolean;
  /** Of an implementation in Rust: the names of type and trait, if they are declared here. */
  implementation?: {
    type?: string;
    readonly trait?: string;
    readonly isOfTrait: boolean;
    isOfForeignTrait: boolean;
    members: readonly string[];
  };
  /** It imports whatever a module has. */
  isWildcard: boolean;
}

export type Implementation = NonNullable<Given['implementation']>;

/** A class, as objects of one shape are read a hundred times as quickly as those that are put together from several. */
export class Unit implements Given {
  readonly names = new Set<string>();
  readonly conditions = new Set<string>();
  scope?: string = undefined;
  isFunction = false;
  isSpecial = false;
  isOutside = false;
  implementation?: Implementation = undefined;
  isWildcard = false;
  readonly children: number[] = [];
  /** Names in its own text, without those of units in it. */
  readonly uses = new Set<string>();
  /** Those of them that are names of fields or types somewhere: no local variables. */
  readonly others = new Set<string>();
  /** What it implements, of a class: whatever is declared elsewhere wants members that nothing here names. */
  readonly interfaces = new Set<string>();
  /** Its members are declarations of their own: a namespace, a function around the whole file. */
  isOpen = false;
  /** Only for a configuration that is probably not the one of the test. */
  isOff = false;
  /** An inline namespace: where it is opened again, it needs this. */
  isInline = false;
  /** A field without a name: the fields of its type are those of the type around it. */
  isEmbedded = false;
  /** An argument of a constructor, in braces: `T x { a };`; or a value of an array that has its size from them. */
  isArgument = false;
  /** Does it initialise fields by their order? Then it needs all of them. */
  isPositional = false;
  /** The function's body, the nearest unit around it that gives a name, and the nearest body around it; -1: none. */
  body = -1;
  owner = -1;
  bodyOf = -1;
  /** The file of a bundle in which it is; of a file: itself; -1: none. */
  file = -1;
  /** It names a file, and gives no name of its own: `#include "a.h"`, `export * from './a'`. */
  isLink = false;

  /**
   * `type`: of its node. `parent`: the unit around it; -1: none. `before`: elements before it that belong to it: attributes, the
   * initialisers of a constructor. `shell`: text in place of it, of a body.
   */
  constructor(
    readonly kind: UnitKind,
    readonly element: number,
    readonly type: string,
    public parent: number,
    readonly before: readonly number[],
    readonly shell: string | undefined,
  ) {}
}

export interface UnitTable {
  readonly tree: ElementTree;
  readonly rules: NeedsRules;
  readonly units: readonly Unit[];
  /** The units that give each name. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly isBundle: boolean;
  /** Files of a bundle of which another one takes all names. */
  readonly linked: ReadonlySet<number>;
  /** Classes of which all fields and virtual functions are needed, in whole programs. */
  readonly foreign: ReadonlySet<number>;
}

/**
 * How much comes with a name, smallest first. `bare`: nothing, for a failure that lies in the syntax. `lean`: the first overload, no
 * specialisations, constructors or attributes. `shell`: declarations without bodies. `bodies`: whole functions.
 */
export type Tier = 'bare' | 'lean' | 'shell' | 'bodies';

export interface Wanted {
  /** Units that stay with all that is in them. */
  readonly whole?: readonly number[];
  /** Units that stay as a frame; of what is in them only what is needed. */
  readonly frames?: readonly number[];
  /** Further units that stay, with what they need. */
  readonly besides?: readonly number[];
  /** Units that do not stay, whatever needs them. */
  readonly forbidden?: ReadonlySet<number>;
  readonly tier: Tier;
}

export const classLists =
  /field_declaration_list|body_statement|(?:class|contract|template|protocol|interface|enum)_body|object_type|field_initializer_list/;
const itemLists = /initializer_list|array|object$|arguments|dictionary|^list$/;
const typeBodies = /^(?:struct|class|union|enum)_specifier$/;

/** It says only which names a module will export. */
const announcement = /^exports\.[\w$]+ = [^;(]*void 0;?$/;

/** `around`: the unit in which it is. */
export function kindOf(
  tree: ElementTree,
  { element, type, parentType }: At,
  { inBody, inClass }: { readonly inBody: boolean; readonly inClass: boolean },
  around?: Unit,
): UnitKind {
  if (inBody) return 'statement';
  if (type === 'expression_statement' && announcement.test(textOf(tree, element))) return 'noise';
  // What a function is called with may be read by any name.
  const isCall = around?.type === 'expression_statement' && leftOf(tree, around.element) === undefined;
  if (parentType === 'object' && !isCall) return 'member';
  if (itemLists.test(parentType) && !classLists.test(parentType)) return 'item';
  if (/^enum(?:erator|_variant)$/.test(type)) return 'enumerator';
  return inClass && !typeBodies.test(type) ? 'member' : 'declaration';
}
