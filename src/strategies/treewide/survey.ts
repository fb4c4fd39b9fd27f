/** What of the pool promises most now. */
import { around, fresh, hadToStay, withHistory } from './chances';
import { isDoomed, never, tested } from './failures';
import { isElement } from './units';
import type { State } from './state';

/** A unit tested alone. */
export interface Offer {
  /** -1 if there is none. */
  readonly unit: number;
  /** `fresh`, `around` or `hadToStay`. */
  readonly history: number;
  /** Tokens that the test may be expected to take away: its weight times the chance that it may go. */
  readonly promised: number;
}

const nothing: Offer = { unit: -1, history: fresh, promised: 0 };

/** Units with the same traits, of which nothing speaks against the one at `at` yet. */
export interface Class {
  /** What each of them costs in a batch, see `Chances.cost`. */
  readonly cost: number;
  /** Places in the outlook's `together`. */
  readonly at: number;
  readonly end: number;
  /** What the one at `at` promises for what it risks. */
  readonly worth: number;
}

export interface Survey {
  readonly classes: readonly Class[];
  /** The one of them that promises most alone. */
  readonly heaviest: Offer;
  /** The same of those that are only tried alone. */
  readonly loner: Offer;
}

/** Of those that did not fail since the last success; and the state without the units that it had to pass over. */
export function surveyed(state: State): { readonly survey: Survey; readonly state: State } {
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
  const { loner, loners } = lonerOf(state);
  return { survey: { classes, heaviest, loner }, state: { ...state, outlook: { ...outlook, heads, loners } } };
}

/** The class without its first unit; undefined if there is no other. */
export function withoutFirst(state: State, { cost, at, end }: Class): Class | undefined {
  const next = nextFresh(state, at + 1, end);
  return next < end
    ? { cost, at: next, end, worth: state.view.weight[state.outlook.together[next]] / cost }
    : undefined;
}

/** The first place from `at` on of which nothing speaks against the unit, or `end`. */
function nextFresh(state: State, at: number, end: number): number {
  const { outlook, failures } = state;
  for (let place = at; place < end; place++) {
    const unit = outlook.together[place];
    if (failures.now[unit] === never && historyOf(state, unit) === fresh) return place;
  }
  return end;
}

/** None promises more than its weight: after the heaviest few there is nothing much better. Many that are out of the question are left out. */
function lonerOf(state: State): { readonly loner: Offer; readonly loners: Int32Array } {
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

/** Most of the heaviest that are compared; the lighter ones come later. A bound on time, not tuned. */
const mostLooked = 1000;

/** Fewer than these are passed over each time: a shorter list would cost more. Not tuned. */
const worthDropping = 100;

/** What had to stay before promises as much less as less has gone since. */
function offerOf({ view, chances, failures }: State, unit: number, history: number): Offer {
  const promised = view.weight[unit] * Math.exp(-chances.cost(withHistory(view.traits[unit], history)));
  if (history !== hadToStay) return { unit, history, promised };
  const gone = failures.before[unit] === tested ? 1 - view.tokens / failures.left[unit] : 0;
  return { unit, history, promised: promised * Math.max(leastGone, gone) };
}

/** What was refused is tried last, by this share; less than a token may have gone. Any small number does. */
const leastGone = 0.001;

/** What failed is fresh again when its name has lost its last use elsewhere, or is used anew. */
function historyOf({ failures, view }: State, unit: number): number {
  if (failures.before[unit] !== never) return failures.reference[unit] === view.reference[unit] ? hadToStay : fresh;
  return failures.inside[view.first[unit]] <= view.last[unit] ? around : fresh;
}

/** Only elements are tried again after other things went, for the certificate; runs not even if a part has to stay. */
function isTriedOnce({ units }: State, unit: number, history: number): boolean {
  if (units.to[unit] - units.from[unit] > 1) return history !== fresh;
  return history === hadToStay && !isElement(units, unit);
}
