/**
 * Starts the commands of a run. Candidates are programs that lack words, and they are run hundreds of times: they run where they can
 * harm nothing, by the strongest layer that the system has (docs/placement.md). On the plain layer: the first four here, then all in one
 * launcher. Isolated: each test that runs beside others in a launcher of its own, whose shadows are set back after the test.
 */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { platform } from '../platform/platform';
import type { Placement, Target } from '../places/place';
import { slots, stillThere } from '../places/tree';
import { openLauncher, type Launcher, type Started } from './launcher';
import { CannotStart, type Order, supervisor } from './supervise';

export interface Starter {
  /** Name of what keeps its tests apart, if something does. */
  readonly isolation?: Layer;
  /** Throws `CannotStart`. */
  start(order: Order): Promise<Started>;
  /** Nothing is started any more; isolated, what runs ends. Else it goes on, but its end is not told. */
  close(): void;
}

/**
 * `namespaces`, `sandbox-exec`: by the system. `links`: HOME is a directory of links, the current directory as well. `off`: the user's wish,
 * as the test must write outside.
 */
export type Layer = 'namespaces' | 'sandbox-exec' | 'links' | 'off';

/** `root`: the run root; `stays`: what is started stays beyond a test, and may outlive this process if that is killed. */
export async function protect(root: string, { single }: Placement, target: Target, stays: boolean) {
  const wish = target.protect === false ? 'off' : process.env.WHITTLE_PROTECT;
  const layer: Layer | undefined = wish === 'off' || wish === 'links' ? wish : undefined;
  // In its own place, the file changes for all: tests see it by no shadow.
  const isolated = layer === undefined && !single ? await isolatedStarter(root) : undefined;
  if (isolated) return { layer: isolated.isolation, starter: isolated };
  return { layer: layer ?? ('links' as const), starter: plainStarter(stays ? 0 : undefined) };
}

/** The program of a launcher beside this one. */
const launcherProgram = join(__dirname, 'launcher.js');

/** Tests of a run before there is a launcher: fewer do not pay for it. */
const usualWithout = 4;

/** Where launchers come from. */
interface Pool {
  /** Undefined: none is needed. */
  take(): Launcher | undefined;
  /** `isBack`: is all as it was? */
  giveBack(launcher: Launcher, isBack: boolean): void;
  close(): void;
}

/** Starts each command by a launcher, or by this process. */
function starterFrom({ take, giveBack, close }: Pool): Starter {
  const startHere = supervisor();
  let isClosed = false;
  return {
    async start(order) {
      for (let attempt = 0; attempt < attempts && !isClosed; attempt++) {
        const launcher = take();
        if (!launcher) {
          const { leader, ended } = await startHere(order);
          return { leader, ended, signal: (name) => platform.signalGroup(leader, name), abandon: () => undefined };
        }
        const release = (isBack: boolean) => giveBack(launcher, isBack);
        if (!(await launcher.ready)) release(false);
        else if (!isClosed) {
          const started = await launcher.start(order);
          return launcher.isolation ? { ...started, setBack: () => launcher.setBack(), release } : started;
        }
      }
      throw new CannotStart(isClosed ? l10n.t('the run has ended') : l10n.t('its launcher does not start'));
    },
    close() {
      isClosed = true;
      close();
    },
  };
}

/** `without`: tests before there is a launcher. */
export function plainStarter(without = usualWithout, program = launcherProgram): Starter {
  let begun = 0;
  let isUsable = true;
  let launcher: Launcher | undefined;
  return starterFrom({
    take() {
      // A test may have ended the last one: it must not have this process for a parent.
      if (++begun >= without && isUsable && (launcher?.isGone() ?? true)) launcher = openLauncher(program);
      return begun > without && isUsable ? launcher : undefined;
    },
    giveBack: (_, isBack) => void (isUsable &&= isBack),
    close: () => launcher?.close(),
  });
}

/** Undefined if this system does not allow it, or lacks the programs for it. */
export async function isolatedStarter(root: string, program = launcherProgram): Promise<Starter | undefined> {
  const pool = launchersFor(root, program);
  const first = pool.take();
  const isReady = first.isolation !== undefined && (await first.ready);
  pool.giveBack(first, isReady);
  return isReady ? { ...starterFrom(pool), isolation: first.isolation?.name } : undefined;
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
    giveBack: (launcher: Launcher, isBack: boolean) => (isBack ? free.takeBack(launcher) : retire(launcher)),
  };
}

/** Of a launcher to begin. */
const attempts = 3;

/** Of this process: none has the directories of another. */
let views = 0;
