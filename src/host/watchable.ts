/** A reduction of the terminal, or of an agent, which windows of the editor can show and stop. That never disturbs it. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Controls } from '../reduction/controls';
import type { Listener, ReductionEvent } from '../reduction/events/events';
import type { Job } from '../reduction/job';
import type { Outcome } from '../reduction/reduce';
import { conversation, meetingDirectory, sweepSockets } from './meeting';
import { Outbox, plain } from './outbox';
import type { FromRun, FromTerminal, ToTerminal, Verb } from './port';
import { render } from '../text/source';

/** System calls take no longer paths. */
const longestPath = 100;

/** Waits for windows to take the last message, ms. */
const patience = 500;

/** What a window may do to the run. */
interface Control {
  readonly controls: Controls;
  stop(): void;
}

/** Does the work; the job's input must have a path. */
export async function watchable(
  job: Job,
  control: Control,
  listener: Listener,
  work: (listener: Listener) => Promise<Outcome>,
): Promise<Outcome> {
  const watchers = new Set<ReturnType<typeof watcher>>();
  const past: ReductionEvent[] = [];
  const close = await listening((socket) => {
    const one = watcher(socket, job, control, past);
    watchers.add(one);
    socket.on('close', () => watchers.delete(one));
  });
  const onEvent: Listener = (event) => {
    remember(past, event);
    for (const { outbox } of watchers) outbox?.add(event);
    listener(event);
  };
  let last: FromRun | undefined;
  try {
    const outcome = await work(onEvent);
    last = { kind: 'result', outcome: render(outcome.text) };
    return outcome;
  } catch (error) {
    last = { kind: 'error', message: (error as Error).message };
    throw error;
  } finally {
    await Promise.all([...watchers].map((one) => one.end(last!)));
    close();
  }
}

/** Returns what ends it. A run that cannot listen is not shown. */
async function listening(onConnection: (socket: Socket) => void): Promise<() => void> {
  const directory = meetingDirectory();
  if (directory !== undefined) sweepSockets(directory);
  const path = directory && join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.sock`);
  if (path === undefined || Buffer.byteLength(path) > longestPath) return () => {};
  const server = createServer((socket) => onConnection(socket.on('error', () => {}).unref())).unref();
  const isThere = await new Promise((resolve) =>
    server.on('error', () => resolve(false)).listen(path, () => resolve(true)),
  );
  return () => {
    if (!isThere) return;
    server.close();
    rmSync(path, { force: true });
  };
}

/** What a window must know that comes late: each size, but only the last text and the last candidate. */
function remember(past: ReductionEvent[], event: ReductionEvent): void {
  if (event.event === 'cluster') return;
  const before = past.findLastIndex((one) => one.event === event.event);
  if (event.event === 'candidate' && before >= 0) past.splice(before, 1);
  if (event.event === 'accepted' && before >= 0) past[before] = plain(past[before]) as ReductionEvent;
  past.push(event);
}

/** A window that is connected; it gets events once it has asked for them. */
function watcher(socket: Socket, job: Job, { controls, stop }: Control, past: readonly ReductionEvent[]) {
  const send = conversation<ToTerminal, FromTerminal>(socket, ({ kind }) => {
    if (kind === 'job') send({ kind: 'job', job });
    else if (kind === 'watch') begin();
    else if (kind === 'stop') stop();
    else if (['pause', 'resume', 'skip', 'finish'].includes(kind)) controls[kind as Exclude<Verb, 'stop'>]();
  });
  const one = { outbox: undefined as Outbox | undefined, end };
  send({ kind: 'path', path: job.input.file! });
  return one;

  function begin(): void {
    if (one.outbox) return;
    one.outbox = new Outbox((batch) => send({ kind: 'events', ...batch }));
    for (const event of past) one.outbox.add(event);
  }

  /** Resolves when the window has the message, or does not take it. */
  async function end(last: FromRun): Promise<void> {
    one.outbox?.close();
    if (one.outbox) send(last);
    await Promise.race([
      new Promise<void>((resolve) => socket.end(resolve)),
      sleep(patience, undefined, { ref: false }),
    ]);
  }
}
