/**
 * The candidates that the walk may need next, the likeliest first: from its current point, along both outcomes of every unknown
 * verdict.
 */
import type { OracleAnswer, OracleVerdict } from '../../oracle/oracle';
import { worst, type Phase, type Search, type Verdict } from '../../search/search';
import type { Lab } from './drive';
import { after, type Forecast, type Recent } from './forecast';
import type { Reach } from './loops';

/** A candidate that the walk may need. */
export interface Wanted<C> {
  readonly key: string;
  readonly candidate: C;
}

/** A point that the walk may reach, and its probability. `search` may be slow to make, so only the likeliest are made. */
interface Point<C, R> {
  readonly search: () => Search<C, R>;
  readonly index: number;
  readonly why: Verdict;
  readonly probability: number;
  readonly recent: Recent;
}

/** Known verdicts, and limits of the view. */
export interface Outlook<C> {
  readonly lab: Lab<C>;
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  readonly forecast: Forecast;
  readonly reach: Reach;
}

type Known = OracleVerdict | 'rejected' | undefined;

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
    this.frontier = [{ search: () => phase, index, why: 'rejected', probability: 1, recent }];
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
        this.frontier.push(entrance(() => phase.none(point.why), point.probability, point.recent));
      return true;
    }
    const known = phase.refused?.(point.index) ? 'rejected' : this.verdictOf(candidate);
    this.frontier.push(...this.waysOn(phase, point, known));
    return true;
  }

  private goesOn({ joint }: Phase<C, R>): boolean {
    const { reach } = this.outlook;
    return reach === 'tree' || (reach === 'joint' && joint === true);
  }

  /** Undefined if it is unknown: then the candidate is wanted. */
  private verdictOf(candidate: C): Known {
    const key = this.outlook.lab.key(candidate);
    const verdict = this.outlook.answers.get(key)?.verdict;
    if (verdict === undefined && !this.wanted.has(key)) this.wanted.set(key, { key, candidate });
    return verdict;
  }

  /** The next points of the walk; both outcomes while the verdict is unknown. */
  private waysOn(phase: Phase<C, R>, point: Point<C, R>, known: Known): Point<C, R>[] {
    const { reach, forecast } = this.outlook;
    const { index, probability, recent } = point;
    const chance = known === undefined ? forecast.corrected(phase.chance(index), recent) : known === 'holds' ? 1 : 0;
    const held = entrance(() => phase.held(index), reach === 'tree' ? probability * chance : 0, after(recent, true));
    const other: Point<C, R> = {
      search: () => phase,
      index: index + 1,
      why: worst(point.why, known === undefined || known === 'holds' ? 'fails' : known),
      probability: probability * (1 - chance),
      recent: known === 'rejected' ? recent : after(recent, false),
    };
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

function entrance<C, R>(search: () => Search<C, R>, probability: number, recent: Recent): Point<C, R> {
  return { search, index: 0, why: 'rejected', probability, recent };
}
