/**
 * Tests ahead of the walk, on the likeliest paths. While one candidate is tested, other workers test the search's next candidates for
 * both outcomes. The walk commits verdicts in its own order, so the result is the same for any number of workers; useless tests are
 * cancelled. While tests run, the search itself also continues, so that the walk need not wait for it later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import { type Phase, type Search, type Verdict, worst } from '../../search/search';
import { Evidence, Forecast, type Place, type Recent, type Removal, type Sign, after, noSign } from './forecast';
import type { Reach, Slots } from './loops';
import type { Lab, TestPool } from './pool';
import type { Rest } from './rest';

/** The client looks ahead for so long until it sees to tests that have ended, ms. */
const glance = 5;

/** Points visited per worker, after which no more are: known verdicts and refusals cost no test, but need a limit. */
const patience = 15;

/** Number of candidates found in advance per worker. */
const stock = 2;

/** Points less probable than this are visited only if a worker is idle. */
const improbable = 0.05;

/** A candidate that the walk may need, and what is known of it before its test. */
interface Wanted<C> {
  readonly key: string;
  readonly candidate: C;
  readonly chance: number;
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
  readonly named?: readonly string[];
  readonly probability: number;
  readonly recent: Recent;
  readonly place: Place;
}

export class TestsAhead<C, R> {
  private readonly answers = new Map<string, OracleAnswer>();
  private readonly forecast = new Forecast();
  private readonly evidence = new Evidence();
  private readonly signs = new Map<string, Sign>();
  private recent: Recent = 0;

  /** `slots.jobs` may change during the walk. `reach` limits the tests to this phase, or to this one and those joint with it. */
  constructor(
    private readonly lab: Lab<C>,
    private readonly pool: TestPool<C>,
    private readonly slots: Slots,
    private readonly reach: Reach,
    private readonly rest: Rest<C, R>,
  ) {}

  /** The verdict for alternative `index` of `phase`, with key `key`. Throws the reason of `skipping` if aborted. */
  async answer(phase: Phase<C, R>, index: number, key: string, skipping: AbortSignal): Promise<OracleAnswer> {
    for (;;) {
      const known = this.answers.get(key);
      if (known) {
        this.learn(phase.alternatives.at(index)!, key, phase.chance(index), known.verdict === 'holds');
        return known;
      }
      this.pool.signal.throwIfAborted();
      skipping.throwIfAborted();
      if (this.slots.jobs === 1 && this.pool.running.size === 0) {
        // Nothing to look ahead for.
        const answered = (answer: OracleAnswer) => void this.answers.set(key, answer);
        this.pool.start(key, phase.alternatives.at(index)!, answered, phase.chance(index));
        await this.rest.lookUntil(this.pool.change(skipping));
        continue;
      }
      const view = this.viewFrom(phase, index);
      this.look(view);
      // The test that the walk waits for starts before others are looked for; a fast one has ended when they would be.
      if (!this.pool.running.has(key)) {
        this.employ(view.wanted, false);
        await nextTurn();
        if (this.answers.has(key)) continue;
      }
      await this.lookOn(view, this.pool.change(skipping));
    }
  }

  private learn(candidate: C, key: string, chance: number, holds: boolean): void {
    const sign = this.signs.get(key) ?? noSign;
    this.signs.delete(key);
    if (this.slots.jobs === 1) return;
    this.forecast.learn({ chance, recent: this.recent, sign }, holds);
    this.recent = after(this.recent, holds);
    const removal = holds && this.lab.removal?.(candidate);
    if (removal) this.evidence.reached(removal);
  }

  /** Starts the tests that are wanted, the likeliest first. `isView`: no others are; until then only the first one stops another. */
  private employ(wanted: ReadonlyMap<string, Wanted<C>>, isView: boolean): void {
    const { pool, signs, answers, evidence } = this;
    const running = [...pool.running];
    const missing = [...wanted.values()].filter(({ key }) => !pool.running.has(key));
    const useless = running.filter(([key]) => !wanted.has(key));
    for (const [key] of running) if (wanted.has(key)) signs.set(key, wanted.get(key)!.sign);
    const [first] = wanted.keys();
    const mostStopped = isView ? missing.length : Number(!pool.running.has(first));
    for (const [, test] of useless.slice(0, mostStopped)) test.cancel();
    for (const { key, candidate, chance, part, removal, sign } of missing.slice(0, Math.max(0, this.idle))) {
      signs.set(key, sign);
      const answered = (answer: OracleAnswer) => {
        answers.set(key, answer);
        if (removal) evidence.tested(part, removal, answer.verdict === 'holds');
      };
      pool.start(key, candidate, answered, chance);
    }
  }

  private get idle(): number {
    return this.slots.jobs - this.pool.running.size;
  }

  /** Looks ahead until a test has ended. */
  private async lookOn(view: View<C, R>, change: Promise<void>): Promise<void> {
    let changed = false;
    const stop = () => void (changed = true);
    change.then(stop, stop);
    const { wanted } = view;
    const { jobs } = this.slots;
    this.employ(wanted, false);
    const isEnough = () => this.idle <= 0 && (wanted.size >= stock * jobs || horizonOf(view) < improbable);
    let looks = patience * jobs;
    for (let more = jobs > 1; more && looks > 0;) {
      const until = performance.now() + glance;
      do more = this.look(view);
      while (more && --looks > 0 && wanted.size < jobs && performance.now() < until);
      this.employ(wanted, wanted.size >= jobs || !more);
      if (wanted.size >= jobs && isEnough()) break;
      await nextTurn();
      if (changed) break;
    }
    await this.rest.lookUntil(change);
  }

  private viewFrom(phase: Phase<C, R>, index: number): View<C, R> {
    const place = this.evidence.here;
    const start = { search: () => phase, index, why: 'rejected', probability: 1, recent: this.recent, place } as const;
    return { wanted: new Map(), frontier: [start] };
  }

  /** Visits the likeliest point that was not visited yet. False if there is none. */
  private look(view: View<C, R>): boolean {
    const { frontier } = view;
    const horizon = horizonOf(view);
    const likeliest = frontier.findIndex(({ probability }) => probability === horizon);
    const [point] = frontier.splice(likeliest, 1);
    if (!point) return false;
    const phase = point.search();
    if (phase.done || phase.inquiry?.isAnswered === false) return true;
    const candidate = phase.alternatives.at(point.index);
    if (candidate !== undefined) frontier.push(...this.waysOn(view, phase, point, candidate));
    else if (this.reach === 'tree' || (this.reach === 'joint' && phase.joint))
      frontier.push({ ...point, search: () => phase.none(point.why, point.named), index: 0, why: 'rejected' });
    return true;
  }

  /** The next points of the walk; both outcomes while the verdict is unknown. */
  private waysOn(view: View<C, R>, phase: Phase<C, R>, point: Point<C, R>, candidate: C): Point<C, R>[] {
    const { index, probability, recent, place } = point;
    const failed = { ...point, index: index + 1 };
    if (phase.refused?.(index)) return [failed];
    const key = this.lab.key(candidate);
    const { verdict, named } = this.answers.get(key) ?? {};
    const removal = this.slots.jobs > 1 ? this.lab.removal?.(candidate) : undefined;
    let chance = Number(verdict === 'holds');
    if (verdict === undefined) {
      let wanted = view.wanted.get(key);
      if (!wanted) {
        const part = removal ? Evidence.part(removal, place) : [];
        const sign = this.evidence.sign(part, place);
        view.wanted.set(key, (wanted = { key, candidate, chance: phase.chance(index), part, removal, sign }));
      }
      chance = this.forecast.corrected({ chance: phase.chance(index), recent, sign: wanted.sign });
    }
    const held: Point<C, R> = {
      search: () => phase.held(index),
      index: 0,
      why: 'rejected',
      probability: this.reach === 'tree' ? probability * chance : 0,
      recent: after(recent, true),
      place: removal ? this.evidence.after(removal) : place,
    };
    const why = worst(point.why, verdict === undefined || verdict === 'holds' ? 'fails' : verdict);
    const other = { ...failed, why, named, probability: probability * (1 - chance), recent: after(recent, false) };
    return [held, other].filter((way) => way.probability > 0);
  }
}

/** The candidates that the walk may need next: from its current point, along both outcomes of every unknown verdict. */
interface View<C, R> {
  /** Untested ones found so far, the likeliest first. */
  readonly wanted: Map<string, Wanted<C>>;
  readonly frontier: Point<C, R>[];
}

/** Probability of the likeliest point not yet visited. */
function horizonOf({ frontier }: View<unknown, unknown>): number {
  return Math.max(0, ...frontier.map(({ probability }) => probability));
}
