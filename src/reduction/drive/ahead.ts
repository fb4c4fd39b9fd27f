/**
 * Tests ahead of the walk, on the likeliest paths. While one candidate is tested, other workers test the search's next candidates for
 * both outcomes. The walk commits verdicts in its own order, so the result is the same for any number of workers; useless tests are
 * cancelled. `reach` limits the tests ahead to this phase, to this phase and those joint with it, or not at all. While tests run, the
 * search itself also continues, so that the walk need not wait for it later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase } from '../../search/search';
import type { Lab, PhaseTester } from './drive';
import { Evidence, Forecast, type Recent, type Sign, after, noSign } from './forecast';
import { Lookout, type Outlook, type Wanted } from './lookout';
import type { Reach, Slots } from './loops';
import { TestPool } from './pool';

/** The client looks ahead for so long until it sees to tests that have ended, ms. */
const glance = 5;

/** Points visited per worker, after which no more are: known verdicts and refusals cost no test, but need a limit. */
const patience = 15;

/** Number of candidates found in advance per worker. */
const stock = 2;

/** Points less probable than this are visited only if a worker is idle. */
const improbable = 0.05;

export class TestingAhead<C, R> implements PhaseTester<C, R>, Outlook<C> {
  readonly answers = new Map<string, OracleAnswer>();
  readonly forecast = new Forecast();
  readonly evidence = new Evidence();
  /** What was known of each candidate before its test. */
  private readonly signs = new Map<string, Sign>();
  private readonly pool: TestPool<C>;
  private recent: Recent = 0;

  /** `signal` aborts all running tests; `slots.jobs` may change during the walk. */
  constructor(
    readonly lab: Lab<C>,
    private readonly slots: Slots,
    private readonly signal: AbortSignal,
    readonly reach: Reach = 'tree',
  ) {
    this.pool = new TestPool(lab, signal);
  }

  async answer(phase: Phase<C, R>, index: number, key: string, skipping: AbortSignal): Promise<OracleAnswer> {
    const { answers } = this;
    const candidate = phase.alternatives.at(index)!;
    for (;;) {
      const known = answers.get(key);
      if (known) {
        this.learn(candidate, key, phase.chance(index), known.verdict === 'holds');
        return known;
      }
      this.signal.throwIfAborted();
      skipping.throwIfAborted();
      const lookout = new Lookout<C, R>(phase, index, this.recent, this);
      lookout.look();
      await this.startFirst(lookout.wanted.get(key)!);
      // A fast test has ended by now, and then perhaps no test runs that could be awaited.
      if (answers.has(key)) continue;
      await this.lookOn(lookout, this.pool.change(skipping));
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private get isIdle(): boolean {
    return this.pool.running.size < this.slots.jobs;
  }

  private learn(candidate: C, key: string, chance: number, holds: boolean): void {
    this.forecast.learn({ chance, recent: this.recent, sign: this.signs.get(key) ?? noSign }, holds);
    this.signs.delete(key);
    this.recent = after(this.recent, holds);
    const removal = holds && this.lab.removal?.(candidate);
    if (removal) this.evidence.reached(removal);
  }

  private start({ key, candidate, view: { part, removal, sign } }: Wanted<C>): void {
    this.signs.set(key, sign);
    this.pool.start(key, candidate, (answer) => {
      this.answers.set(key, answer);
      if (removal) this.evidence.tested(part, removal, answer.verdict === 'holds');
    });
  }

  /** Starts the tests that are wanted, the likeliest first. `isView`: no others are; until then only the first one stops another. */
  private employ(wanted: ReadonlyMap<string, Wanted<C>>, isView: boolean): void {
    const running = [...this.pool.running];
    const runs = new Set(running.map(({ key }) => key));
    const missing = [...wanted.values()].filter(({ key }) => !runs.has(key));
    const useless = running.filter(({ key }) => !wanted.has(key));
    for (const { key } of running) if (wanted.has(key)) this.signs.set(key, wanted.get(key)!.view.sign);
    const [first] = wanted.keys();
    const mostStopped = isView ? missing.length : Number(!runs.has(first));
    for (const test of useless.slice(0, mostStopped)) test.cancel();
    for (const next of missing.slice(0, Math.max(0, this.slots.jobs - running.length))) this.start(next);
  }

  /** The test that the walk waits for starts before others are looked for. */
  private async startFirst(wanted: Wanted<C>): Promise<void> {
    if (!this.isIdle || this.pool.runs(wanted.key)) return;
    this.start(wanted);
    await nextTurn();
  }

  /** Looks ahead until a test has ended. */
  private async lookOn(lookout: Lookout<C, R>, change: Promise<void>): Promise<void> {
    let changed = false;
    const stop = () => void (changed = true);
    change.then(stop, stop);
    const { wanted } = lookout;
    const { jobs } = this.slots;
    const isEnough = () => !this.isIdle && (wanted.size >= stock * jobs || lookout.horizon < improbable);
    let looks = patience * jobs;
    for (let more = true; more && looks > 0;) {
      const until = performance.now() + glance;
      do more = lookout.look();
      while (more && --looks > 0 && wanted.size < jobs && performance.now() < until);
      this.employ(wanted, wanted.size >= jobs || !more);
      if (wanted.size >= jobs && isEnough()) break;
      await nextTurn();
      if (changed) break;
    }
    await change;
  }
}
