/**
 * Loaded into vitest's processes. In the first one (`node --import`), it takes the place of the command line: it waits for candidates, and
 * has vitest's own interface run each with the same options. In a process that runs tests (`--require`), it keeps that process running.
 */
import { ftruncateSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { addressName, type WarmAnswer, type WarmOrder } from '../oracle/warm/protocol';
import { keepForks, type KeptForks } from './keptForks';
import { neutralTest } from './keptProtocol';
import { isKept, keepWorker } from './keptWorker';
import { mostMemory } from './modules';
import { listeners } from './surroundings';
import { setVariablesBack } from './variables';

/** What we use of `vitest/node`; so since version 2. */
interface Vitest {
  parseCLI(words: readonly string[]): { readonly filter: readonly string[]; readonly options: object };
  startVitest(
    mode: 'test',
    filter: readonly string[],
    options: object,
    vite: object,
  ): Promise<{ close(): Promise<void> } | undefined>;
}

const address = process.env[addressName];
const program = /[\\/]vitest[\\/]vitest\.mjs$/;

/** Never ends in the process that waits for candidates. */
export const loaded: Promise<unknown> = address && process.argv[1] ? awaitCandidates(address) : Promise.resolve();

if (isKept()) keepWorker();

async function awaitCandidates(path: string): Promise<void> {
  const main = realpathSync(process.argv[1]);
  if (!program.test(main)) return;
  const { default: node, ...named } = (await import(
    pathToFileURL(createRequire(main).resolve('vitest/node')).href
  )) as Vitest & { default?: Vitest };
  const vitest = node ?? named;
  const { filter, options } = vitest.parseCLI(['vitest', ...process.argv.slice(2)]);
  const forks = keepForks({ ...process.env }, mapsOf(main));
  setVariablesBack();
  const runs = (isNeutral: boolean) => run(vitest, filter, options, isNeutral);
  if (await makeReady(forks, runs)) serve(connect(path), runs, forks);
  else process.exit();
  await new Promise(() => undefined);
}

/**
 * Runs a test that changes nothing if no process is ready. False if none is after it: its tests may
 * run elsewhere, or with a document. */
async function makeReady(forks: KeptForks, run: (isNeutral: boolean) => Promise<number>): Promise<boolean> {
  if (forks.isReady()) return true;
  await run(true);
  for (const output of [1, 2]) ftruncateSync(output);
  return forks.isReady();
}

/** The module that maps stacks in vitest 2 and 3. */
function mapsOf(main: string): string | undefined {
  try {
    return createRequire(main).resolve('vite-node/source-map');
  } catch {
    return undefined;
  }
}

/** `run`: a candidate, or a test without anything in its place. */
function serve(socket: Socket, run: (isNeutral: boolean) => Promise<number>, forks: KeptForks): void {
  let memory: number | undefined;
  const setListenersBack = listeners();
  let busy: Promise<unknown> = Promise.resolve();
  socket.on('close', () => process.exit());
  createInterface({ input: socket }).on('line', (line) => {
    const { number, env } = JSON.parse(line) as WarmOrder;
    busy = busy.then(async () => {
      forks.setVariables(env);
      await makeReady(forks, run);
      const exitCode = await run(false);
      setListenersBack();
      const { rss } = process.memoryUsage();
      const leaves = rss > (memory ??= rss) + mostMemory;
      const answer: WarmAnswer = { number, exitCode, leaves };
      socket.write(`${JSON.stringify(answer)}\n`, leaves ? () => process.exit() : undefined);
    });
  });
  const loaded: WarmAnswer = {};
  socket.write(`${JSON.stringify(loaded)}\n`);
}

/** As vitest's own command does it. Gives the exit code. */
async function run(
  { startVitest }: Vitest,
  filter: readonly string[],
  options: object,
  isNeutral: boolean,
): Promise<number> {
  process.exitCode = undefined;
  try {
    const started = await startVitest('test', filter, { ...options }, isNeutral ? { plugins: [neutral(filter)] } : {});
    await started?.close();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    console.error(error);
    return 1;
  }
}

/** In the place of the test files: a test that changes nothing. The process that runs it learns what vitest itself leaves behind. */
function neutral(filter: readonly string[]) {
  return {
    name: 'whittle',
    enforce: 'pre',
    load(id: string): string | undefined {
      const isTest = filter.some((part) => id.includes(part)) && !id.includes('/node_modules/');
      return isTest ? neutralTest : undefined;
    },
  };
}
