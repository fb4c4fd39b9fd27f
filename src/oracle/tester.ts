/** Runs commands on candidates: a place for each, a mark on its processes, nothing left of it afterwards. It knows no verdicts. */
import { commandFor } from './processes/command';
import type { OracleCommand, Paths } from './processes/command';
import type { Content } from './content';
import { wardenOf } from './processes/escapees';
import { markName, markOf } from './processes/mark';
import { endOf } from './processes/output';
import { platform } from './platform/platform';
import { unusable } from './places/directories';
import type { Placement, Target } from './places/place';
import { plainPaths } from './plainPaths';
import { statusOf } from './judging/rule';
import type { Said, StreamName } from './judging/said';
import { run } from './processes/run';
import type { RunResult } from './processes/run';
import { openSandbox } from './sandbox';
import type { Place } from './sandbox';
import { openStreams } from './processes/streams';

/** What a run of a command did. */
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
  /** What is kept of what the command says. */
  readonly keep: ReadonlySet<StreamName>;
  readonly signal: AbortSignal;
  /** Somewhere else than usual. */
  readonly place?: Place;
  /** Run it even if what it does is known from somewhere. */
  readonly fresh?: boolean;
  /** It is to be sure: of several machines, others answer than before. */
  readonly inTurn?: boolean;
}

export interface TestCounts {
  /** Processes run, all of them, also those that were cut off. */
  readonly runs: number;
  readonly timeouts: number;
  /** Sum of the wall times, ms. */
  readonly ms: number;
}

export interface Tester {
  readonly placement: Placement;
  readonly counts: TestCounts;
  /** Throws `CannotStart` and `SandboxError`, and the signal's reason if aborted. */
  run(question: Question): Promise<Ran>;
  /** Ends whatever still runs and removes every file, at once. Returns what the user must know, in one sentence. */
  dispose(): string | undefined;
}

/** Throws `SandboxError`. */
export async function openTester(placement: Placement, target: Target): Promise<Tester> {
  const sandbox = await openSandbox(placement, target);
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  const live = new Set<number>();
  const warden = wardenOf(sandbox.run);
  return {
    placement,
    counts,
    async run({ command, content, timeoutMs, keep, signal, place: other }) {
      signal.throwIfAborted();
      const place = other ?? (await sandbox.place(content));
      const streams = openStreams(place, keep, command.stdin);
      const started = performance.now();
      const { test } = place.mark;
      let endedByItself = false;
      warden.begin(test);
      counts.runs++;
      try {
        const { words, cwd, env } = commandFor(command, pathsFor(place));
        const { files } = streams;
        const variables = { ...unset(place.env), ...env, ...ours(place) };
        const result = await run(words, { cwd, env: variables, timeoutMs, signal, live, files });
        endedByItself = !result.timedOut;
        if (result.timedOut) counts.timeouts++;
        const said = streams.said();
        return { ...result, status: statusOf(result), said, output: endOf(said) };
      } finally {
        counts.ms += performance.now() - started;
        streams.close();
        warden.end(test, !endedByItself);
        await place.clear();
      }
    },
    dispose() {
      for (const leader of live) platform.signalGroup(leader, 'SIGKILL');
      warden.close();
      return sandbox.dispose();
    },
  };
}

/** Throws `SandboxError`. */
function pathsFor(place: Place): Paths {
  try {
    return plainPaths(place);
  } catch (error) {
    return unusable(error);
  }
}

/** Those that our own environment has not. */
function unset(variables: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => process.env[name] === undefined));
}

/** No command may have these otherwise. */
function ours({ temporary, mark }: Place): Record<string, string> {
  return { TMPDIR: temporary, TMP: temporary, TEMP: temporary, [markName]: markOf(mark) };
}
