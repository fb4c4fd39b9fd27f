/** Which units are tested together next: as many as may just as well go as not, those first that promise most for what they risk. */
import { histories } from './chances';
import type { Traits } from './chances';
import { isDoomed, requiredElements, requiredInside } from './failures';
import { largest } from './largest';
import { overlap } from './units';
import type { State } from './state';

/** A unit of a batch, with what was known of it when it was chosen. */
export interface Member {
  readonly unit: number;
  readonly traits: Traits;
  /** Chance that it has to stay. */
  readonly required: number;
}

/** The chance that all of them may go. */
export function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

/** The next batch, likeliest to go first; empty if every unit has failed alone on this very text. */
export function nextBatch(state: State): readonly Member[] {
  const { fresh, again } = survey(state);
  if (fresh.length > 0) return batchOf(state, fresh);
  return again === undefined ? [] : [again];
}

/** Units of which nothing speaks against them yet; and if there is none, the one that is tried next nevertheless. */
interface Survey {
  readonly fresh: readonly Member[];
  readonly again?: Member;
}

function survey(state: State): Survey {
  const { units, view, failures, chances } = state;
  const inside = requiredInside(state);
  const stays = requiredElements(state);
  const fresh: Member[] = [];
  let again: { unit: number; turn: number; history: number } | undefined;
  for (const unit of view.open) {
    if (failures.at[unit] >= state.since) continue;
    const history = historyOf(state, unit, inside);
    if (history > 0 && isTriedOnce(state, unit, history)) continue;
    if (units.source[unit] >= 0 && isDoomed(state, unit, stays)) continue;
    if (history === 0 && units.tree.slot[units.siblings[units.from[unit]]] >= 0) {
      const [kind, reference, weight] = [units.kind[unit], view.reference[unit], view.weight[unit]];
      const required = chances.required(kind, reference, history, weight);
      fresh.push({ unit, traits: { kind, reference, history, weight }, required });
      continue;
    }
    const turn = turnOf(state, unit, history);
    if (!again || turn < again.turn) again = { unit, turn, history };
  }
  return { fresh, again: again && memberOf(state, again.unit, again.history) };
}

function memberOf({ units, view, chances }: State, unit: number, history: number): Member {
  const traits = { kind: units.kind[unit], reference: view.reference[unit], history, weight: view.weight[unit] };
  return { unit, traits, required: chances.required(traits.kind, traits.reference, history, traits.weight) };
}

/** Index into `histories`. What failed is fresh again when its name has lost its last use elsewhere, or is used anew. */
function historyOf({ failures, view }: State, unit: number, inside: Int32Array): number {
  if (failures.at[unit] >= 0) return failures.reference[unit] === view.reference[unit] ? 2 : 0;
  return inside[view.first[unit]] <= view.last[unit] ? 1 : 0;
}

/** Only elements are tried again after other things went, for the certificate; runs not even if a part has to stay. */
function isTriedOnce({ units: { from, to, source, company } }: State, unit: number, history: number): boolean {
  if (to[unit] - from[unit] > 1) return true;
  return histories[history] === 'had to stay before' && (source[unit] >= 0 || company.has(unit));
}

/** Small ones come first: what was never tested, heavy ones first; what failed a test, the longest ago first; what was refused. */
function turnOf({ failures, view, tests }: State, unit: number, history: number): number {
  if (failures.at[unit] < 0) return -view.weight[unit] - (history === 0 ? 1e9 : 0);
  return failures.at[unit] + (failures.tested[unit] ? 0 : tests);
}

/** A batch of safe ones, or the heaviest alone if that promises far more. */
function batchOf(state: State, fresh: readonly Member[]): readonly Member[] {
  const gain = ({ traits, required }: Member) => traits.weight * (1 - required);
  const alone = fresh.reduce((best, member) => (gain(member) > gain(best) ? member : best));
  const batch = safeBatch(state, fresh);
  const promised = batch.reduce((sum, { traits }) => sum + traits.weight, 0) * jointChance(batch);
  if (batch.length === 0 || gain(alone) > patience * promised) return [alone];
  return [...batch].sort((a, b) => a.required - b.required || a.unit - b.unit);
}

/** How much more a heavy unit alone must promise than a batch: what a batch leaves behind is better known. */
const patience = 3;

/** More units than this are never tested together. */
const mostMembers = 300;

function safeBatch(state: State, fresh: readonly Member[]): Member[] {
  const { target } = state.model;
  const worth = Float64Array.from(fresh, ({ traits, required }) =>
    1 - required < target ? 0 : -traits.weight / Math.log(1 - required),
  );
  const batch: Member[] = [];
  let chance = 1;
  for (const index of largest(worth, 2 * mostMembers)) {
    const member = fresh[index];
    if (batch.length === mostMembers || chance * (1 - member.required) < target) break;
    if (batch.some(({ unit }) => overlap(state.units, unit, member.unit))) continue;
    batch.push(member);
    chance *= 1 - member.required;
  }
  return batch;
}
