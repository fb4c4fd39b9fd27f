/**
 * The process that starts the tests of a run; see `oracle/processes/launcher.ts`. It ends with the process that has made it. Its argument is
 * the PID namespace of that process: in another one it is alone with its tests.
 */
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Asked, Services, Told } from './oracle/processes/launcher';
import { attempt, isThere, removeStubborn } from './oracle/platform/files';
import { platform } from './oracle/platform/platform';
import { signals } from './oracle/platform/processes';
import { type End, supervisor } from './oracle/processes/supervise';
import type { Repair } from './oracle/protection/changes';

const [, , theirs] = process.argv;
const live = new Map<number, Promise<End>>();
const start = supervisor(theirs !== undefined && platform.pidSpace() !== theirs);

const services: Services = {
  async start(order) {
    const { leader, ended } = await start(order);
    live.set(leader, ended);
    return leader;
  },
  async end(leader) {
    const end = await live.get(leader)!;
    live.delete(leader);
    return end;
  },
  repair(given) {
    const unseen = given.probes.filter((path) => !isThere(path));
    return { unseen, isBack: unseen.length === 0 && attempt(() => repair(given), false) };
  },
  signal: ({ group, signal }) => platform.signalGroup(group, signal),
};

const tell = (told: Told) => process.connected && process.send?.(told);

process.on('message', ({ number, service, given }: Asked) => {
  const serve = services[service] as (given: unknown) => unknown;
  new Promise((resolve) => resolve(serve(given))).then(
    (answer) => tell({ number, answer }),
    ({ message }: Error) => tell({ number, problem: message }),
  );
});
process.once('disconnect', () => {
  for (const leader of live.keys()) platform.signalGroup(leader, signals.kill);
  process.exit();
});
tell({ number: 0 });

/** Only what a shadow shows is touched. Throws if something cannot be set back. */
function repair({ remove, restore }: Repair): boolean {
  if (!restore) return false;
  for (const path of remove) removeStubborn(path);
  for (const { path, bytes, mode, times } of restore) {
    removeStubborn(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, 'base64');
    chmodSync(path, mode);
    utimesSync(path, ...times);
  }
  return true;
}
