/**
 * The units of a program, on all levels: declarations, members, statements, enumerators, items of lists, and the bodies of functions. Each
 * has the names that it gives and those that it uses, read from the tree of any grammar by the names of its fields and node types. The
 * clauses that follow from them are in model.ts.
 */
import type { ElementTree } from '../elementTree';
import type { Given } from './given';
import type { NeedsRules } from './rules';

/** `noise`: comments, `#` lines, attributes. */
export type UnitKind = 'declaration' | 'member' | 'statement' | 'enumerator' | 'item' | 'body' | 'noise';

export interface Unit extends Given {
  readonly kind: UnitKind;
  readonly element: number;
  /** Elements before it that belong to it: attributes, the initialisers of a constructor. */
  readonly before: readonly number[];
  /** Type of its node. */
  readonly type: string;
  /** The unit around it; -1: none. */
  parent: number;
  readonly children: number[];
  /** Names in its own text, without those of units in it. */
  readonly uses: Set<string>;
  /** Those of them that are names of fields or types somewhere: no local variables. */
  readonly others: Set<string>;
  /** What it implements, of a class: whatever is declared elsewhere wants members that nothing here names. */
  readonly interfaces: Set<string>;
  /** Its members are declarations of their own: a namespace, a function around the whole file. */
  isOpen: boolean;
  /** Only for a configuration that is probably not the one of the test. */
  isOff: boolean;
  /** An inline namespace: where it is opened again, it needs this. */
  readonly isInline: boolean;
  /** A field without a name: the fields of its type are those of the type around it. */
  readonly isEmbedded: boolean;
  /** Text in place of it, of a body. */
  readonly shell?: string;
  /** Does it initialise fields by their order? Then it needs all of them. */
  isPositional: boolean;
  /** The function's body, the nearest unit around it that gives a name, and the nearest body around it; -1: none. */
  body: number;
  owner: number;
  bodyOf: number;
  /** The file of a bundle in which it is; of a file: itself; -1: none. */
  file: number;
  /** It names a file, and gives no name of its own: `#include "a.h"`, `export * from './a'`. */
  isLink: boolean;
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
