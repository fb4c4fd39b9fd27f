/**
 * Loaded into mocha (`node --require`). Where mocha would load the test files, it waits for candidates and runs each: with fresh modules of
 * the workspace, those of node_modules, and everything else as it was. What cannot be set back ends the process after its answer.
 */
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addressName, type WarmAnswer, type WarmOrder } from '../oracle/warm/protocol';
import { forgetModules, loadedModules, modules, mostMemory } from './modules';
import { surroundings } from './surroundings';
import { setVariablesBack } from './variables';

/** What we use of mocha's class; so since version 8. */
interface Mocha {
  readonly options: object;
  files: readonly string[];
  loadFilesAsync(options: { esmDecorator(this: void, url: URL): string }): Promise<void>;
  run(ended: (failures: number) => void): unknown;
}

const exit = process.exit.bind(process);

const address = process.env[addressName];
if (address) awaitMocha(address);

/** Changes mocha's class as soon as it is loaded. */
function awaitMocha(path: string): void {
  const load = modules._load;
  const files = ['mocha.js', 'mocha.cjs'].map((name) => join('mocha', 'lib', name));
  modules._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (!/[\\/]mocha(?:\.c?js)?$/.test(request)) return loaded;
    const found = modules._resolveFilename(request, parent);
    if (!files.some((file) => found.endsWith(file))) return loaded;
    modules._load = load;
    const { prototype } = loaded as { prototype: Mocha };
    const { loadFilesAsync } = prototype;
    prototype.loadFilesAsync = function () {
      prototype.loadFilesAsync = loadFilesAsync;
      serve(connect(path), this);
      return new Promise(() => undefined);
    };
    return loaded;
  };
}

/** `mocha`: with the options and the files of the command line. */
function serve(socket: Socket, mocha: Mocha): void {
  setVariablesBack();
  modules.register?.(versions);
  const kept = loadedModules();
  let running: number | undefined;
  let memory: number | undefined;
  const ended = (exitCode: number, stays: boolean) => {
    if (running === undefined) return;
    const isBack = before.restore();
    const { rss } = process.memoryUsage();
    const goesOn = stays && isBack && rss < (memory ??= rss) + mostMemory;
    const answer: WarmAnswer = { number: running, exitCode, leaves: !goesOn };
    running = undefined;
    socket.write(`${JSON.stringify(answer)}\n`, goesOn ? undefined : () => exit());
  };
  process.exit = (code) => {
    ended(Number(code ?? process.exitCode ?? 0), false);
    throw new Error('process.exit was called');
  };
  socket.on('close', () => exit());
  createInterface({ input: socket }).on('line', (line) => {
    const { number, env } = JSON.parse(line) as WarmOrder;
    running = number;
    Object.assign(process.env, env);
    forgetModules(kept);
    void run(mocha, number).then((failures) => ended(Math.min(failures, 255), true));
  });
  const before = surroundings();
  const loaded: WarmAnswer = {};
  socket.write(`${JSON.stringify(loaded)}\n`);
}

/** As mocha's own command does it. Gives the number of failures. */
async function run(given: Mocha, number: number): Promise<number> {
  try {
    const mocha = new (given.constructor as new (options: object) => Mocha)(given.options);
    mocha.files = given.files;
    await mocha.loadFilesAsync({ esmDecorator: (url) => `${url.href}?whittle=${number}` });
    return await new Promise((resolve) => mocha.run(resolve));
  } catch (error) {
    console.error(error);
    return 1;
  }
}

/** ES modules are never forgotten: those of the workspace get the version of the one that imports them. */
const versions = `data:text/javascript,${encodeURIComponent(`
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const [version] = /\\?whittle=\\d+/.exec(context.parentURL ?? '') ?? [];
  const isOurs = version && found.url.startsWith('file:') && !/[?]|\\/node_modules\\//.test(found.url);
  return isOurs ? { ...found, url: found.url + version } : found;
}`)}`;
