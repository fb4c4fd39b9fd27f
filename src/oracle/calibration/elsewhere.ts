/** Other places for the unchanged input: if it fails in a copy only, or nowhere, a run there shows why. No candidate comes here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, parse, relative, resolve } from 'node:path';
import { usable } from '../places/directories';
import { pictureAround, pictureOf } from '../places/picture';
import { type Placement, oneFile, unmoved, withoutCaches } from '../places/place';
import { treeAt } from '../places/tree';
import { killMarked, rootPrefix } from '../processes/escapees';
import { removeTree } from '../remove';
import { type Place, openSandbox } from '../sandbox';

/** For one test. */
const beside: Placement = {
  name: 'beside',
  description: '',
  hint: () => '',
  runsOutside: true,
  open({ path: root }, { file: original }) {
    const [directory, name] = [dirname(original!), basename(original!)];
    const view = join(root, 'view');
    usable(() => treeAt(view).hold(pictureWithout(name, directory, join(root, 'neighbours'))));
    const at = join(view, relative(parse(directory).root, directory));
    const [file, temporary] = [join(at, name), join(root, 'tmp')];
    const paths = { file, directory: at, relative: file, relativeDirectory: at, alone: true, moved: unmoved };
    return {
      put(content) {
        usable(() => {
          mkdirSync(temporary);
          writeFileSync(file, oneFile(content));
        });
        return Promise.resolve({ paths, temporary, clear: () => Promise.resolve() });
      },
      dispose: () => undefined,
    };
  },
};

function pictureWithout(name: string, directory: string, store: string) {
  const near = pictureOf(directory, { limits: { entries: 0, bytes: 0 }, store: join(store, 'near') });
  const entries = new Map([...near.entries].filter(([other]) => other !== name));
  return pictureAround(directory, { ...near, entries }, store);
}

/**
 * A place that looks like the input's own directory: a copy of the input among links to its neighbours, and above them. `path` is where
 * the input lies, without links. Undefined if there can be no such place.
 */
export async function besideNeighbours(path: string, bytes: Uint8Array): Promise<Place | undefined> {
  const sandbox = await openSandbox(beside, { fileName: basename(path), file: path }).catch(() => undefined);
  if (!sandbox) return undefined;
  const remove = () => {
    killMarked((test) => test.run === sandbox.run);
    sandbox.dispose();
  };
  try {
    const clear = () => Promise.resolve(remove());
    return { ...(await sandbox.place(bytes)), clear };
  } catch {
    remove();
    return undefined;
  }
}

/** The real place: a failure there is the user's bug, whatever a copy lacks. `file`: the input's own path, in `directory`; the same for a folder. Undefined without a place for temporary files. */
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
