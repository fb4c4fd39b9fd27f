/** What is left of the units after some elements went: liveness, weights, and where names still occur. Made anew after each success. */
import type { Units } from './units';

export interface View {
  /** Elements that are left, by row. */
  readonly weight: Int32Array;
  readonly dead: Uint8Array;
  /** Sums over the siblings before each place: how many are left, and their tokens. */
  readonly countBefore: Int32Array;
  readonly weightBefore: Int32Array;
  /** For each place among the siblings the first one left from there on, and the last one left before it. */
  readonly nextLeft: Int32Array;
  readonly lastLeft: Int32Array;
  /** For each name the first and the last row where it is left. */
  readonly firstUse: Int32Array;
  readonly lastUse: Int32Array;
}

export function viewOf({ tree, siblings, names }: Units, removed: Uint8Array): View {
  const { parent, count } = tree;
  const dead = removed.slice();
  for (let row = 1; row < count; row++) if (dead[parent[row]]) dead[row] = 1;
  const gone = new Int32Array(count);
  for (let row = count - 1; row > 0; row--) {
    if (dead[row]) gone[row] = tree.weight[row];
    gone[parent[row]] += gone[row];
  }
  const weight = tree.weight.map((tokens, row) => tokens - gone[row]);
  const size = siblings.length;
  const countBefore = new Int32Array(size + 1);
  const weightBefore = new Int32Array(size + 1);
  const nextLeft = new Int32Array(size + 1).fill(size);
  const lastLeft = new Int32Array(size + 1).fill(-1);
  for (let at = 0; at < size; at++) {
    const left = 1 - dead[siblings[at]];
    countBefore[at + 1] = countBefore[at] + left;
    weightBefore[at + 1] = weightBefore[at] + (left ? weight[siblings[at]] : 0);
    lastLeft[at + 1] = left ? at : lastLeft[at];
  }
  for (let at = size - 1; at >= 0; at--) nextLeft[at] = dead[siblings[at]] ? nextLeft[at + 1] : at;
  const firstUse = Int32Array.from(names, (rows) => rows.find((row) => !dead[row]) ?? count);
  const lastUse = Int32Array.from(names, (rows) => rows.findLast((row) => !dead[row]) ?? -1);
  return { weight, dead, countBefore, weightBefore, nextLeft, lastLeft, firstUse, lastUse };
}

/** 0: none is left, or a run of which one is left, which is a unit itself. */
export function weightLeft({ from, to, source }: Units, { weight, dead, countBefore, weightBefore }: View, unit: number): number {
  if (source[unit] >= 0 && dead[source[unit]]) return 0;
  const count = countBefore[to[unit]] - countBefore[from[unit]];
  if (count === 0 || (count === 1 && to[unit] - from[unit] > 1)) return 0;
  const stays = source[unit] < 0 ? 0 : weight[source[unit]];
  return Math.max(1, weightBefore[to[unit]] - weightBefore[from[unit]] - stays);
}

/** Index into `references`. */
export function referenceOf(units: Units, { firstUse, lastUse }: View, unit: number): number {
  const name = units.name[unit];
  if (name < 0) return 3;
  if (firstUse[name] < units.first[unit]) return 2;
  return lastUse[name] > units.last[unit] ? 1 : 0;
}
