/** Which units are tested together next. */
import type { Traits } from './chances';
import { requiredChance } from './chances';
import type { State } from './state';
import { referenceOf, weightLeft } from './view';

/** A unit of a batch, with what was known of it when it was chosen. */
export interface Member {
  readonly unit: number;
  readonly traits: Traits;
  /** Chance that it has to stay. */
  readonly required: number;
}

export const target = Number(process.env.TARGET ?? 0.5);

/** The members of the next batch, those that may best go first; none if every unit has failed alone on this very text. */
export function nextBatch(state: State): Member[] {
  const fresh: Member[] = [];
  const scores: number[] = [];
  let oldest: Member | undefined;
  let oldestAt = Infinity;
  const whole = state.view.weight[0];
  const failedInside = failedIntervals(state);
  const stays = requiredRows(state);
  for (let unit = 0; unit < state.units.count; unit++) {
    if (state.failedAt[unit] >= state.since) continue;
    const weight = weightLeft(state.units, state.view, unit);
    if (weight === 0 || weight === whole) continue;
    if (state.units.source[unit] >= 0 && isDoomed(state, unit, stays)) continue;
    const traits = traitsOf(state, unit, weight, failedInside);
    if (traits.history > 0 && state.units.to[unit] - state.units.from[unit] > 1) continue;
    if (traits.history === 2 && state.units.source[unit] >= 0) continue;
    const required = state.units.source[unit] < 0 ? requiredChance(state.chances, traits) : Math.max(0.6, requiredChance(state.chances, traits));
    if (traits.history === 0 && state.units.tree.slot[state.units.siblings[state.units.from[unit]]] >= 0) {
      fresh.push({ unit, traits, required });
      scores.push(process.env.SCORE === 'ratio' ? -weight / Math.log(1 - required) : weight * (1 - required));
    } else {
      const at = traits.history === 2 ? state.failedAt[unit] : traits.history === 0 ? -1e6 - weight : -weight;
      if (at < oldestAt) {
        oldestAt = at;
        oldest = { unit, traits, required };
      }
    }
  }
  if (fresh.length === 0) return oldest ? [oldest] : [];
  const weightOf = (index: number) => fresh[index].traits.weight;
  const goes = (index: number) => 1 - fresh[index].required;
  const all = fresh.map((_, index) => index);
  const alone = all.reduce((best, index) => (weightOf(index) * goes(index) > weightOf(best) * goes(best) ? index : best), 0);
  const ratio = (index: number) => weightOf(index) / -Math.log(goes(index));
  const order = all.filter((index) => goes(index) >= target).sort((a, b) => ratio(b) - ratio(a) || a - b);
  const batch: Member[] = [];
  let chance = 1;
  let weight = 0;
  for (const index of order) {
    const member = fresh[index];
    if (batch.length > 0 && chance * (1 - member.required) < target) { if (process.env.SKIP) continue; break; }
    if (batch.some(({ unit }) => overlap(state, unit, member.unit))) continue;
    batch.push(member);
    chance *= 1 - member.required;
    weight += weightOf(index);
  }
  if (batch.length === 0 || weightOf(alone) * goes(alone) > weight * chance * Number(process.env.BONUS ?? 3)) return [fresh[alone]];
  return batch.sort((a, b) => a.required - b.required || a.unit - b.unit);
}

function overlap({ units: { first, last } }: State, a: number, b: number): boolean {
  return first[a] <= last[b] && first[b] <= last[a];
}

function traitsOf(state: State, unit: number, weight: number, failedInside: Int32Array): Traits {
  const reference = referenceOf(state.units, state.view, unit);
  const failed = state.failedAt[unit] >= 0 && (state.failedReference[unit] & 3) === reference;
  const { units, view } = state;
  const first = units.siblings[view.nextLeft[units.from[unit]]];
  const last = units.tree.last[units.siblings[view.lastLeft[units.to[unit]]]];
  const holdsFailed = failedInside[first] <= last;
  const history = failed ? 2 : holdsFailed && state.failedAt[unit] < 0 ? 1 : 0;
  return { kind: units.kind[unit], reference, history, weight };
}

/** For each row where the first interval that failed, and starts at it or later, ends at the earliest. */
function failedIntervals({ units, view, failedAt }: State): Int32Array {
  const ends = new Int32Array(units.tree.count + 1).fill(units.tree.count);
  for (let unit = 0; unit < units.count; unit++) {
    if (failedAt[unit] < 0) continue;
    const from = view.nextLeft[units.from[unit]];
    if (from >= units.to[unit]) continue;
    const first = units.siblings[from];
    const last = units.tree.last[units.siblings[view.lastLeft[units.to[unit]]]];
    ends[first] = Math.min(ends[first], last);
  }
  for (let row = units.tree.count - 1; row >= 0; row--) ends[row] = Math.min(ends[row], ends[row + 1]);
  return ends;
}

/** Rows of units that were tested alone, on this very text, and have to stay. */
function requiredRows({ units, failedAt, failedReference }: State): Uint32Array {
  const before = new Uint32Array(units.tree.count + 1);
  for (let unit = 0; unit < units.count; unit++) {
    if (failedAt[unit] >= 0 && failedReference[unit] >= 4 && units.source[unit] < 0 && units.to[unit] - units.from[unit] === 1) before[units.first[unit] + 1] = 1;
  }
  for (let row = 0; row < units.tree.count; row++) before[row + 1] += before[row];
  return before;
}

/** Does something go that cannot go alone? */
function isDoomed({ units }: State, unit: number, stays: Uint32Array): boolean {
  const { siblings, from, source, tree } = units;
  const target = siblings[from[unit]];
  // Not what is around the source: it only goes in part.
  let required = 0;
  let row = target + 1;
  while (row <= tree.last[target]) {
    if (row === source[unit]) row = tree.last[row] + 1;
    else if (row < source[unit] && tree.last[row] >= source[unit]) row++;
    else {
      required += stays[tree.last[row] + 1] - stays[row];
      row = tree.last[row] + 1;
    }
  }
  return required > 0;
}
