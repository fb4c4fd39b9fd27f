/**
 * The thread in which a reduction runs, so that the extension host only sees events. They are sent in batches, at most 15 a
 * second, with what has been removed only as of the last one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { OracleError } from '../oracle/calibrate';
import type { Accepted, ReductionEvent } from '../reduction/events';
import type { Job } from '../reduction/job';
import { reduce } from '../reduction/reduce';
import { removedRanges, render } from '../text/source';
import type { FromWorker, ToWorker, WatchedEvent } from './messages';

const gapMs = 66;

const port = parentPort!;
const controller = new AbortController();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') controller.abort();
});

void work(workerData as Job);

async function work(job: Job): Promise<void> {
  const outbox = batches((events) => send({ kind: 'events', events }));
  try {
    const { text } = await reduce(job, outbox.add, controller.signal);
    outbox.flush();
    send({ kind: 'result', text: render(text) });
  } catch (error) {
    outbox.flush();
    const output = error instanceof OracleError ? error.output : undefined;
    send({ kind: 'error', message: (error as Error).message, output });
  } finally {
    port.close();
  }
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

function batches(post: (events: WatchedEvent[]) => void): { add(event: ReductionEvent): void; flush(): void } {
  let waiting: ReductionEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const last = waiting.findLast((event) => event.event === 'accepted');
    const events = waiting.map((event) => (event.event === 'accepted' ? shrunk(event, event === last) : event));
    waiting = [];
    if (events.length > 0) post(events);
  };
  return {
    flush,
    add(event) {
      waiting.push(event);
      timer ??= setTimeout(flush, gapMs);
    },
  };
}

function shrunk({ text, event: _, ...rest }: Accepted, withRanges: boolean): WatchedEvent {
  const removed = withRanges ? removedRanges(text).flatMap(({ start, end }) => [start, end]) : undefined;
  return { event: 'shrunk', ...rest, removed };
}
