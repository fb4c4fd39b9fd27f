/** Modules that are loaded anew for each candidate: those of the workspace. */
import Module from 'node:module';
import { relative, sep } from 'node:path';

/** What we use of Node's loader of CommonJS modules. */
export const modules = Module as unknown as {
  _load(request: string, parent: NodeModule | undefined, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: NodeModule | undefined): string;
  _cache: Record<string, NodeModule | undefined>;
  register?(specifier: string): void;
};

/** Memory that a process may take more than after its first candidate, bytes. */
export const mostMemory = 256 << 20;

export function loadedModules(): ReadonlySet<string> {
  return new Set(Object.keys(modules._cache));
}

/** Those of the workspace, but for `kept`. */
export function forgetModules(kept: ReadonlySet<string>): void {
  const stays = (path: string) => kept.has(path) || relative(process.cwd(), path).split(sep).includes('node_modules');
  for (const path of Object.keys(modules._cache)) if (!stays(path)) delete modules._cache[path];
  for (const one of Object.values(modules._cache)) {
    // Modules that ES modules have imported may have neither children nor a file.
    if (one?.children) one.children = one.children.filter(({ filename }) => !filename || stays(filename));
  }
}
