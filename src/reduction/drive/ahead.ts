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
import { Evidence, noSign, type Sign } from './evidence';
import { after, Forecast, type Recent } from './forecast';
import { Lookout, type Outlook, type Wanted } from './lookout';
import type { Reach, Slots } from './loops';
import { TestPool } from './pool';

/** Points visited per worker at once: known verdicts and refusals cost no test, but need a limit. */
const patience = 12;

/** Limit on the points visited while tests run; and number of candidates found in advance per worker. */
const mostBeside = 200;
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
    const { answers, slots } = this;
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
      let looks = patience * slots.jobs;
      while (looks-- > 0 && lookout.wanted.size < slots.jobs && lookout.look());
      this.employ([...lookout.wanted.values()]);
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

  private employ(wanted: readonly Wanted<C>[]): void {
    const running = [...this.pool.running];
    for (const { key, view } of wanted) if (this.pool.runs(key)) this.signs.set(key, view.sign);
    const missing = wanted.filter(({ key }) => !this.pool.runs(key));
    const useless = running.filter(({ key }) => !wanted.some((other) => other.key === key));
    for (const test of useless.slice(0, missing.length)) test.cancel();
    for (const next of missing.slice(0, this.slots.jobs - running.length)) this.start(next);
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
    const isEnough = () => lookout.wanted.size >= stock * this.slots.jobs || lookout.horizon < improbable;
    for (let looked = 0; looked < mostBeside && (this.isIdle || !isEnough()); looked++) {
      await nextTurn();
      if (changed || !lookout.look()) break;
      const next = this.isIdle && [...lookout.wanted.values()].find(({ key }) => !this.pool.runs(key));
      if (next) this.start(next);
    }
    await change;
  }
}
