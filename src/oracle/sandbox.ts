/** The run root: a directory under that for temporary files, in which a placement works and which goes with the run. */
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Content } from './content';
import { rootPrefix, type TestMark } from './processes/mark';
import { unusable, usable } from './places/directories';
import { SandboxError, type Ground, type Placement, type RunRoot, type Spot, type Target } from './places/place';
import { removeStubborn } from './remove';
import { sweep } from './processes/escapees';
import { privately } from './platform/permissions';

export interface Place extends Spot {
  readonly mark: TestMark;
}

/** Removes the leftovers of killed runs first. Throws `SandboxError`. */
export async function openSandbox(placement: Placement, target: Target) {
  const parent = resolve(tmpdir());
  await sweep(parent);
  const root = await mkdtemp(join(parent, rootPrefix())).catch(unusable);
  const run = basename(root);
  let ground = opened(placement, { path: root, run }, target);
  let count = 0;
  // A paused run may lose it to a cleaner of temporary directories.
  const restored = () => {
    if (existsSync(root)) return;
    const problem = ground.dispose();
    if (problem) throw new SandboxError(problem);
    // It fails if someone else has made it.
    usable(() => mkdirSync(root, { mode: privately.directory }));
    ground = opened(placement, { path: root, run }, target);
  };
  return {
    run,
    root,
    /** Throws `SandboxError`. */
    async place(content: Content): Promise<Place> {
      restored();
      const test = ++count;
      return { ...(await ground.put(content, test)), mark: { run, test } };
    },
    /** Returns a problem, in one sentence. */
    dispose(): string | undefined {
      const problem = ground.dispose();
      removeStubborn(root);
      return problem;
    },
  };
}

function opened(placement: Placement, root: RunRoot, target: Target): Ground {
  try {
    return placement.open(root, target);
  } catch (error) {
    removeStubborn(root.path);
    throw error;
  }
}
