/** Chooses the units to test next: as many as go together with an even chance, or one that promises far more alone. */
import { insert } from '../../reducers/list';
import { around, fresh, hadToStay, withHistory, type Member } from './chances';
import { isDoomed, never, tested } from './failures';
import type { State } from './state';
import { Claims, isElement, isRun } from './units';

export interface Choice {
  /** The likeliest to go first; empty if there is nothing left to try. */
  readonly batch: readonly Member[];
  /** Expected gain of the test of all of them, in tokens. */
  readonly promised: number;
}

/**
 * The heaviest unit is tested alone if it promises this many times as much as the batch. A batch leaves more behind that is known.
 * Tuned on ten subjects, four functions of a library and six cases of the corpus: twice as much costs 2 % more tests.
 */
export const heaviestFactor = 3;

/** The same for a unit that something speaks against. 2 and 8 cost as many tests; 1 costs 17 % more. */
export const lonerFactor = 4;

/** A batch of safe units, or a unit that promises far more alone. The returned state is the same, but faster to survey. */
export function nextBatch(given: State): { readonly choice: Choice; readonly state: State } {
  const { survey, state } = surveyUnits(given);
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

/**
 * A batch grows as long as all of it goes with at least this chance. At one half a test tells most; 0.37 and 0.63 need 5 and 7 % more
 * tests on ten subjects.
 */
export const leastJointChance = 0.5;
const mostCost = -Math.log(leastJointChance);

/** Most units that are considered for a batch: some overlap with others. */
const mostCandidates = 2 * mostMembers;

/** The units with the best gain for their cost, without overlaps, as long as all go with an even chance. */
function safeBatch(state: State, { classes }: Survey): Choice {
  const { units, view, outlook } = state;
  const claims = new Claims(units);
  const batch: Member[] = [];
  let [cost, tokens] = [0, 0];
  /** The best one last. */
  const queue = classes.filter((one) => one.cost <= mostCost).sort(byWorth);
  for (let looked = 0; queue.length > 0 && looked < mostCandidates && batch.length < mostMembers; looked++) {
    const best = queue.pop()!;
    if (cost + best.cost > mostCost) break;
    const unit = outlook.together[best.at];
    if (claims.claim(unit)) {
      batch.push(memberOf(state, unit, fresh));
      cost += best.cost;
      tokens += view.weight[unit];
    }
    const next = withoutFirst(state, best);
    if (next) insert(queue, next, byWorth);
  }
  batch.sort((a, b) => a.required - b.required || a.unit - b.unit);
  return { batch, promised: tokens * Math.exp(-cost) };
}

function byWorth(a: Class, b: Class): number {
  return a.worth - b.worth || b.at - a.at;
}

function memberOf({ view, chances }: State, unit: number, history: number): Member {
  const traits = withHistory(view.traits[unit], history);
  return { unit, traits, required: chances.required(traits) };
}

/** A unit tested alone. */
interface Offer {
  /** -1 if there is none. */
  readonly unit: number;
  /** `fresh`, `around` or `hadToStay`. */
  readonly history: number;
  /** Expected gain of the test, in tokens: its weight times the chance that it goes. */
  readonly promised: number;
}

const nothing: Offer = { unit: -1, history: fresh, promised: 0 };

/** Units with the same traits; so far nothing speaks against the one at `at`. */
interface Class {
  /** Cost of each of them in a batch, see `Chances.cost`. */
  readonly cost: number;
  /** Places in the outlook's `together`. */
  readonly at: number;
  readonly end: number;
  /** Gain for the cost, of the one at `at`. */
  readonly worth: number;
}

interface Survey {
  readonly classes: readonly Class[];
  /** The unit of these classes that promises most alone. */
  readonly heaviest: Offer;
  /** The same for units that are only tried alone. */
  readonly loner: Offer;
}

/** Surveys the units that did not fail since the last success. The state is the same without the units that were passed over. */
export function surveyUnits(state: State): { readonly survey: Survey; readonly state: State } {
  const { view, chances, outlook } = state;
  const heads = outlook.heads.slice();
  const classes: Class[] = [];
  let heaviest = nothing;
  for (let index = 0; index < heads.length; index++) {
    const end = outlook.starts[index + 1];
    const at = (heads[index] = nextFresh(state, heads[index], end));
    if (at === end) continue;
    const unit = outlook.together[at];
    const [weight, cost] = [view.weight[unit], chances.cost(view.traits[unit])];
    classes.push({ cost, at, end, worth: weight / cost });
    const promised = weight * Math.exp(-cost);
    if (promised > heaviest.promised) heaviest = { unit, history: fresh, promised };
  }
  const { loner, loners } = findLoner(state);
  return { survey: { classes, heaviest, loner }, state: { ...state, outlook: { ...outlook, heads, loners } } };
}

/** The class without its first unit; undefined if there is no other. */
function withoutFirst(state: State, { cost, at, end }: Class): Class | undefined {
  const next = nextFresh(state, at + 1, end);
  return next < end
    ? { cost, at: next, end, worth: state.view.weight[state.outlook.together[next]] / cost }
    : undefined;
}

/** The first place from `at` on with a unit that nothing speaks against; else `end`. */
function nextFresh(state: State, at: number, end: number): number {
  const { outlook, failures } = state;
  for (let place = at; place < end; place++) {
    const unit = outlook.together[place];
    if (failures.now[unit] === never && historyOf(state, unit) === fresh) return place;
  }
  return end;
}

/** No unit promises more than its weight, so the heaviest few suffice. Drops many units that are out of the question from `loners`. */
function findLoner(state: State): { readonly loner: Offer; readonly loners: Int32Array } {
  const { view, failures, units } = state;
  const { loners } = state.outlook;
  const kept: number[] = [];
  let loner = nothing;
  let index = 0;
  for (; index < loners.length && kept.length < mostLooked && view.weight[loners[index]] > loner.promised; index++) {
    const unit = loners[index];
    const history = historyOf(state, unit);
    if (failures.now[unit] !== never || isTriedOnce(state, unit, history)) continue;
    kept.push(unit);
    if (history === fresh && units.isAlone[unit] === 0) continue;
    const offer = offerOf(state, unit, history);
    if (offer.promised <= loner.promised) continue;
    if (isDoomed(failures, units, view, unit)) kept.pop();
    else loner = offer;
  }
  if (index - kept.length < worthDropping) return { loner, loners };
  const left = new Int32Array(kept.length + loners.length - index);
  left.set(kept);
  left.set(loners.subarray(index), kept.length);
  return { loner, loners: left };
}

/** Number of heavy units that are compared; the lighter ones come later. A bound on time, not tuned. */
const mostLooked = 1000;

/** Fewer units are not worth a shorter list. Not tuned. */
const worthDropping = 100;

/** A unit that had to stay before promises less, the less has gone since. */
function offerOf({ view, chances, failures }: State, unit: number, history: number): Offer {
  const promised = view.weight[unit] * Math.exp(-chances.cost(withHistory(view.traits[unit], history)));
  if (history !== hadToStay) return { unit, history, promised };
  const gone = failures.before[unit] === tested ? 1 - view.tokens / failures.left[unit] : 0;
  return { unit, history, promised: promised * Math.max(leastGone, gone) };
}

/** Least share for a unit that had to stay: refused units come last. Any small number does. */
const leastGone = 0.001;

/** A unit that failed is fresh again when its reference has changed. */
function historyOf({ failures, view }: State, unit: number): number {
  if (failures.before[unit] !== never) return failures.reference[unit] === view.reference[unit] ? hadToStay : fresh;
  return failures.inside[view.first[unit]] <= view.last[unit] ? around : fresh;
}

/** Only elements are tried again after a success, for the certificate. Runs are not tried once a part has to stay. */
function isTriedOnce({ units }: State, unit: number, history: number): boolean {
  if (isRun(units, unit)) return history !== fresh;
  return history === hadToStay && !isElement(units, unit);
}
