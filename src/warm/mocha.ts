/**
 * Loaded into mocha (`node --require`). Where mocha would load the test files, it waits for candidates and runs each: with fresh modules of
 * the workspace, those of node_modules, and everything else as it was. What cannot be set back ends the process after its answer.
 */
import { connect } from 'node:net';
import { join } from 'node:path';
import { addressName } from '../oracle/warm/protocol';
import { forgetModules, loadedModules, modules } from './modules';
import { serve } from './serve';
import { setVariablesBack } from './variables';

/** What we use of mocha's class; so since version 8. */
interface Mocha {
  readonly options: object;
  files: readonly string[];
  loadFilesAsync(options: { esmDecorator(this: void, url: URL): string }): Promise<void>;
  run(ended: (failures: number) => void): unknown;
}

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
      serveWith(this, path);
      return new Promise(() => undefined);
    };
    return loaded;
  };
}

/** `mocha`: with the options and the files of the command line. */
function serveWith(mocha: Mocha, path: string): void {
  setVariablesBack();
  modules.register?.(versions);
  const kept = loadedModules();
  serve(connect(path), (number) => {
    forgetModules(kept);
    return run(mocha, number);
  });
}

/** As mocha's own command does it. Gives the exit code. */
async function run(given: Mocha, number: number): Promise<number> {
  try {
    const mocha = new (given.constructor as new (options: object) => Mocha)(given.options);
    mocha.files = given.files;
    await mocha.loadFilesAsync({ esmDecorator: (url) => `${url.href}?whittle=${number}` });
    return await new Promise((resolve) => mocha.run((failures) => resolve(Math.min(failures, 255))));
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
