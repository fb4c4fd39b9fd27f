/** One candidate → one verdict: the property holds if the command ends with exit code 0; with 125 it gives no answer. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { commandFor } from './command';
import type { OracleCommand } from './command';
import { openOutput } from './output';
import { run, signalGroup } from './run';
import type { RunResult } from './run';
import { openSandbox } from './sandbox';
import type { Sandbox } from './sandbox';

export interface OracleOptions {
  readonly command: OracleCommand;
  /** Base name that every candidate gets. */
  readonly fileName: string;
}

/** The property holds, does not hold, or there was no answer: in time, or by exit code 125. */
export type OracleVerdict = 'holds' | 'fails' | 'unresolved';

export interface OracleAnswer {
  readonly verdict: OracleVerdict;
  /** Wall time of the run. */
  readonly ms: number;
}

/** What a run did that is worth telling: for the first one and for messages. */
export interface FullAnswer extends OracleAnswer, RunResult {
  /** The end of stdout and stderr. */
  readonly output: string;
}

export interface OracleCounts {
  /** Processes run, all of them, also those that were cut off. */
  readonly runs: number;
  readonly timeouts: number;
  /** Sum of the wall times, ms. */
  readonly ms: number;
}

export interface Oracle {
  readonly command: OracleCommand;
  readonly counts: OracleCounts;
  /** The verdict for these bytes, from memory if they were asked before. Throws the signal's reason if aborted. */
  test(bytes: Uint8Array, timeoutMs: number, signal: AbortSignal): Promise<OracleAnswer>;
  /** Runs the command in any case and keeps what it says. Throws `CannotStart`. */
  observe(bytes: Uint8Array, timeoutMs: number, signal: AbortSignal): Promise<FullAnswer>;
  /** Ends whatever still runs and removes every file, at once. */
  dispose(): void;
}

/** Verdicts remembered at most; each takes about a hundred bytes. */
const cacheSize = 200_000;

export async function openOracle({ command, fileName }: OracleOptions): Promise<Oracle> {
  const sandbox = await openSandbox(fileName);
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  const live = new Set<number>();
  const verdicts = new Map<string, OracleAnswer>();

  const remember = (bytes: Uint8Array, { verdict, ms }: OracleAnswer) => {
    if (verdicts.size >= cacheSize) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(contentKey(bytes), { verdict, ms });
  };
  const ask = async (bytes: Uint8Array, timeoutMs: number, signal: AbortSignal, keepOutput: boolean) => {
    const answer = await askOnce(sandbox, command, bytes, { timeoutMs, signal, live, keepOutput }, counts);
    remember(bytes, answer);
    return answer;
  };
  return {
    command,
    counts,
    test: async (bytes, timeoutMs, signal) =>
      verdicts.get(contentKey(bytes)) ?? (await ask(bytes, timeoutMs, signal, false)),
    observe: (bytes, timeoutMs, signal) => ask(bytes, timeoutMs, signal, true),
    dispose() {
      for (const leader of live) signalGroup(leader, 'SIGKILL');
      sandbox.dispose();
    },
  };
}

/** The name of a content in caches. */
export function contentKey(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64');
}

interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly live: Set<number>;
  readonly keepOutput: boolean;
}

async function askOnce(
  sandbox: Sandbox,
  command: OracleCommand,
  bytes: Uint8Array,
  options: AskOptions,
  counts: { runs: number; timeouts: number; ms: number },
): Promise<FullAnswer> {
  options.signal.throwIfAborted();
  const place = await sandbox.place(bytes);
  const output = options.keepOutput ? openOutput(join(place.temporary, '.whittle-output')) : undefined;
  const started = performance.now();
  counts.runs++;
  try {
    const { words, cwd, env } = commandFor(command, place);
    const { temporary } = place;
    const result = await run(words, {
      cwd,
      env: { ...env, TMPDIR: temporary, TMP: temporary, TEMP: temporary },
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      live: options.live,
      output: output?.file,
    });
    if (result.timedOut) counts.timeouts++;
    return { ...result, verdict: verdictOf(result), output: output?.end() ?? '' };
  } finally {
    counts.ms += performance.now() - started;
    output?.close();
    await place.remove();
  }
}

/** "Cannot be judged", as `git bisect run` has it. */
const noVerdict = 125;

function verdictOf({ timedOut, exitCode }: RunResult): OracleVerdict {
  if (timedOut || exitCode === noVerdict) return 'unresolved';
  return exitCode === 0 ? 'holds' : 'fails';
}
