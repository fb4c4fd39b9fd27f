/** Which units are tested next: as many together as may just as well go as not, or one that promises far more alone. */
import { add, heapOf, rest } from '../../reducers/heap';
import type { Member } from './batch';
import { withHistory } from './chances';
import { surveyed, withoutFirst } from './survey';
import type { Class, Offer, Survey } from './survey';
import { overlap } from './units';
import type { State } from './state';

export interface Choice {
  /** The likeliest to go first; empty if there is nothing left to try. */
  readonly batch: readonly Member[];
  /** Tokens that the test of all of them may be expected to take away. */
  readonly promised: number;
}

/**
 * A batch of safe units. The heaviest alone if it promises three times as much: what a batch leaves behind is better known.
 * One that something speaks against if it promises four times as much. The state is the same, but finds what is left sooner.
 */
export function nextBatch(given: State): { readonly choice: Choice; readonly state: State } {
  const { survey, state } = surveyed(given);
  const { heaviest, loner } = survey;
  const safe = safeBatch(state, survey);
  const chosen = heaviest.promised > 3 * safe.promised ? aloneOf(state, heaviest) : safe;
  return { choice: loner.promised > 4 * chosen.promised ? aloneOf(state, loner) : chosen, state };
}

function aloneOf(state: State, { unit, history, promised }: Offer): Choice {
  return { batch: [memberOf(state, unit, history)], promised };
}

/** More units than this are never tested together, and not many more looked at. */
const mostMembers = 300;

/** Those that promise most for what they risk, none over another, as long as all may go as well as not. */
function safeBatch(state: State, { classes }: Survey): Choice {
  const { units, view, outlook, model } = state;
  const mostCost = -Math.log(model.target);
  const batch: Member[] = [];
  let [cost, tokens] = [0, 0];
  let queue = heapOf(
    classes.filter((one) => one.cost <= mostCost),
    byWorth,
  );
  for (let looked = 0; queue && looked < 2 * mostMembers && batch.length < mostMembers; looked++) {
    const best = queue.first;
    if (cost + best.cost > mostCost) break;
    const unit = outlook.together[best.at];
    if (!batch.some((other) => overlap(units, other.unit, unit))) {
      batch.push(memberOf(state, unit, 0));
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
