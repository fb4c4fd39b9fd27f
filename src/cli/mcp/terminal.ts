/**
 * A call is a process of the command line: it has a directory of its own, and whatever happens to it, the server goes on. An abort
 * ends it as SIGTERM does in a terminal: nothing is left running, and the best result is written. If the server is killed, it ends, too.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EndTold, Failed, Listener, ReductionEvent } from '../../reduction/events/events';
import { asArguments, ToolError } from '../../agents/tools';
import { signals } from '../../oracle/platform/processes';

export interface Terminal {
  /** Folder of `cli.js`. */
  readonly assets: string;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** A run with a result. */
export interface TerminalRun {
  readonly end: EndTold;
  /** Other sentences of the run: notices and problems. */
  readonly notes: readonly string[];
}

/** Throws `ToolError` if there is no result. */
export async function ranInTerminal(
  words: readonly string[],
  cwd: string,
  { assets, onEvent, signal }: Terminal,
): Promise<TerminalRun> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [join(assets, 'cli.js'), ...words], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = () => child.kill(signals.terminate);
  signal.addEventListener('abort', stop, { once: true });
  let end: EndTold | undefined;
  let failed: Failed | undefined;
  const notes: string[] = [];
  createInterface(child.stdout!).on('line', (line) => {
    const event = JSON.parse(line) as ReductionEvent;
    if (event.event === 'finished' || event.event === 'isolated') end = event;
    if (event.event === 'failed') failed = event;
    if (event.event === 'notice' || event.event === 'left') notes.push(event.message);
    onEvent(event);
  });
  createInterface(child.stderr!).on('line', (line) => notes.push(line));
  try {
    await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const told = notes.map((note) => asArguments(note.replace(/^(whittle|error): /, '')));
  if (!end || failed)
    throw new ToolError(failed ? asArguments(failed.message) : (told.at(-1) ?? noResult), failed?.output);
  return { end, notes: told };
}

const noResult = 'The run ended without a result: read the log of the server.';
