/**
 * Before a run: what is left of runs whose process was killed goes, first the processes that carry their mark, then the files.
 * Nothing of a run is touched whose process lives, whose name we did not make, or that another user owns.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { killMarked } from './escapees';
import { isAbandoned, markName, testsIn } from './mark';
import { removeTree } from '../remove';

/** `directory` holds the run roots. What cannot be removed is left: that must not cost the run. */
export async function sweep(directory: string): Promise<void> {
  const known = new Map<string, boolean>();
  const abandoned = (run: string) => {
    if (!known.has(run)) known.set(run, isAbandoned(run));
    return known.get(run)!;
  };
  // Who runs us may be a test of a run that is gone: then it is not for us to end it, and us with it.
  for (const { run } of testsIn(process.env[markName] ?? '')) known.set(run, false);
  killMarked(({ run }) => abandoned(run));
  const names = await readdir(directory).catch(() => []);
  for (const root of names.filter(abandoned).map((name) => join(directory, name))) {
    if (await isOurDirectory(root)) await removeTree(root);
  }
}

async function isOurDirectory(path: string): Promise<boolean> {
  try {
    const status = await lstat(path);
    return status.isDirectory() && (process.getuid === undefined || status.uid === process.getuid());
  } catch {
    return false;
  }
}
