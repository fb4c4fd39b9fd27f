/**
 * Candidates are programs that lack words, and they are run hundreds of times: they run where they can harm nothing, by the strongest layer
 * that the system has (docs/placement.md).
 */
import type { Placement, Target } from '../places/place';
import { isolatedStarter, plainStarter, type Starter } from '../processes/starter';

/**
 * `namespaces`, `sandbox-exec`: by the system. `links`: HOME is a directory of links, the current directory as well. `off`: the user's wish,
 * as the test must write outside.
 */
export type Layer = 'namespaces' | 'sandbox-exec' | 'links' | 'off';

const variable = 'WHITTLE_PROTECT';

/** What the user wants: the setting, or the variable; unset: the strongest. */
function chosenLayer({ protect }: Target): 'links' | 'off' | undefined {
  const value = process.env[variable];
  if (protect === false || value === 'off') return 'off';
  return value === 'links' ? value : undefined;
}

/** `root`: the run root; `stays`: what is started stays beyond a test, and may outlive this process if that is killed. */
export async function protect(
  root: string,
  { single }: Placement,
  target: Target,
  stays: boolean,
): Promise<{ readonly layer: Layer; readonly starter: Starter }> {
  const layer = chosenLayer(target);
  // In its own place, the file changes for all: tests see it by no shadow.
  const isolated = layer === undefined && !single ? await isolatedStarter(root) : undefined;
  if (isolated) return { layer: isolated.isolation as Layer, starter: isolated };
  return { layer: layer ?? 'links', starter: plainStarter(stays ? 0 : undefined) };
}
