/** Which units are tested together next: as many as may just as well go as not, those first that promise most for what they risk. */
import { histories, withHistory } from './chances';
import { isDoomed } from './failures';
import { largest } from './largest';
import { isElement, overlap } from './units';
import type { State } from './state';

/** A unit of a batch, with what was known of it when it was chosen. */
export interface Member {
  readonly unit: number;
  /** Its number, see `traitsNumber`. */
  readonly traits: number;
  /** Chance that it has to stay. */
  readonly required: number;
}

/** The chance that all of them may go. */
export function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

/** The next batch, likeliest to go first, and the state that knows what is left to try; empty if there is nothing left. */
export function nextBatch(state: State): { readonly batch: readonly Member[]; readonly state: State } {
  if (!state.queue) {
    const survey = surveyed(state);
    const surveyedState = { ...state, fresh: survey.fresh };
    if (survey.heaviest >= 0) return { batch: batchOf(surveyedState, survey), state: surveyedState };
  }
  return fromQueue(state, state.queue ?? queueOf(state));
}

/** Units of which nothing speaks against them yet, looked at before each batch: there may be 10⁵. */
interface Survey {
  readonly fresh: Int32Array;
  /** The one that promises most alone; -1 if there is none. */
  readonly heaviest: number;
  /** For each of `fresh` what it promises for what it risks; 0 if it is too risky for a batch. */
  readonly worth: Float32Array;
}

function surveyed(state: State): Survey {
  const { view, chances, failures, since, model } = state;
  const fresh = new Int32Array(state.fresh.length);
  const worth = new Float32Array(state.fresh.length);
  const mostCost = -Math.log(model.target);
  let [count, heaviest, most] = [0, -1, 0];
  for (let index = 0; index < state.fresh.length; index++) {
    const unit = state.fresh[index];
    if (failures.at[unit] >= since || historyOf(state, unit) > 0) continue;
    const cost = chances.cost(view.traits[unit]);
    const weight = view.weight[unit];
    fresh[count] = unit;
    worth[count++] = cost <= mostCost ? weight / cost : 0;
    if (weight <= most) continue;
    const gain = weight * Math.exp(-cost);
    if (gain > most) [heaviest, most] = [unit, gain];
  }
  return { fresh: fresh.subarray(0, count), heaviest, worth: worth.subarray(0, count) };
}

/** What may be fresh: what the grammar asks for, takes tokens along or stays in part is tried alone, in its turn. */
export function freshAmong({ units, view }: Pick<State, 'units' | 'view'>): Int32Array {
  const { tree, siblings, from, source, margin } = units;
  return view.open.filter((unit) => tree.slot[siblings[from[unit]]] >= 0 && source[unit] < 0 && margin[unit] === 0);
}

/** Units that are tried one by one when none is fresh, in this order; those before `next` had their turn. */
export interface Queue {
  readonly order: Int32Array;
  readonly next: number;
}

function fromQueue(state: State, { order, next }: Queue) {
  for (let at = next; at < order.length; at++) {
    const unit = order[at];
    const history = historyOf(state, unit);
    if (!isTriedOnce(state, unit, history) && !isDoomed(state, unit)) {
      return { batch: [memberOf(state, unit, history)], state: { ...state, queue: { order, next: at + 1 } } };
    }
  }
  return { batch: [], state };
}

/** First what was never tested, heavy ones first; then what failed a test, the longest ago first; then what was refused. */
function queueOf({ view, failures, since, tests }: State): Queue {
  const turn = new Float64Array(failures.at.length);
  const open = view.open.filter((unit) => failures.at[unit] < since);
  for (const unit of open) {
    const before = failures.at[unit];
    turn[unit] = before < 0 ? -view.weight[unit] : before + (failures.tested[unit] ? 0 : tests);
  }
  return { order: open.sort((a, b) => turn[a] - turn[b] || a - b), next: 0 };
}

function memberOf({ view, chances }: State, unit: number, history: number): Member {
  const traits = withHistory(view.traits[unit], history);
  return { unit, traits, required: chances.required(traits) };
}

/** Index into `histories`. What failed is fresh again when its name has lost its last use elsewhere, or is used anew. */
function historyOf({ failures, view }: State, unit: number): number {
  if (failures.at[unit] >= 0) return failures.reference[unit] === view.reference[unit] ? 2 : 0;
  return failures.inside[view.first[unit]] <= view.last[unit] ? 1 : 0;
}

/** Only elements are tried again after other things went, for the certificate; runs not even if a part has to stay. */
function isTriedOnce({ units }: State, unit: number, history: number): boolean {
  if (units.to[unit] - units.from[unit] > 1) return history > 0;
  return histories[history] === 'had to stay before' && !isElement(units, unit);
}

/** A batch of safe ones, or the heaviest alone if that promises far more. */
function batchOf(state: State, { heaviest, worth }: Survey): readonly Member[] {
  const { weight } = state.view;
  const alone = memberOf(state, heaviest, 0);
  const batch = safeBatch(state, worth);
  const promised = batch.reduce((sum, { unit }) => sum + weight[unit], 0) * jointChance(batch);
  if (batch.length === 0 || weight[heaviest] * (1 - alone.required) > patience * promised) return [alone];
  return batch.sort((a, b) => a.required - b.required || a.unit - b.unit);
}

/** How much more a heavy unit alone must promise than a batch: what a batch leaves behind is better known. */
const patience = 3;

/** More units than this are never tested together. */
const mostMembers = 300;

function safeBatch(state: State, worth: Float32Array): Member[] {
  const batch: Member[] = [];
  let chance = 1;
  for (const index of largest(worth, 2 * mostMembers)) {
    const member = memberOf(state, state.fresh[index], 0);
    if (batch.length === mostMembers || chance * (1 - member.required) < state.model.target) break;
    if (batch.some(({ unit }) => overlap(state.units, unit, member.unit))) continue;
    batch.push(member);
    chance *= 1 - member.required;
  }
  return batch;
}
