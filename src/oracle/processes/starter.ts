/**
 * Starts the commands of a run. On the plain layer: the first four here, then all in one launcher, once that is ready. Isolated: each test
 * that runs beside others in a launcher of its own, whose shadows are set back after the test.
 */
import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { platform } from '../platform/platform';
import { stillThere } from '../places/tree';
import { changesIn, repairOf, type Change } from '../protection/changes';
import { openLauncher, type Launcher, type Started } from './launcher';
import { CannotStart, type Order, supervisor } from './supervise';

/** What a test has changed outside the run root, as far as that is known, and whether others see none of it. */
interface Aftermath {
  readonly changes: readonly Change[];
  readonly isBack: boolean;
}

/** A command that runs, for a test. */
export interface Begun extends Started {
  /** Sets back what it has changed outside the run root; unset if that cannot be seen. */
  setBack?(): Promise<Aftermath>;
  /** It has ended: others may follow it, if all is as before. */
  release?(isBack: boolean): void;
}

export interface Starter {
  /** Name of what keeps its tests apart, if something does. */
  readonly isolation?: string;
  /** Throws `CannotStart`. */
  start(order: Order): Promise<Begun>;
  /** Nothing is started any more; isolated, what runs ends. Else it goes on, but its end is not told. */
  close(): void;
}

/** The program of a launcher beside this one. */
const launcherProgram = join(__dirname, 'launcher.js');

/** Tests of a run before there is a launcher: fewer do not pay for it. */
const usualWithout = 4;

/** `without`: tests before there is a launcher. */
export function plainStarter(without = usualWithout, program = launcherProgram): Starter {
  const start = supervisor();
  let [begun, isReady, isClosed] = [0, false, false];
  let launcher: Launcher | undefined;
  /** A test may have ended the last one: it must not have this process for a parent. */
  const ready = async () => {
    const isFirst = !launcher;
    if (!launcher || (isReady && launcher.isGone())) launcher = openLauncher(program);
    const opening = launcher.ready.then((is) => (isReady = is));
    return (isFirst && without > 0) || !(isReady || (await opening)) ? undefined : launcher;
  };
  const requireOpen = () => {
    if (isClosed) throw new CannotStart(l10n.t('the run has ended'));
  };
  return {
    async start(order) {
      requireOpen();
      const there = ++begun > without && existsSync(program) ? await ready() : undefined;
      const started = await there?.start(order);
      if (started) return started;
      requireOpen();
      const { leader, ended } = await start(order);
      const signal: Started['signal'] = (name) => platform.signalGroup(leader, name);
      return { leader, ended, signal, abandon: () => undefined };
    },
    close() {
      isClosed = true;
      launcher?.close();
    },
  };
}

/** Undefined if this system does not allow it, or lacks the programs for it. */
export async function isolatedStarter(root: string, program = launcherProgram): Promise<Starter | undefined> {
  if (!existsSync(program)) return undefined;
  const launchers = launchersFor(root, program);
  const first = launchers.take();
  const isReady = first.isolation !== undefined && (await first.ready);
  launchers.giveBack(first, isReady);
  if (!isReady) return undefined;
  let isClosed = false;
  return {
    isolation: first.isolation?.name,
    async start(order) {
      for (let attempt = 0; attempt < attempts && !isClosed; attempt++) {
        const launcher = launchers.take();
        const isReady = await launcher.ready;
        const started = isReady ? await launcher.start(order) : undefined;
        const release = (isBack: boolean) => launchers.giveBack(launcher, isBack);
        if (started) return { ...started, setBack: () => setBack(launcher), release };
        release(false);
        if (isReady && !isClosed) return lost;
      }
      throw new CannotStart(isClosed ? l10n.t('the run has ended') : l10n.t('its launcher does not start'));
    },
    close() {
      isClosed = true;
      launchers.close();
    },
  };
}

/** Isolated launchers: one for each test that runs. */
function launchersFor(root: string, program: string) {
  const free: Launcher[] = [];
  const all = new Set<Launcher>();
  // Who has seen the root as it was does not see one that was made anew.
  let isThere = stillThere(root);
  const retire = (launcher: Launcher) => {
    all.delete(launcher);
    launcher.close();
  };
  const close = () => {
    all.forEach(retire);
    free.length = 0;
  };
  return {
    close,
    take(): Launcher {
      if (!isThere()) {
        isThere = stillThere(root);
        close();
      }
      const launcher = free.pop() ?? openLauncher(program, (words) => platform.isolate(words, root, ++views));
      all.add(launcher);
      return launcher;
    },
    /** `isBack`: is all as it was? */
    giveBack(launcher: Launcher, isBack: boolean): void {
      if (isBack && all.has(launcher)) free.push(launcher);
      else retire(launcher);
    },
  };
}

/** A test that has stopped or ended its launcher before that could tell of it. */
const lost: Begun = {
  leader: 0,
  ended: Promise.resolve(undefined),
  signal: () => undefined,
  abandon: () => undefined,
};

/** Of a launcher to begin. */
const attempts = 3;

/** Of this process: none has the directories of another. */
let views = 0;

async function setBack(launcher: Launcher): Promise<Aftermath> {
  const found = changesIn(launcher.isolation?.shadows ?? []);
  const unseen = found?.probes.length === 0 ? [] : found && (await launcher.unseen(found.probes));
  if (!found || !unseen || launcher.isGone()) return { changes: found?.changes ?? [], isBack: false };
  const remade = unseen.map((probe) => dirname(probe));
  const isBelow = (path: string) => remade.some((directory) => path.startsWith(directory + sep));
  const changes = found.changes.filter(({ path }) => !isBelow(path));
  const repair = remade.length === 0 ? repairOf(changes) : undefined;
  const isBack = repair !== undefined && (changes.length === 0 || (await launcher.repair(repair)));
  return { changes: [...changes, ...remade.map((path): Change => ({ kind: 'hidden', path }))], isBack };
}
