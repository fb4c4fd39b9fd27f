/** Runs commands on candidates: a place for each, a mark on its processes, nothing left of it afterwards. It knows no verdicts. */
import { dirname, join } from 'node:path';
import type { Started } from './processes/launcher';
import { type Layer, plainStarter, protect, type Starter } from './processes/starter';
import { commandFor, type OracleCommand, userDirectoryOf, plainPaths } from './processes/command';
import type { Content } from './content';
import { serving, variablesOf, wardenOf } from './processes/escapees';
import { usualMemory } from './processes/supervise';
import { type Change, writtenSince } from './protection/changes';
import { endOf, openStreams, type Said } from './processes/output';
import { type Placement, type Target, usable } from './places/place';
import { statusOf } from './judging/rule';
import { run, type RunOptions, type RunResult } from './processes/run';
import { openSandbox, type Place } from './sandbox';
import { signals } from './platform/processes';

export interface Ran extends RunResult {
  /** The code with which a shell tells the end. */
  readonly status: number;
  readonly said: Said;
  /** The end of stdout and stderr. */
  readonly output: string;
}

export interface Question {
  readonly command: OracleCommand;
  readonly content: Content;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Somewhere else than usual. */
  readonly place?: Place;
  /** The unchanged input where it may change all that the user may. */
  readonly unprotected?: boolean;
  /** Run it even if its output is known. */
  readonly fresh?: boolean;
  /** It is to be sure: of several machines, others answer than before. */
  readonly inTurn?: boolean;
}

export interface TestCounts {
  /** All processes, also those that were cut off. */
  runs: number;
  timeouts: number;
  /** Candidates that were tested, each by one process at least. */
  candidates?: number;
  /** Sum of the wall times, ms. */
  ms: number;
}

export interface Tester {
  readonly placement: Placement;
  readonly counts: TestCounts;
  /** What keeps candidates from doing harm; unset if they run elsewhere. */
  readonly layer?: Layer;
  /** Throws `CannotStart` and `SandboxError`, and the signal's reason if aborted. */
  run(question: Question): Promise<Ran>;
  /** Ends all processes and removes all files, at once. Returns a problem, in one sentence. */
  dispose(): string | undefined;
}

/**
 * On this machine. `counts`: to be added to; `through`: starts the commands by a starter, and is closed with the tester. What a test writes in
 * `root`, the run root, is kept until `dispose`. Throws `SandboxError`.
 */
export async function openTester(
  placement: Placement,
  target: Target,
  counts: TestCounts = { runs: 0, timeouts: 0, ms: 0 },
  through = (base: Starter) => base,
): Promise<Tester & { readonly root: string }> {
  let isPlain = false;
  const sandbox = await openSandbox(placement, target, () => isPlain);
  const base = await protect(sandbox.root, placement, target);
  const { layer } = base;
  isPlain = layer === 'links';
  const starts = through(base);
  // For the unchanged input: nothing that its user does not run.
  const beside = plainStarter('off');
  const live = new Set<Started>();
  const { memoryBytes = usualMemory() } = target;
  // In namespaces, what is left of a test ends with it; but a runner that is kept running is not over then.
  const isolated = layer === 'namespaces';
  const warden = wardenOf(sandbox.run, !isolated || starts !== base);
  warden.begin(serving);
  return {
    placement,
    root: sandbox.root,
    counts,
    layer,
    async run(question) {
      question.signal.throwIfAborted();
      const place = question.place ?? (await sandbox.place(question.content, userDirectoryOf(question.command)));
      const since = Date.now();
      const starter = question.place || question.unprotected ? beside : starts;
      const ran = await ranIn(place, question, { counts, warden, live, memoryBytes, starter, root: sandbox.root });
      if (counts.runs > 1 || isolated) return ran;
      return { ...ran, changes: [...(ran.changes ?? []), ...writtenSince(since, userDirectories(target))] };
    },
    dispose() {
      for (const one of [starts, base, beside]) one.close();
      for (const one of live) one.signal(signals.kill);
      warden.close();
      return sandbox.dispose();
    },
  };
}

interface Run extends Pick<RunOptions, 'live' | 'memoryBytes' | 'starter'> {
  readonly counts: TestCounts;
  readonly warden: ReturnType<typeof wardenOf>;
  readonly root: string;
}

/** One test, in this place, which is free afterwards. */
async function ranIn(place: Place, question: Question, { counts, warden, root, ...how }: Run): Promise<Ran> {
  const { command, timeoutMs, signal } = question;
  const streams = openStreams(place.temporary, command.stdin ? place.paths.file : undefined);
  const started = performance.now();
  const { test } = place.mark;
  let endedByItself = false;
  warden.begin(test);
  counts.runs++;
  try {
    const result = await run({ ...filledFor(command, place, root), files: streams.files, timeoutMs, signal, ...how });
    endedByItself = !result.timedOut;
    if (result.timedOut && !result.outgrew) counts.timeouts++;
    const said = streams.said();
    const hidden = place.harm?.().map((path): Change => ({ kind: 'hidden', path }));
    const changes = result.changes ?? hidden;
    return { ...result, changes, status: statusOf(result), said, output: endOf(said) };
  } finally {
    counts.ms += performance.now() - started;
    streams.close();
    warden.end(test, !endedByItself);
    await place.clear();
  }
}

/** Where the user works: a test that writes there is told of. */
function userDirectories({ file, root }: Target): string[] {
  return [process.cwd(), ...(file === undefined ? [] : [dirname(file)]), ...(root === undefined ? [] : [root])];
}

/** Program and arguments, directory and variables. `root`: the run root. */
function filledFor(command: OracleCommand, place: Place, root: string) {
  const paths = usable(() => plainPaths(place.paths, place.temporary));
  const { words, cwd, env } = commandFor(command, paths);
  // Programs for Node.js 22 and later keep there what they have compiled.
  const shared = { NODE_COMPILE_CACHE: join(root, 'node-compile-cache') };
  // No command may have the last ones otherwise.
  return {
    words,
    cwd,
    env: { ...unset({ ...place.env, ...shared }), ...place.own, ...env, ...variablesOf(place.mark, place.temporary) },
  };
}

/** Those that our own environment has not. */
function unset(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));
}
