/**
 * The threads of a run: as many as tests run at once. A thread tests one candidate after the other, so that its module keeps what it
 * has in memory; calibration and confirmation get a new one each time.
 */
import { join } from 'node:path';
import { lending } from '../places/directories';
import { unmoved, type Placement } from '../places/place';
import { openSandbox, type Place } from '../sandbox';
import type { Tester } from '../tester';
import type { ThreadData } from './protocol';
import type { Ask } from './replies';
import { openThread, type Thread } from './thread';

/** A thread gets a directory for temporary files; its candidates are handed over. */
const besideThread: Placement = {
  name: 'thread',
  description: '',
  hint: () => '',
  open({ path }) {
    const { lend, takeBack } = lending();
    return {
      async put(_, thread) {
        const temporary = join(path, String(thread));
        await lend([temporary]);
        const paths = {
          file: '',
          directory: temporary,
          relative: '',
          relativeDirectory: '',
          alone: true,
          moved: unmoved,
        };
        return { paths, temporary, clear: () => takeBack([temporary]) };
      },
      dispose: () => undefined,
    };
  },
};

/** `assets`: the folder of the threads' program. Throws `SandboxError`. */
export async function openThreads(data: ThreadData, assets: string): Promise<{ ask: Ask; dispose: Tester['dispose'] }> {
  const sandbox = await openSandbox(besideThread, data, () => false);
  const { opened, forget, endAll } = tracked(data, assets, (content) => sandbox.place(content));
  const idle: Thread[] = [];
  const ask: Ask = async (content, question) => {
    const before = idle.pop();
    const isUsable = before && !before.isGone && !question.inTurn;
    if (before && !isUsable) await forget(before);
    const thread = isUsable ? before : await opened();
    try {
      if (!isUsable) await thread.load(question.signal);
      const asked = await thread.ask(content, question);
      // Something that an earlier candidate has left may have ended the thread: a new one tells.
      if (isUsable && thread.isGone && asked.reply) return await ask(content, { ...question, inTurn: true });
      return asked;
    } catch (error) {
      thread.end();
      throw error;
    } finally {
      if (thread.isGone) await forget(thread);
      else idle.push(thread);
    }
  };
  const dispose = () => {
    endAll();
    return sandbox.dispose();
  };
  return { ask, dispose };
}

/** Threads and their places. */
function tracked(data: ThreadData, assets: string, placeFor: (content: Uint8Array) => Promise<Place>) {
  const places = new Map<Thread, Place>();
  let isClosed = false;
  return {
    async opened(): Promise<Thread> {
      const place = await placeFor(new Uint8Array());
      const thread = openThread(data, assets, place);
      places.set(thread, place);
      if (isClosed) thread.end();
      return thread;
    },
    async forget(thread: Thread): Promise<void> {
      const place = places.get(thread);
      places.delete(thread);
      thread.end();
      await place?.clear();
    },
    endAll(): void {
      isClosed = true;
      for (const thread of places.keys()) thread.end();
    },
  };
}
