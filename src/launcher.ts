/** The process that starts the tests of a run; see `oracle/processes/launcher.ts`. It ends with the process that has made it. */
import { start } from './oracle/processes/start';
import type { Asked, Told } from './oracle/processes/launcher';
import { platform } from './oracle/platform/platform';
import { signals } from './oracle/platform/signals';

const live = new Set<number>();

const tell = (told: Told) => process.connected && process.send?.(told);

process.on('message', (asked: Asked) => void launch(asked));
process.once('disconnect', () => {
  for (const leader of live) platform.signalGroup(leader, signals.kill);
  process.exit();
});
tell({});

async function launch({ number, ...order }: Asked): Promise<void> {
  try {
    const { leader, ended } = await start(order);
    live.add(leader);
    tell({ number, leader });
    const end = await ended;
    live.delete(leader);
    if (end) tell({ number, end });
  } catch (error) {
    tell({ number, problem: (error as Error).message });
  }
}
