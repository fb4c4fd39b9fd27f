/** `whittle reduce`: one file, or several as a directory. */
import { isDirectory } from './files';
import { limits } from './findFiles';
import { reduceDirectory } from './reduceDirectory';
import { reduceFile } from './reduceFile';
import type { ReduceOptions } from './reduceFile';

export const severalFilesHelp = `  whittle reduce src --test 'node build.js {}/main.js' --same-failure

Several files: those that can go whole go first, then each is reduced with the others as they are, and all again. They keep
their paths below the directory, or below the nearest one that holds all of them. Of a directory, hidden files, links and
installed packages (node_modules) are left out; binary files stay as they are or go; at most ${limits.files} files, ${limits.bytes / 1024 ** 2} MiB.`;

/** Says what is wrong on stderr; returns the exit code. */
export function reduceInput(paths: readonly string[], options: ReduceOptions, assets: string): Promise<number> {
  const [first, ...more] = paths;
  if (more.length > 0 || isDirectory(first)) return reduceDirectory(paths, options, assets);
  return reduceFile({ ...options, file: first }, assets);
}
