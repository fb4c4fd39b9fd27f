/**
 * The candidates that the walk may need next, the likeliest first: from its current point, along both outcomes of every unknown
 * verdict.
 */
import type { OracleAnswer } from '../../oracle/oracle';
import { worst, type Phase, type Search, type Verdict } from '../../search/search';
import type { Lab } from './drive';
import { Evidence, type Forecast, type Place, type Recent, type Removal, type Sign, after, noSign } from './forecast';
import type { Reach } from './loops';

/** A candidate that the walk may need. */
export interface Wanted<C> {
  readonly key: string;
  readonly candidate: C;
  readonly view: View;
}

/** What is known of a candidate before its test. */
interface View {
  /** The part that goes with it; see `Evidence`. */
  readonly part: ReturnType<typeof Evidence.part>;
  readonly removal?: Removal;
  readonly sign: Sign;
}

/** A point that the walk may reach, and its probability. `search` may be slow to make, so only the likeliest are made. */
interface Point<C, R> {
  readonly search: () => Search<C, R>;
  readonly index: number;
  readonly why: Verdict;
  readonly probability: number;
  readonly recent: Recent;
  readonly place: Place;
}

/** Known verdicts, and limits of the view. */
export interface Outlook<C> {
  readonly lab: Lab<C>;
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  readonly forecast: Forecast;
  readonly evidence: Evidence;
  readonly reach: Reach;
}

export class Lookout<C, R> {
  /** Untested candidates found so far, the likeliest first. */
  readonly wanted = new Map<string, Wanted<C>>();
  private readonly frontier: Point<C, R>[];

  /** Starts at alternative `index` of `phase`, after the `recent` verdicts. */
  constructor(
    phase: Phase<C, R>,
    index: number,
    recent: Recent,
    private readonly outlook: Outlook<C>,
  ) {
    const place = outlook.evidence.here;
    this.frontier = [{ search: () => phase, index, why: 'rejected', probability: 1, recent, place }];
  }

  /** Probability of the likeliest point not yet visited. */
  get horizon(): number {
    return Math.max(0, ...this.frontier.map(({ probability }) => probability));
  }

  /** Visits that point. False if there is none. */
  look(): boolean {
    const point = this.takeLikeliest();
    if (!point) return false;
    const phase = point.search();
    if (phase.done || phase.inquiry?.isAnswered === false) return true;
    const candidate = phase.alternatives.at(point.index);
    if (candidate === undefined) {
      if (this.goesOn(phase))
        this.frontier.push({ ...point, search: () => phase.none(point.why), index: 0, why: 'rejected' });
      return true;
    }
    this.frontier.push(...this.waysOn(phase, point, candidate));
    return true;
  }

  private goesOn({ joint }: Phase<C, R>): boolean {
    const { reach } = this.outlook;
    return reach === 'tree' || (reach === 'joint' && joint === true);
  }

  /** The next points of the walk; both outcomes while the verdict is unknown. */
  private waysOn(phase: Phase<C, R>, point: Point<C, R>, candidate: C): Point<C, R>[] {
    const { index, probability, recent, place } = point;
    const failed = { ...point, index: index + 1 };
    if (phase.refused?.(index)) return [failed];
    const { reach, answers, forecast, evidence, lab } = this.outlook;
    const key = lab.key(candidate);
    const verdict = answers.get(key)?.verdict;
    const removal = lab.removal?.(candidate);
    let chance = Number(verdict === 'holds');
    if (verdict === undefined) {
      const view = this.wanted.get(key)?.view ?? viewOf(evidence, removal, place);
      if (!this.wanted.has(key)) this.wanted.set(key, { key, candidate, view });
      chance = forecast.corrected({ chance: phase.chance(index), recent, sign: view.sign });
    }
    const held: Point<C, R> = {
      search: () => phase.held(index),
      index: 0,
      why: 'rejected',
      probability: reach === 'tree' ? probability * chance : 0,
      recent: after(recent, true),
      place: removal ? evidence.after(removal) : place,
    };
    const why = worst(point.why, verdict === undefined || verdict === 'holds' ? 'fails' : verdict);
    const other = { ...failed, why, probability: probability * (1 - chance), recent: after(recent, false) };
    return [held, other].filter((way) => way.probability > 0);
  }

  private takeLikeliest(): Point<C, R> | undefined {
    const { frontier } = this;
    let best = 0;
    for (let at = 1; at < frontier.length; at++) {
      if (frontier[at].probability > frontier[best].probability) best = at;
    }
    return frontier.splice(best, 1)[0];
  }
}

function viewOf(evidence: Evidence, removal: Removal | undefined, place: Place): View {
  if (!removal) return { part: [], sign: noSign };
  const part = Evidence.part(removal, place);
  return { part, removal, sign: evidence.sign(part, place) };
}
