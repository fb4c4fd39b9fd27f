/**
 * Starts commands and answers for what they start: it ends a test that takes too much memory, and what is left of a test that has ended.
 * This process does it, or a launcher (`launcher.ts`), which may be alone in a PID namespace: then whatever runs there belongs to its test.
 */
import { platform } from '../platform/platform';
import { signals } from '../platform/signals';
import { markName } from './mark';
import { memoryWatch } from './memory';
import { start, type Leader, type Order } from './start';

/** First process of a PID namespace; it waits for the launcher. */
const init = 1;

export interface Supervisor {
  /** Throws `CannotStart`. */
  start(order: Order): Promise<Leader>;
}

/** `alone`: no process of others can be seen or ended from here. */
export function supervisor(alone = false): Supervisor {
  const memory = memoryWatch(alone ? memoryOfAll : undefined);
  let running = 0;
  return {
    async start(order) {
      const [since, before] = [Date.now(), platform.childrenMs()];
      let isFirst = ++running === 1;
      const { leader, ended } = await start(order).catch((error: unknown) => {
        running--;
        throw error;
      });
      const mark = order.env[markName] ?? '';
      let outgrew = false;
      const release = memory.begin(leader, mark, order.memoryBytes ?? 0, () => {
        outgrew = true;
        if (alone) endAll();
        else platform.signalGroup(leader, signals.kill);
      });
      const over = ended.then((end) => {
        release();
        isFirst &&= running === 1;
        running--;
        if (alone && running === 0) endAll();
        else platform.endRest(leader, mark, since);
        const after = isFirst ? platform.childrenMs() : undefined;
        const cpuMs = after === undefined || before === undefined ? undefined : after - before;
        return { ...end, ...(outgrew && { outgrew }), ...(cpuMs !== undefined && { cpuMs }) };
      });
      return { leader, ended: over };
    },
  };
}

function memoryOfAll(marks: ReadonlyMap<number, string>): ReadonlyMap<number, number> | undefined {
  const bytes = platform.memoryBeside(new Set([init, process.pid]));
  return bytes === undefined ? undefined : new Map([...marks.keys()].map((leader) => [leader, bytes]));
}

/** Of a PID namespace all but its first process and this one. */
function endAll(): void {
  // Elsewhere, this would end all processes of the user.
  if (process.ppid !== init || process.getuid === undefined) return;
  try {
    process.kill(-1, signals.kill);
  } catch {
    // There are none.
  }
}
