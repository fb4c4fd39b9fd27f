/**
 * Loaded into mocha (`node --require`). Where mocha would load the test files, it waits for candidates and runs each: with fresh modules of
 * the workspace, those of node_modules, and everything else as it was.
 */
import { join, relative, sep } from 'node:path';
import { address, modules, replaceModule, serve } from './serve';
import { surroundings } from './surroundings';

/** What we use of mocha's class; so since version 8. */
interface Mocha {
  readonly options: object;
  files: readonly string[];
  loadFilesAsync(options: { esmDecorator(this: void, url: URL): string }): Promise<void>;
  run(ended: (failures: number) => void): unknown;
}

if (address) awaitMocha();

/** Changes mocha's class as soon as it is loaded. */
function awaitMocha(): void {
  const files = ['mocha.js', 'mocha.cjs'].map((name) => join('mocha', 'lib', name));
  replaceModule<{ prototype: Mocha }>(
    (request, find) => /[\\/]mocha(?:\.c?js)?$/.test(request) && files.some((file) => find().endsWith(file)),
    (loaded) => {
      const { prototype } = loaded;
      const { loadFilesAsync } = prototype;
      prototype.loadFilesAsync = function () {
        prototype.loadFilesAsync = loadFilesAsync;
        serveWith(this);
        return new Promise(() => undefined);
      };
      return loaded;
    },
  );
}

/** `given`: with the options and the files of the command line. Runs each candidate as mocha's own command does it. */
function serveWith(given: Mocha): void {
  modules.register?.(versions);
  const before = new Set(Object.keys(modules._cache));
  let count = 0;
  const run = async (env: object): Promise<number> => {
    forgetModules(before);
    Object.assign(process.env, env);
    const version = `?whittle=${++count}`;
    const mocha = new (given.constructor as new (options: object) => Mocha)(given.options);
    mocha.files = given.files;
    await mocha.loadFilesAsync({ esmDecorator: (url) => url.href + version });
    return new Promise((resolve) => mocha.run((failures) => resolve(Math.min(failures, 255))));
  };
  serve(run, surroundings);
}

/** Those of the workspace, but for the ones that were there before. */
function forgetModules(before: ReadonlySet<string>): void {
  const stays = (path: string) => before.has(path) || relative(process.cwd(), path).split(sep).includes('node_modules');
  for (const path of Object.keys(modules._cache)) if (!stays(path)) delete modules._cache[path];
  for (const one of Object.values(modules._cache)) {
    // Modules that ES modules have imported may have neither children nor a file.
    if (one?.children) one.children = one.children.filter(({ filename }) => !filename || stays(filename));
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
