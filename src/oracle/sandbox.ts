/** The run root: a directory under that for temporary files, in which a placement works and which goes with the run. */
import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import type { Content } from './content';
import { type TestMark, rootPrefix, sweep } from './processes/escapees';
import { type Placing, SandboxError, type Spot, type Target, unusable, usable } from './places/place';
import { stillThere } from './places/tree';
import { surroundingsIn } from './places/surroundings';
import { privately, removeAfter, removeStubborn } from './platform/files';

export interface Place extends Spot {
  readonly mark: TestMark;
  /** For TMPDIR. */
  readonly temporary: string;
  /** Variables that the test has in place of those of the user; undefined: it has none. */
  readonly own: Readonly<Record<string, string | undefined>>;
  /** Once no process of the test is left: the user's paths whose counterparts it has changed; unset if it meets them. Throws `SandboxError`. */
  harm?(): readonly string[];
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
  let room = openRoom(root, placing, target);
  let count = 0;
  // A paused run may lose it to a cleaner of temporary directories, and a test may put a link in its place.
  const restore = () => {
    if (room.isOurs()) return;
    const problem = room.ground.dispose?.();
    if (problem) throw new SandboxError(problem);
    removeStubborn(root);
    // It fails if someone else has made it.
    mkdirSync(root, { mode: privately.directory });
    room = openRoom(root, placing, target);
  };
  return {
    run,
    root,
    /** `outside`: the directory of the user in which the command runs, if it does. Throws `SandboxError`. */
    async place(content: Content, outside?: string): Promise<Place> {
      usable(restore);
      const around = isPlain() ? usable(room.surroundings.lend) : undefined;
      const seen = placing.runsOutside ? outside : undefined;
      return placeIn(room, { run, test: ++count }, (temporary) => room.ground.put(content, temporary), around, seen);
    },
    dispose(): string | undefined {
      const problem = room.ground.dispose?.();
      removeStubborn(root);
      return problem;
    },
  };
}

/** Throws `SandboxError`; then the root is gone. */
function openRoom(root: string, placing: Placing, target: Target) {
  try {
    const ground = usable(() => placing.open(root, target));
    return { root, ground, surroundings: surroundingsIn(root), isOurs: stillThere(root) };
  } catch (error) {
    removeStubborn(root);
    throw error;
  }
}

/** `seen`: a directory of the user that the test has around it. */
async function placeIn(
  { root, surroundings, isOurs }: ReturnType<typeof openRoom>,
  mark: TestMark,
  put: (temporary: string) => Spot | Promise<Spot>,
  around?: ReturnType<typeof surroundings.lend>,
  seen?: string,
): Promise<Place> {
  const temporary = join(root, `${mark.test}.tmp`);
  let known: readonly string[] | undefined;
  const harm = around && (() => (known ??= usable(around.settle)));
  const leave = () => around && surroundings.takeBack(around);
  try {
    mkdirSync(temporary);
    const moved = around && seen !== undefined ? { moved: around.around(seen) } : undefined;
    const spot = await put(temporary);
    const clear = async () => {
      if (!isOurs()) removeStubborn(root);
      try {
        await spot.clear?.();
        harm?.();
        leave();
      } finally {
        await removeAfter(temporary);
      }
    };
    const own = { ...ownVariables(root), ...around?.variables };
    return { ...spot, paths: { ...spot.paths, ...moved }, own, harm, clear, temporary, mark };
  } catch (error) {
    leave();
    return unusable(error);
  }
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
