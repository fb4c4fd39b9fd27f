/** The run root: a directory under that for temporary files, in which a placement works and which goes with the run. */
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Content } from './content';
import { rootPrefix } from './processes/mark';
import type { TestMark } from './processes/mark';
import { unusable } from './places/directories';
import { SandboxError } from './places/place';
import type { Ground, Placement, Spot, Target } from './places/place';
import { removeStubborn } from './remove';
import { sweep } from './processes/sweep';

export interface Place extends Spot {
  readonly mark: TestMark;
}

export interface Sandbox {
  /** Name of the run root. */
  readonly run: string;
  /** Throws `SandboxError`. */
  place(content: Content): Promise<Place>;
  /** Returns what the user must know, in one sentence. */
  dispose(): string | undefined;
}

/** Sweeps away what is left of runs that were killed. Throws `SandboxError`. */
export async function openSandbox(placement: Placement, target: Target): Promise<Sandbox> {
  const parent = resolve(tmpdir());
  await sweep(parent);
  const root = await mkdtemp(join(parent, rootPrefix())).catch(unusable);
  const run = basename(root);
  let ground = opened(placement, { path: root, run }, target);
  let count = 0;
  // Those who clean up temporary directories may take it while a run is paused.
  const restored = () => {
    if (existsSync(root)) return;
    const problem = ground.dispose();
    if (problem) throw new SandboxError(problem);
    makeRoot(root);
    ground = opened(placement, { path: root, run }, target);
  };
  return {
    run,
    async place(content) {
      restored();
      const test = ++count;
      return { ...(await ground.put(content, test)), mark: { run, test } };
    },
    dispose() {
      const problem = ground.dispose();
      removeStubborn(root);
      return problem;
    },
  };
}

/** Nobody else may have one of this name. Throws `SandboxError`. */
function makeRoot(root: string): void {
  try {
    mkdirSync(root, { mode: 0o700 });
  } catch (error) {
    unusable(error);
  }
}

function opened(placement: Placement, root: { readonly path: string; readonly run: string }, target: Target): Ground {
  try {
    return placement.open(root, target);
  } catch (error) {
    removeStubborn(root.path);
    throw error;
  }
}
