/**
 * The process that starts the tests of a run; see `oracle/processes/launcher.ts`. It ends with the process that has made it. Its argument is
 * the PID namespace of that process: in another one it is alone with its tests.
 */
import type { Asked, Services, Told } from './oracle/processes/launcher';
import { isThere, removeStubborn } from './oracle/platform/files';
import { platform } from './oracle/platform/platform';
import { signals } from './oracle/platform/processes';
import { type End, supervisor } from './oracle/processes/supervise';

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
  repair({ probes, remove }) {
    const unseen = probes.filter((path) => !isThere(path));
    if (unseen.length > 0 || !remove) return { unseen, isBack: false };
    // Only what a shadow shows.
    for (const path of remove) removeStubborn(path);
    return { unseen, isBack: !remove.some(isThere) };
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
