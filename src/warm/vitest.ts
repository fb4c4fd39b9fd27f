/**
 * Loaded into vitest (`node --import`). In place of its command line, it waits for candidates, and has vitest's own interface run each with
 * the same options, in processes or threads that vitest starts for it.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { WarmOrder } from '../oracle/warm/protocol';
import { address, serve } from './serve';
import { listeners } from './surroundings';

/** What we use of `vitest/node`; so since version 2. */
interface Vitest {
  parseCLI(words: readonly string[]): { readonly filter: readonly string[]; readonly options: Options };
  startVitest(
    mode: 'test',
    filter: readonly string[],
    options: Options,
  ): Promise<{ close(): Promise<void> } | undefined>;
}

interface Options {
  readonly env?: WarmOrder;
}

const program = /[\\/]vitest[\\/]vitest\.mjs$/;

/** Never ends in the process that waits for candidates. */
export const loaded: Promise<unknown> = address && process.argv[1] ? awaitCandidates() : Promise.resolve();

async function awaitCandidates(): Promise<void> {
  const main = realpathSync(process.argv[1]);
  if (!program.test(main)) return;
  const url = pathToFileURL(createRequire(main).resolve('vitest/node')).href;
  const { default: node, ...named } = (await import(url)) as Vitest & { default?: Vitest };
  const vitest = node ?? named;
  // It keeps its other variables: vitest starts processes that outlive a test.
  serve((env) => run(vitest, env), listeners);
  await new Promise(() => undefined);
}

/** As vitest's own command does it. Gives the exit code. */
async function run({ parseCLI, startVitest }: Vitest, env: WarmOrder): Promise<number> {
  process.exitCode = undefined;
  const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)]);
  const started = await startVitest('test', filter, { ...options, env: { ...options.env, ...env } });
  await started?.close();
  return Number(process.exitCode ?? 0);
}
