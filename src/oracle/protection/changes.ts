/**
 * What a test has changed outside its own directories, by the upper directories of its shadows (`platform/namespaces.ts`), and how the
 * shadows are set back. Caches may change: their tools see to them, and they are thrown away with the shadow.
 */
import { type Stats, lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { entriesOf, tolerating } from '../platform/files';
import type { Shadow } from '../platform/processes';

/** `hidden`: it was deleted, or something else stands in its place. */
export interface Change {
  readonly kind: 'new' | 'changed' | 'hidden';
  readonly path: string;
}

/** For the process that sees the shadows. */
export interface Repair {
  /** A path in each directory that stands above and below: it is not seen if the directory was made anew. */
  readonly probes: readonly string[];
  /** What is new. Unset if that is not all: what was changed or deleted needs new shadows. */
  readonly remove?: readonly string[];
}

/** Directories in which tools keep what they can make again. */
const caches =
  /^(?:__pycache__|target|\.(?:tox|nox|cache|ccache|pytest_cache|mypy_cache|ruff_cache|npm|gradle|vite|vite-temp|swc|turbo)|Caches)$/;

/** The same, by their place in HOME. */
const cachesInHome = ['.cargo/registry', '.cargo/git', 'go/pkg', '.m2/repository', '.local/share/pnpm'];
const cacheVariables = ['XDG_CACHE_HOME', 'CCACHE_DIR', 'GOCACHE', 'GOMODCACHE', 'npm_config_cache', 'PIP_CACHE_DIR'];
/** Changes are looked for among so many entries at most: beyond, nobody could be told of each. */
const mostEntries = 20_000;

/** What the shadows show, and what brings them back. Of too many changes none is told. */
export function repairOf(shadows: readonly Shadow[]): { changes: readonly Change[]; repair: Repair } {
  const { changes, probes, isAll } = changesIn(shadows);
  if (!isAll) return { changes: [], repair: { probes: [] } };
  const remove = changes.filter(({ kind }) => kind === 'new').map(({ path }) => path);
  return { changes, repair: { probes, remove: remove.length === changes.length ? remove : undefined } };
}

function changesIn(shadows: readonly Shadow[]) {
  const changes: Change[] = [];
  const probes: string[] = [];
  const isCache = cacheTest();
  let left = mostEntries;
  const look = (path: string, upper: string) => {
    for (const entry of readdirSync(upper, { withFileTypes: true })) {
      if (--left < 0) return;
      const [at, above] = [join(path, entry.name), join(upper, entry.name)];
      const before = lstatSync(at, { throwIfNoEntry: false });
      if (entry.isCharacterDevice()) {
        if (before) changes.push({ kind: 'hidden', path: at });
      } else if (isCache(at)) continue;
      else if (!before) changes.push({ kind: 'new', path: at });
      else if (entry.isDirectory() && before.isDirectory()) {
        probes.push(...probeOf(at, above));
        tolerating(() => look(at, above));
      } else if (isOther(before, lstatSync(above))) changes.push({ kind: 'changed', path: at });
    }
  };
  for (const { path, upper } of shadows) tolerating(() => look(path, upper));
  return { changes, probes, isAll: left >= 0 };
}

function probeOf(below: string, above: string): string[] {
  const there = new Set(readdirSync(above));
  const name = readdirSync(below).find((one) => !there.has(one));
  return name === undefined ? [] : [join(below, name)];
}

/** Opened for writing, it may be above and yet be the same. Times survive a copy to the microsecond. */
function isOther(before: Stats, now: Stats): boolean {
  const isLike = before.mode === now.mode && before.size === now.size && !now.isSymbolicLink();
  return !isLike || Math.abs(before.mtimeMs - now.mtimeMs) > 0.01;
}

function cacheTest(): (path: string) => boolean {
  const named = cacheVariables.flatMap((name) => process.env[name] ?? []);
  const places = new Set([...named, ...cachesInHome.map((name) => join(homedir(), name))]);
  return (path) => caches.test(basename(path)) || places.has(path);
}

/** Levels and entries that are looked at. */
const deepest = 2;
const mostLookedAt = 5000;
/** Not a test's but their tools'. */
const passedOver = new Set(['node_modules', '.git']);

/** Where no shadow shows what a test changes, times do: files in these directories, near the top, that were changed since `time`, ms. */
export function writtenSince(time: number, directories: readonly string[]): Change[] {
  const found = new Set<string>();
  let left = mostLookedAt;
  const look = (directory: string, level: number) => {
    for (const entry of entriesOf(directory)) {
      if (--left < 0) return;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (level < deepest && !passedOver.has(entry.name)) look(path, level + 1);
      } else if ((lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= time) found.add(path);
    }
  };
  for (const directory of new Set(directories)) look(directory, 1);
  return [...found].map((path) => ({ kind: 'new', path }));
}
