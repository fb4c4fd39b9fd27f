/**
 * The list cut into n parts (n is the granularity), and the candidates of ddmin and its relatives for it (Zeller & Hildebrandt 2002);
 * scan order of Hodován & Kiss 2016.
 */
import * as l10n from '@vscode/l10n';
import { wholeList, without, type ElementList, type Kept } from '../list';
import type { Order, ReducerOptions } from '../options';

export interface Cut {
  readonly kept: Kept;
  /** Number of parts, n. */
  readonly parts: number;
  /** The part at which the scan of complements starts. */
  readonly offset: number;
  /** Number of parts at first, and number of parts into which a part is cut. */
  readonly factor: number;
}

/** A subset is one part alone; a complement is the list without one part. */
export type Kind = 'subsets' | 'complements';

export const kinds: Readonly<Record<Order, readonly Kind[]>> = {
  'complements-only': ['complements'],
  'complements-first': ['complements', 'subsets'],
  'subsets-first': ['subsets', 'complements'],
};

/** Label of a phase, for users. */
export function labelOf(kind: Kind, { parts }: Cut): string {
  return kind === 'subsets'
    ? l10n.t('Trying subsets, {0} parts', parts)
    : l10n.t('Trying complements, {0} parts', parts);
}

export interface Candidates {
  /** First guess of the probability that one of them keeps the property. */
  readonly chance: number;
  /** The cut after candidate `index` kept the property. */
  become(index: number): Cut;
}

export function firstCut(list: ElementList, { granularity }: ReducerOptions): Cut {
  return recut({ kept: wholeList(list), factor: granularity });
}

/** The candidates of this kind: one for each part. */
export function candidatesOf(kind: Kind, cut: Cut): Candidates {
  return kind === 'subsets' ? subsets(cut) : complements(cut);
}

/** "Is there a part that keeps the property alone?" */
function subsets({ kept, parts, factor }: Cut): Candidates {
  return {
    chance: 1 / (2 * parts),
    become: (part) => recut({ kept: kept.slice(...bounds(kept, parts, part)), factor }),
  };
}

/** "Is there a part that the list can do without?" The scan continues where the last one stopped, and wraps round. */
function complements({ kept, parts, offset, factor }: Cut): Candidates {
  return {
    chance: 1 / (parts + 1),
    become(turn) {
      const part = (turn + offset) % parts;
      return {
        kept: without(kept, ...bounds(kept, parts, part)),
        parts: Math.max(parts - 1, 2),
        offset: part,
        factor,
      };
    },
  };
}

/** More and smaller parts; undefined if they are already single elements. */
export function finer({ kept, parts, offset, factor }: Cut): Cut | undefined {
  if (parts >= kept.length) return undefined;
  const more = Math.min(kept.length, factor * parts);
  return { kept, parts: more, offset: Math.floor((offset * more) / parts), factor };
}

function recut({ kept, factor }: { kept: Kept; factor: number }): Cut {
  return { kept, parts: Math.max(2, Math.min(factor, kept.length)), offset: 0, factor };
}

function bounds(kept: Kept, parts: number, part: number): [from: number, to: number] {
  return [partStart(kept.length, parts, part), partStart(kept.length, parts, part + 1)];
}

/** Part i of n takes ⌊rest / parts left⌋ of the `length` elements. */
export function partStart(length: number, n: number, part: number): number {
  const small = Math.floor(length / n);
  const smallParts = n - (length % n);
  return part <= smallParts ? part * small : length - (n - part) * (small + 1);
}
