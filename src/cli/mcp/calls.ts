/** Calls of the MCP server: each is a run in a worker, so that the server goes on whatever becomes of it. */
import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { basename } from 'node:path';
import { callOf, carryOut, type Call, type Found } from '../../agents/calls';
import { asArguments, type Answer, type Tool } from '../../agents/tools';
import { Hosting } from '../../host/hosting';
import type { IsolatedTexts } from '../../host/port';
import { realPath, workedRoot } from '../../oracle/places/roots';
import { named } from '../../reduction/ending/outputs';
import type { Listener } from '../../reduction/events/events';
import { testCount } from '../../reduction/events/progress';
import type { Job } from '../../reduction/job';
import { decode, encode } from '../../text/encoding';
import { readInput } from '../files';
import { fileJob, isolationJob, testJob } from '../jobs';
import { Figures } from '../progress';
import { tellLeft } from '../run';

/** What the SDK gives to a call. */
export interface Calling {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** An abort ends the run with its best result, which is written. `assets`: the folder of the command line. Throws errors for the agent. */
export async function answer(
  tool: Tool,
  given: unknown,
  roots: readonly string[],
  calling: Calling,
  assets: string,
): Promise<Answer> {
  const call = callOf(tool, given, roots);
  return inTurn(call.file, calling.signal, async () => {
    const figures = new Figures();
    const timer = tellFigures(figures, call, calling);
    try {
      return await hosted(call, calling.signal, assets, figures);
    } finally {
      clearInterval(timer);
    }
  });
}

/** Ends of the last call on each file. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Calls on one file run one after the other: they write to the same place, and each would take all cores anyway. A call that is cancelled
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

async function hosted(call: Call, signal: AbortSignal, assets: string, figures: Figures): Promise<Answer> {
  const { file, outputs } = call;
  const notes: string[] = [];
  const note = (sentence: string) => void notes.push(asArguments(sentence));
  const onEvent: Listener = (event) => {
    figures.add(event);
    if (event.event === 'notice' || event.event === 'left') note(event.message);
  };
  const name = basename(named(file, outputs.length > 1 ? 'isolated' : 'reduced'));
  const hosting = new Hosting(onEvent, { of: { input: file, name, isWritten: true }, signal });
  const run = async (): Promise<Found> => {
    await tellLeft(file, note);
    const job = await jobOf(call, assets);
    const { outcome, end } = await hosting.run<string | IsolatedTexts>({ kind: 'run', job });
    const texts = typeof outcome === 'string' ? [outcome] : [outcome.failing, outcome.passing];
    return { end, results: texts.map((text) => encode(text, job.input.encoding)), notes };
  };
  return await hosting.toEnd(() => carryOut(call, run), note);
}

/** As the terminal makes it. */
async function jobOf({ file, passing, given, directory }: Call, assets: string): Promise<Job> {
  const all = { ...given, tests: [{ ...given, cwd: directory }] };
  if ('failing' in given) return isolationJob({ failing: file, passing }, all, assets);
  const decoded = decode(await readInput(file));
  if (!given.test) return fileJob(file, all, decoded, assets);
  return testJob(file, { ...all, root: workedRoot(realPath(file), directory) }, decoded, assets);
}

/** Once a second, if the client wants it: seconds as the figure, size and tests in words. */
function tellFigures(figures: Figures, { given }: Call, { _meta, signal, sendNotification }: Calling) {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const began = performance.now();
  return setInterval(() => {
    if (signal.aborted) return;
    const progress = Math.round((performance.now() - began) / 100) / 10;
    const total = given.maxTime && Math.max(given.maxTime, progress);
    const { size, tests } = figures;
    const message = tests > 0 ? `${size} · ${testCount(tests)}` : 'The original is tested.';
    const params = { progressToken, progress, total, message };
    sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  }, 1000);
}
