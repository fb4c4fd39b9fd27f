/** Lists the files of a directory: by git's own rules, or by a walk. */
import { execa } from 'execa';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PathError } from '../ending/outputs';
import { inputProblem } from './inputProblem';
import { isInstalled } from './packages';

export interface Listing {
  /** Absolute. */
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/** No part of a project: histories, caches, what desktops write. */
const strange = new Set([
  ...['.git', '.hg', '.svn', '.DS_Store'],
  ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.nyc_output'],
]);

/** Directories with this beginning are those of runs of ours. */
const runRoots = 'whittle-run-';

/** `name`: of a file or a directory. */
export function isLeftOut(name: string): boolean {
  return strange.has(name) || isInstalled(name) || name.startsWith(runRoots);
}

/** What git tracks, or would track; relative, with `/`. Undefined without git, or outside a repository. */
export async function ownedByGit(directory: string): Promise<string[] | undefined> {
  const args = ['-C', directory, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { failed, stdout } = await execa('git', args, {
    reject: false,
    stripFinalNewline: false,
    env: { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    maxBuffer: 256e6,
  });
  return failed ? undefined : stdout.split('\0').filter((path) => path !== '');
}

/** Everything but links, histories, caches and installed packages. Throws `PathError`. */
export async function walked(directory: string): Promise<Listing> {
  const [files, leftOut]: [string[], string[]] = [[], []];
  const waiting = [directory];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const children = await readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw new PathError(inputProblem(at!, error.code));
    });
    for (const child of children) {
      const path = join(at, child.name);
      if (isLeftOut(child.name) || !(child.isFile() || child.isDirectory())) leftOut.push(path);
      else (child.isFile() ? files : waiting).push(path);
    }
  }
  return { files, leftOut: leftOut.filter((path) => !isInstalled(basename(path))) };
}
