/** The run root: a directory under that for temporary files, in which a placement works and which goes with the run. */
import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import type { Content } from './content';
import { type TestMark, rootPrefix, sweep } from './processes/escapees';
import { unusable, usable } from './places/directories';
import { SandboxError, type Ground, type Placement, type RunRoot, type Spot, type Target } from './places/place';
import { stillThere } from './places/stamps';
import { surroundingsIn } from './places/surroundings';
import { removeStubborn } from './remove';
import { privately } from './platform/files';

export interface Place extends Spot {
  readonly mark: TestMark;
}

/**
 * Removes the leftovers of killed runs first. `isPlain`, asked when the first test begins: does nothing else keep tests from the user's
 * files? Then each meets links to them in place of the home directory, and of the current directory. Throws `SandboxError`.
 */
export async function openSandbox(placement: Placement, target: Target, isPlain = () => true) {
  const parent = resolve(tmpdir());
  await sweep(parent);
  const root = await mkdtemp(join(parent, rootPrefix())).catch(unusable);
  const run = basename(root);
  const open = () => ({
    ground: opened(placement, { path: root, run }, target),
    surroundings: surroundingsIn(root),
    isOurs: stillThere(root),
  });
  let now = open();
  let count = 0;
  // A paused run may lose it to a cleaner of temporary directories, and a test may put a link in its place.
  const restored = () => {
    if (now.isOurs()) return;
    const problem = now.ground.dispose();
    if (problem) throw new SandboxError(problem);
    removeStubborn(root);
    // It fails if someone else has made it.
    usable(() => mkdirSync(root, { mode: privately.directory }));
    now = open();
  };
  return {
    run,
    root,
    /** Throws `SandboxError`. */
    async place(content: Content): Promise<Place> {
      restored();
      const test = ++count;
      const { ground, surroundings, isOurs } = now;
      const spot = await surrounded(() => ground.put(content, test), isPlain() ? surroundings : undefined, placement);
      const clear = () => {
        if (!isOurs()) removeStubborn(root);
        return spot.clear();
      };
      return { ...spot, own: { ...ownVariables(root), ...spot.own }, clear, mark: { run, test } };
    },
    /** Returns a problem, in one sentence. */
    dispose(): string | undefined {
      const problem = now.ground.dispose();
      removeStubborn(root);
      return problem;
    },
  };
}

/** Git looks for no repository above the run root. */
function ownVariables(root: string): Record<string, string | undefined> {
  const ceilings = [root, process.env.GIT_CEILING_DIRECTORIES].filter(Boolean).join(delimiter);
  return { ...Object.fromEntries(repositories.map((name) => [name, undefined])), GIT_CEILING_DIRECTORIES: ceilings };
}

/** In a hook of git they name the user's repository. */
const repositories = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX'],
  ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'],
];

type AllSurroundings = ReturnType<typeof surroundingsIn>;

async function surrounded(put: () => Promise<Spot>, all: AllSurroundings | undefined, { runsOutside }: Placement) {
  if (!all) return put();
  const one = all.lend();
  try {
    const spot = await put();
    let harm: readonly string[] | undefined;
    const settled = () => (harm ??= one.settle());
    const clear = async () => {
      try {
        settled();
        all.takeBack(one);
      } finally {
        await spot.clear();
      }
    };
    const paths = { ...spot.paths, around: runsOutside ? one.around : undefined };
    return { ...spot, paths, own: one.variables, harm: settled, clear };
  } catch (error) {
    all.takeBack(one);
    throw error;
  }
}

function opened(placement: Placement, root: RunRoot, target: Target): Ground {
  try {
    return placement.open(root, target);
  } catch (error) {
    removeStubborn(root.path);
    throw error;
  }
}
