/** The run root: a directory under that for temporary files, in which a placement works and which goes with the run. */
import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import type { Content } from './content';
import { type TestMark, rootPrefix, sweep } from './processes/escapees';
import { type Ground, type Placing, SandboxError, type Spot, type Target, unusable, usable } from './places/place';
import { stillThere } from './places/tree';
import { surroundingsIn } from './places/surroundings';
import { privately, removeAfter, removeStubborn } from './platform/files';

export interface Place extends Spot {
  readonly mark: TestMark;
  /** For TMPDIR. */
  readonly temporary: string;
  /** Variables that the test has in place of those of the user; undefined: it has none. */
  readonly own: Readonly<Record<string, string | undefined>>;
  /**
   * Once no process of the test is left: paths of the user whose counterparts it has deleted, replaced or changed. Unset if the
   * test meets the paths themselves. Throws `SandboxError`.
   */
  harm?(): readonly string[];
  /** The test is over. Throws `SandboxError`. */
  clear(): Promise<void>;
}

/** Its path. Removes the leftovers of killed runs first. Throws `SandboxError`. */
export async function openRunRoot(): Promise<string> {
  const parent = resolve(tmpdir());
  await sweep(parent);
  return mkdtemp(join(parent, rootPrefix())).catch(unusable);
}

/**
 * `isPlain`, asked when the first test begins: does nothing else keep tests from the user's
 * files? Then each meets links to them in place of the home directory, and of the current directory. Throws `SandboxError`.
 */
export async function openSandbox(placing: Placing, target: Target, isPlain = () => true) {
  const root = await openRunRoot();
  const run = basename(root);
  const open = () => ({
    ground: opened(() => placing.open({ path: root, run }, target), root),
    surroundings: surroundingsIn(root),
    isOurs: stillThere(root),
  });
  let now = open();
  let count = 0;
  // A paused run may lose it to a cleaner of temporary directories, and a test may put a link in its place.
  const restored = () => {
    if (now.isOurs()) return;
    const problem = now.ground.dispose?.();
    if (problem) throw new SandboxError(problem);
    removeStubborn(root);
    // It fails if someone else has made it.
    mkdirSync(root, { mode: privately.directory });
    now = open();
  };
  return {
    run,
    root,
    /** Throws `SandboxError`. */
    async place(content: Content): Promise<Place> {
      usable(restored);
      const around = isPlain() ? surroundedBy(now.surroundings, placing) : undefined;
      return placeFor(content, { ...now, root, around, mark: { run, test: ++count } });
    },
    /** Returns a problem, in one sentence. */
    dispose(): string | undefined {
      const problem = now.ground.dispose?.();
      removeStubborn(root);
      return problem;
    },
  };
}

interface Room {
  readonly root: string;
  readonly ground: Ground;
  readonly around: ReturnType<typeof surroundedBy> | undefined;
  readonly mark: TestMark;
  isOurs(): boolean;
}

async function placeFor(content: Content, { root, ground, around, mark, isOurs }: Room): Promise<Place> {
  const temporary = join(root, `${mark.test}.tmp`);
  const spot = await putInto(ground, content, temporary).catch((error) => {
    around?.giveBack();
    return unusable(error);
  });
  const clear = async () => {
    if (!isOurs()) removeStubborn(root);
    try {
      await spot.clear?.();
      around?.harm();
      around?.giveBack();
    } finally {
      await removeAfter(temporary);
    }
  };
  const paths = { ...spot.paths, around: around?.near };
  const own = { ...ownVariables(root), ...around?.own };
  return { ...spot, paths, own, harm: around?.harm, clear, temporary, mark };
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

async function putInto(ground: Ground, content: Content, temporary: string): Promise<Spot> {
  mkdirSync(temporary);
  return ground.put(content, temporary);
}

/** For one test. All throw `SandboxError`. */
function surroundedBy(all: ReturnType<typeof surroundingsIn>, { runsOutside }: Placing) {
  const one = usable(all.lend);
  let harm: readonly string[] | undefined;
  return {
    own: one.variables,
    near: runsOutside ? (directory: string) => usable(() => one.around(directory)) : undefined,
    harm: () => (harm ??= usable(one.settle)),
    giveBack: () => all.takeBack(one),
  };
}

function opened(open: () => Ground, root: string): Ground {
  try {
    return usable(open);
  } catch (error) {
    removeStubborn(root);
    throw error;
  }
}
