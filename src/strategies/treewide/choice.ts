/** Chooses the units to test next: as many as go together with an even chance, or one that promises far more alone. */
import { add, heapOf, rest } from '../../reducers/parts/heap';
import { fresh, withHistory } from './chances';
import { surveyed, withoutFirst, type Class, type Offer, type Survey } from './survey';
import { Claims, type Member } from './units';
import type { State } from './state';

export interface Choice {
  /** The likeliest to go first; empty if there is nothing left to try. */
  readonly batch: readonly Member[];
  /** Expected gain of the test of all of them, in tokens. */
  readonly promised: number;
}

/**
 * The heaviest unit is tested alone if it promises this many times as much as the batch. A batch leaves more behind that is known.
 * Tuned on ten subjects, four functions of a library and six cases of the corpus (014): twice as much costs 2 % more tests.
 */
export const heaviestFactor = 3;

/** The same for a unit that something speaks against. 2 and 8 cost as many tests (014, the same subjects); 1 costs 17 % more. */
export const lonerFactor = 4;

/** A batch of safe units, or a unit that promises far more alone. The returned state is the same, but faster to survey. */
export function nextBatch(given: State): { readonly choice: Choice; readonly state: State } {
  const { survey, state } = surveyed(given);
  const { heaviest, loner } = survey;
  const safe = safeBatch(state, survey);
  const chosen = heaviest.promised > heaviestFactor * safe.promised ? aloneOf(state, heaviest) : safe;
  return { choice: loner.promised > lonerFactor * chosen.promised ? aloneOf(state, loner) : chosen, state };
}

function aloneOf(state: State, { unit, history, promised }: Offer): Choice {
  return { batch: [memberOf(state, unit, history)], promised };
}

/**
 * Most units that are tested together. It keeps the choice quick and was not tuned: at the least cost of a unit, a batch of 346 units
 * goes with a chance of one half.
 */
export const mostMembers = 300;

/** Most units that are considered for a batch: some overlap with others. */
const mostCandidates = 2 * mostMembers;

/** The units with the best gain for their cost, without overlaps, as long as all go with an even chance. */
function safeBatch(state: State, { classes }: Survey): Choice {
  const { units, view, outlook, model } = state;
  const mostCost = -Math.log(model.target);
  const claims = new Claims(units);
  const batch: Member[] = [];
  let [cost, tokens] = [0, 0];
  let queue = heapOf(
    classes.filter((one) => one.cost <= mostCost),
    byWorth,
  );
  for (let looked = 0; queue && looked < mostCandidates && batch.length < mostMembers; looked++) {
    const best = queue.first;
    if (cost + best.cost > mostCost) break;
    const unit = outlook.together[best.at];
    if (claims.claim(unit)) {
      batch.push(memberOf(state, unit, fresh));
      cost += best.cost;
      tokens += view.weight[unit];
    }
    queue = rest(queue, byWorth);
    const next = withoutFirst(state, best);
    if (next) queue = add(queue, next, byWorth);
  }
  batch.sort((a, b) => a.required - b.required || a.unit - b.unit);
  return { batch, promised: tokens * Math.exp(-cost) };
}

function byWorth(a: Class, b: Class): number {
  return b.worth - a.worth || a.at - b.at;
}

function memberOf({ view, chances }: State, unit: number, history: number): Member {
  const traits = withHistory(view.traits[unit], history);
  return { unit, traits, required: chances.required(traits) };
}
