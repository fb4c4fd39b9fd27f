/**
 * The thread in which a reduction or an isolation runs, so that the extension host only sees events. They are sent in
 * batches, at most 15 a second, with what has been removed only as of the last one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { OracleError } from '../oracle/calibrate';
import type { Accepted, Listener, ReductionEvent } from '../reduction/events';
import { isolate } from '../reduction/isolate';
import { reduce } from '../reduction/reduce';
import { insertions, removedRanges, render } from '../text/source';
import type { FromWorker, Outcome, ToWorker, WatchedEvent, Work } from './messages';

const gapMs = 66;

const port = parentPort!;
const controller = new AbortController();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') controller.abort();
});

void work(workerData as Work);

async function work(given: Work): Promise<void> {
  const outbox = batches((events) => send({ kind: 'events', events }));
  try {
    const outcome = await done(given, outbox.add);
    outbox.flush();
    send({ kind: 'result', outcome });
  } catch (error) {
    outbox.flush();
    const output = error instanceof OracleError ? error.output : undefined;
    send({ kind: 'error', message: (error as Error).message, output });
  } finally {
    port.close();
  }
}

async function done({ kind, job }: Work, onEvent: Listener): Promise<Outcome<Work>> {
  if (kind === 'reduce') return render((await reduce(job, onEvent, controller.signal)).text);
  const { passing, failing } = await isolate(job, onEvent, controller.signal);
  return { passing: passing.toString(job.encoding), failing: failing.toString(job.encoding) };
}

function send(message: FromWorker<Work>): void {
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
  return { event: 'shrunk', ...rest, removed, inserted: withRanges ? insertions(text) : undefined };
}
