/**
 * The real place of an input, for one run of a command on it as it is: what fails there is the user's bug, whatever a copy lacks. A
 * candidate never comes here.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { killMarked } from '../processes/escapees';
import { rootPrefix } from '../processes/mark';
import { unmoved, withoutCaches } from '../places/place';
import { removeTree } from '../remove';
import type { Place } from '../sandbox';

/** `file`: the input's own path, in `directory`; the same for a folder. Undefined without a place for temporary files. */
export async function realPlace(file: string, directory: string): Promise<Place | undefined> {
  const temporary = await mkdtemp(join(resolve(tmpdir()), rootPrefix())).catch(() => undefined);
  if (temporary === undefined) return undefined;
  const run = basename(temporary);
  return {
    paths: { file, directory, relative: file, relativeDirectory: directory, alone: true, moved: unmoved },
    temporary,
    env: withoutCaches,
    mark: { run, test: 1 },
    async clear() {
      killMarked((test) => test.run === run);
      await removeTree(temporary);
    },
  };
}
