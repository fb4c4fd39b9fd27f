/**
 * Starts the commands of a run. Candidates are programs that lack words, and they are run hundreds of times: they run where they can
 * harm nothing, by the strongest layer that the system has (docs/placement.md). On the plain layer one launcher starts all. Isolated: each
 * test that runs beside others has a launcher of its own, whose shadows are set back after the test.
 */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { platform } from '../platform/platform';
import type { Placement, Target } from '../places/place';
import { slots, stillThere } from '../places/tree';
import { openLauncher, type Launcher, type Started } from './launcher';
import { CannotStart, type Order } from './supervise';

export interface Starter {
  readonly layer: Layer;
  /** Throws `CannotStart`. */
  start(order: Order): Promise<Started>;
  /** Nothing is started any more, and what runs ends. */
  close(): void;
}

/** `namespaces`, `sandbox-exec`: by the system. `links`: HOME and the current directory are directories of links. `off`: the user's wish. */
export type Layer = 'namespaces' | 'sandbox-exec' | 'links' | 'off';

/** `root`: the run root. */
export async function protect(root: string, { single }: Placement, target: Target): Promise<Starter> {
  const wish = target.protect === false ? 'off' : process.env.WHITTLE_PROTECT;
  if (wish === 'off' || wish === 'links') return plainStarter(wish);
  // In its own place, the file changes for all: tests see it by no shadow.
  return (single ? undefined : await isolatedStarter(root)) ?? plainStarter('links');
}

/** The program of a launcher beside this one. */
const launcherProgram = join(__dirname, 'launcher.js');

function starterFrom({ take, giveBack, close }: ReturnType<typeof launchersFor>, layer: Layer): Starter {
  let isClosed = false;
  return {
    layer,
    async start(order) {
      for (let attempt = 0; attempt < attempts && !isClosed; attempt++) {
        const launcher = take();
        const release = (isBack: boolean) => giveBack(launcher, isBack);
        if (!(await launcher.ready)) release(false);
        else if (!isClosed) return { ...(await launcher.start(order)), release };
      }
      throw new CannotStart(isClosed ? l10n.t('the run has ended') : l10n.t('its launcher does not start'));
    },
    close() {
      isClosed = true;
      close();
    },
  };
}

export function plainStarter(layer: Layer, program = launcherProgram): Starter {
  let launcher: Launcher | undefined;
  // A test may have ended the last one.
  const take = () => (launcher?.isOurs() ? launcher : (launcher = openLauncher(program)));
  return starterFrom({ take, giveBack: () => undefined, close: () => launcher?.close() }, layer);
}

/** Undefined if this system does not allow it, or lacks the programs for it. */
export async function isolatedStarter(root: string, program = launcherProgram): Promise<Starter | undefined> {
  const pool = launchersFor(root, program);
  const first = pool.take();
  const layer = (await first.ready) ? first.isolation?.name : undefined;
  pool.giveBack(first, layer !== undefined);
  return layer && starterFrom(pool, layer);
}

/** Isolated launchers: one for each test that runs. */
function launchersFor(root: string, program: string) {
  const all = new Set<Launcher>();
  const free = slots(() => {
    const launcher = openLauncher(program, (words) => platform.isolate(words, root, ++views));
    all.add(launcher);
    return launcher;
  });
  // Who has seen the root as it was does not see one that was made anew.
  let isThere = stillThere(root);
  const retire = (launcher: Launcher) => {
    all.delete(launcher);
    launcher.close();
  };
  const close = () => all.forEach(retire);
  return {
    close,
    take(): Launcher {
      if (!isThere()) {
        isThere = stillThere(root);
        close();
      }
      return free.lend();
    },
    /** `isBack`: is all as it was? */
    giveBack: (launcher: Launcher, isBack: boolean) => (isBack ? free.takeBack(launcher) : retire(launcher)),
  };
}

const attempts = 3;

/** Of this process: none has the directories of another. */
let views = 0;
