/** `whittle reduce`: one file, or several as a directory. */
import { isDirectory } from '../files';
import { limits } from './findFiles';
import { reduceDirectory } from './reduceDirectory';
import { reduceFile } from './reduceFile';
import type { ReduceOptions } from './reduceFile';

export const severalFilesHelp = `Several files: {} is a directory that holds all of them, with their paths. Whole files are removed first, then each file
is reduced, again and again. Hidden files, links and node_modules are left out; binary files are removed whole or not at
all. The limits are ${limits.files} files and ${limits.bytes / 1024 ** 2} MiB.`;

/** Says what is wrong on stderr; returns the exit code. */
export function reduceInput(paths: readonly string[], options: ReduceOptions, assets: string): Promise<number> {
  const [first, ...more] = paths;
  if (more.length > 0 || isDirectory(first)) return reduceDirectory(paths, options, assets);
  return reduceFile({ ...options, file: first }, assets);
}
