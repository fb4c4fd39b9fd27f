/**
 * The process that starts the tests of a run; see `oracle/processes/launcher.ts`. It ends with the process that has made it. Its argument is
 * the PID namespace of that process: in another one it is alone with its tests.
 */
import { chmodSync, lstatSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Asked, Told } from './oracle/processes/launcher';
import { platform } from './oracle/platform/platform';
import { signals } from './oracle/platform/processes';
import { supervisor } from './oracle/processes/supervise';
import type { Order } from './oracle/processes/start';
import type { Repair } from './oracle/protection/changes';
import { removeStubborn } from './oracle/remove';

const [, , theirs] = process.argv;
const live = new Set<number>();
const { start } = supervisor(theirs !== undefined && platform.pidSpace() !== theirs);

const tell = (told: Told) => process.connected && process.send?.(told);

process.on('message', (asked: Asked) => {
  if ('order' in asked) void launch(asked.number, asked.order);
  else if ('probes' in asked) tell({ number: asked.number, unseen: asked.probes.filter(isUnseen) });
  else if ('repair' in asked) tell({ number: asked.number, repaired: repair(asked.repair) });
  else platform.signalGroup(asked.group, asked.signal);
});
process.once('disconnect', () => {
  for (const leader of live) platform.signalGroup(leader, signals.kill);
  process.exit();
});
tell({});

async function launch(number: number, order: Order): Promise<void> {
  try {
    const { leader, ended } = await start(order);
    live.add(leader);
    tell({ number, leader });
    const end = await ended;
    live.delete(leader);
    tell({ number, end });
  } catch (error) {
    tell({ number, problem: (error as Error).message });
  }
}

/** Only what a shadow shows is touched. False if something cannot be set back. */
function repair({ remove, restore }: Repair): boolean {
  try {
    for (const path of remove) removeStubborn(path);
    for (const { path, bytes, mode, times } of restore) {
      removeStubborn(path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes, 'base64');
      chmodSync(path, mode);
      utimesSync(path, ...times);
    }
    return true;
  } catch {
    return false;
  }
}

function isUnseen(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}
