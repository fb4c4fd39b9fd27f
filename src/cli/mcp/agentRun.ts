/** A run of the MCP server, in a worker, so that the server goes on whatever becomes of it; and the calls that wait for it. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { carryOut, type Call, type Found } from '../../agents/calls';
import { resultsOf, type Results } from '../../agents/results';
import { answerSoFar, type Answer } from '../../agents/tools';
import { Hosting } from '../../host/host';
import { spelled } from '../../options/spelling';
import { isFileSet } from '../../oracle/content';
import { attempt } from '../../oracle/platform/files';
import { inTime } from '../../oracle/processes/run';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import { named } from '../../reduction/ending/outputs';
import { Interrupted } from '../../reduction/controls';
import type { EndTold, ReductionEvent } from '../../reduction/events/events';
import type { JournalPlace } from '../../reduction/job';
import { testCount } from '../../reduction/events/progress';
import { Progress } from '../../reduction/events/runState';
import { carriedOut, workOf } from '../jobs';
import { tellLeft } from '../run';

/** What the SDK gives to a call. */
export interface Calling {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** A journal, so that the same call continues where an earlier one has ended, for a day; undefined if none can be kept. */
function recordFor(token: string): JournalPlace | undefined {
  return attempt(() => {
    const directory = join(stateDirectory(), 'agents');
    makeStateDirectory(directory);
    const paths = readdirSync(directory).map((name) => join(directory, name));
    for (const path of paths.filter((one) => statSync(one).mtimeMs < Date.now() - 24 * 3600 * 1000)) rmSync(path);
    return { file: join(directory, `${token}.jsonl`), optional: true };
  }, undefined);
}

/** A run that no call waits for ends after this time, ms. */
const idleMs = 10 * 60_000;

/** A worker that is not busy sends its best result in less, ms. */
const answerMs = 200;

/** Ends of the last run on each file. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs on one file go one after the other: they write to the same place, and each would take all cores anyway. One that is stopped
 * while it waits ends at once.
 */
export async function inTurn<T>(file: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = turns.get(file);
  const turn = (async () => {
    await Promise.race([before, new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))]);
    signal.throwIfAborted();
    return work();
  })();
  turns.set(file, Promise.allSettled([before, turn]));
  return turn;
}

/** One run, and the calls that wait for it. */
export class AgentRun {
  isOver = false;
  /** A call has answered with its result. */
  isTold = false;
  end: EndTold | undefined;
  readonly over: Promise<unknown>;
  private readonly figures = new Progress();
  private readonly notes: string[] = [];
  private rules: Found['rules'] = [];
  private readonly hosting: Hosting;
  private readonly ending: Promise<Answer>;
  private readonly began = performance.now();
  private calls = 0;
  private isEnding = false;
  private idle: NodeJS.Timeout | undefined;
  /** The record tells no more: what is found from now on is new. */
  private isNew = false;
  private wasResumed = false;
  /** Its record, and so the earlier result, was wrong. */
  private isAnew = false;
  private stopped: string | undefined;
  private results: Results | undefined;

  constructor(
    readonly call: Call,
    readonly token: string,
    private readonly assets: string,
  ) {
    const { file, outputs } = call;
    const name = basename(outputs.length > 1 ? named(file, 'isolated') : outputs[0]);
    const of = { input: file, name, isWritten: true };
    this.hosting = new Hosting((event) => this.hear(event), { of, speaker: 'agent' });
    this.ending = inTurn(file, this.hosting.signal, () => this.hosting.toEnd(() => this.carried(), this.note));
    this.over = this.ending.catch(() => {}).finally(() => (this.isOver = true));
  }

  /** No call waits for it. */
  get isAlone(): boolean {
    return !this.isOver && this.calls === 0;
  }

  /** It ends with the best result so far. */
  get isStopped(): boolean {
    return this.hosting.signal.aborted;
  }

  /** Ends it at once with the best result. `why`: for its answer. */
  stop(why: string): void {
    this.stopped ??= why;
    this.hosting.stop();
  }

  /** Ends its search; the result is tested again. */
  finish(): void {
    this.isEnding = true;
    if (this.figures.tests > 0) this.hosting.tell('finish');
    else this.stop('stopped');
  }

  /** Its result, or after this time the best one so far. */
  async answer(calling: Calling, waitMs: number): Promise<Answer> {
    const { signal } = calling;
    const stop = () => this.stop('its call was cancelled');
    const progress = this.tellFigures(calling);
    clearTimeout(this.idle);
    this.calls++;
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      const answer = (await inTime(this.ending, waitMs)) ?? (signal.aborted ? await this.ending : undefined);
      this.isTold ||= answer !== undefined && !signal.aborted;
      return answer ?? (await this.soFar());
    } finally {
      clearInterval(progress);
      signal.removeEventListener('abort', stop);
      this.calls--;
      if (this.isAlone) this.idle = setTimeout(() => this.finish(), idleMs).unref();
    }
  }

  private async soFar(): Promise<Answer> {
    const { hosting, results, call, token, rules } = this;
    hosting.tell('best');
    await sleep(answerMs);
    const content = this.isNew ? hosting.latest : undefined;
    const isFile = content !== undefined && !isFileSet(content) && !call.writesFolder;
    if (isFile && results) await results.write([content], this.note, this.isAnew ? 'goes' : 'stays');
    const time = `${Math.round((performance.now() - this.began) / 1000)} s so far`;
    return answerSoFar({
      ...{ figures: `${this.extent} · ${time}`, token, rules, isEnding: this.isEnding },
      content: call.passing === undefined ? content : undefined,
      path: isFile ? results?.paths[0] : undefined,
    });
  }

  private get extent(): string {
    const { extent, tests } = this.figures;
    return tests > 0 ? `${extent} · ${testCount(tests)}` : 'Testing the original';
  }

  private readonly note = (sentence: string): void => void this.notes.push(spelled(sentence, 'agent'));

  private hear(event: ReductionEvent): void {
    this.figures.add(event);
    if (event.event === 'notice' || event.event === 'left') this.note(event.message);
    if (event.event === 'started' && event.notice) this.note(event.notice);
    if (event.event === 'calibrated') this.rules = event.rules;
    if (event.event === 'resumed' && event.journal) this.wasResumed = true;
    if (event.event === 'candidate') this.isNew = true;
  }

  private async carried(): Promise<Answer> {
    await tellLeft(this.call.file, this.note);
    this.results = await resultsOf(this.call);
    try {
      return await carryOut(this.call, () => this.found(), this.results);
    } catch (error) {
      if (!(error instanceof Interrupted) || this.stopped === undefined) throw error;
      throw new Interrupted(
        `It ended before anything was removed: ${this.stopped}. Make its call again to begin anew.`,
      );
    }
  }

  /** The verdicts of a record may be those of other sources: if its result no longer fails, everything is tested again. */
  private async found(): Promise<Found> {
    const record = recordFor(this.token);
    const found = await this.foundWith(record);
    const { confirmed, unverified, problem, ending } = found.end;
    const isSure = ((confirmed || unverified) && problem === undefined) || ending === 'interrupted';
    if (!this.wasResumed || isSure || this.hosting.signal.aborted) return found;
    if (record) rmSync(record.file, { force: true });
    this.isAnew = true;
    return this.foundWith(record);
  }

  private async foundWith(journal: JournalPlace | undefined): Promise<Found> {
    const { hosting, notes, assets, call, results } = this;
    const { given, inputs, directory } = call;
    const command = given.failing ? 'isolate' : given.test && !given.repro ? 'test' : 'reduce';
    const own = { ...given, cwd: directory };
    const repro = given.repro ? { to: results!.paths[0], hosting } : undefined;
    const tests = given.test ? [] : [own];
    const work = await workOf(command, inputs, { ...own, tests }, { assets, journal, repro });
    const { outcome, end, page, contents } = await carriedOut(work, hosting, given.why);
    this.end = end;
    const { notice = '', path } = typeof outcome === 'object' && 'ran' in outcome ? outcome : {};
    if (notice) this.note(notice);
    const { rules, isAnew, stopped, token } = this;
    const told = { end: { ...end, ms: performance.now() - this.began }, rules, notes, isAnew, stopped, token, page };
    return { ...told, results: contents, path };
  }

  /** Once a second, if the client wants it: seconds as the figure, size and tests in words. */
  private tellFigures({ _meta, signal, sendNotification }: Calling) {
    const progressToken = _meta?.progressToken;
    if (progressToken === undefined) return undefined;
    const began = performance.now();
    return setInterval(() => {
      if (signal.aborted) return;
      const progress = Math.round((performance.now() - began) / 100) / 10;
      const params = { progressToken, progress, message: this.extent };
      sendNotification({ method: 'notifications/progress', params }).catch(() => {});
    }, 1000);
  }
}
