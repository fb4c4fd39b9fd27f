/** A process that runs tests for vitest and stays: after each run, everything is as it was after a test that changes nothing. */
import { createRequire } from 'node:module';
import { forgetModules, loadedModules, modules, mostMemory } from './modules';
import { neutralKey, roleName, type WorkerAnswer, type WorkerOrder } from './keptProtocol';
import { surroundings } from './surroundings';

/** What we use of the package `vitest`. */
interface Vitest {
  readonly expect: object;
  readonly chai: { readonly Assertion: { readonly prototype: object } };
  readonly vi: Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;
}

export function isKept(): boolean {
  return process.env[roleName] !== undefined && process.send !== undefined;
}

export function keepWorker(): void {
  delete process.env[roleName];
  const send = process.send!.bind(process);
  const setExit = noteExit();
  let restore: (() => boolean) | undefined;
  const obey = (order: WorkerOrder) => {
    if (order.kind === 'begin') return begin(order.env, order.maps);
    const isBack = restore?.() ?? true;
    restore ??= learned();
    setExit();
    const answer: WorkerAnswer = { isReady: isBack && restore !== undefined };
    send({ whittle: answer });
  };
  const { emit } = process;
  process.emit = function (this: NodeJS.Process, event: string, ...args: unknown[]) {
    const [message] = args as [{ whittle?: WorkerOrder } | undefined];
    if (event !== 'message' || !message?.whittle)
      return (emit as (...all: unknown[]) => boolean).call(this, event, ...args);
    obey(message.whittle);
    return true;
  } as typeof process.emit;
}

/** vitest replaces `process.exit` in its first run only, and sets it back after it. Returns what replaces it again. */
function noteExit(): () => void {
  const { exit } = process;
  let current = exit;
  let replaced: typeof exit | undefined;
  Object.defineProperty(process, 'exit', {
    configurable: true,
    enumerable: true,
    get: () => current,
    set(value: typeof exit) {
      current = value;
      replaced ??= value;
    },
  });
  return () => (current = replaced ?? exit);
}

function begin(env: NodeJS.ProcessEnv, maps: string | undefined): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  if (maps !== undefined) forgetMaps(maps);
}

/** The test file has another map each time. In the first run, vitest loads this module itself. */
function forgetMaps(path: string): void {
  const getSourceMap = (source: string) => workerOf()?.moduleCache?.getSourceMap(source);
  if (!workerOf()?.moduleCache) return;
  const load = createRequire(__filename);
  delete modules._cache[path];
  (load(path) as Maps).installSourcemapsSupport({ getSourceMap });
}

interface Maps {
  installSourcemapsSupport(options: { getSourceMap(source: string): unknown }): void;
}

function workerOf() {
  type Worker = { readonly moduleCache?: { getSourceMap(source: string): unknown } };
  return (globalThis as { __vitest_worker__?: Worker }).__vitest_worker__;
}

/** After the test that changes nothing: what sets everything back. Undefined if another test has run. */
function learned(): (() => boolean) | undefined {
  const globals = globalThis as unknown as Record<symbol, unknown>;
  const vitest = globals[neutralKey] as Vitest | undefined;
  if (!vitest) return undefined;
  delete globals[neutralKey];
  const kept = loadedModules();
  const before = surroundings(matchersOf(vitest));
  const { rss } = process.memoryUsage();
  const timers = activeTimers();
  return () => {
    for (const name of ['useRealTimers', 'restoreAllMocks', 'unstubAllGlobals', 'unstubAllEnvs']) vitest.vi[name]?.();
    const isBack = before.restore();
    forgetModules(kept);
    return isBack && activeTimers() <= timers && process.memoryUsage().rss < rss + mostMemory;
  };
}

/** Where matchers are added: of chai, and those that vitest keeps under global symbols. */
function matchersOf({ expect, chai }: Vitest): object[] {
  const globals = globalThis as unknown as Record<symbol, unknown>;
  const stores = Object.getOwnPropertySymbols(globals).map((symbol) => globals[symbol]);
  const found = [expect, chai, chai.Assertion, chai.Assertion.prototype, ...stores];
  return [...found, ...found.flatMap((one) => (isObject(one) ? Object.values(one) : []))].filter(isObject);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' || typeof value === 'function') && value !== null;
}

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate/.test(name)).length;
}
