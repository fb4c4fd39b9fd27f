/** A reduction of the terminal, or of an agent, which windows of the editor can show and stop. That never disturbs it. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Controls } from '../reduction/controls';
import type { Accepted, Listener, ReductionEvent } from '../reduction/events/events';
import type { Job } from '../reduction/job';
import type { Outcome } from '../reduction/reduce';
import { conversation, meetingDirectory, sweepSockets } from './meeting';
import type { FromRun, FromTerminal, ToTerminal, Verb, WatchedEvent } from './port';
import { Outbox, shrunk } from './outbox';
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
  const watchers = new Set<Watcher>();
  const past = new Past();
  const close = await listening((socket) => {
    const watcher = new Watcher(socket, job, control, past);
    watchers.add(watcher);
    socket.on('close', () => watchers.delete(watcher));
  });
  const onEvent: Listener = (event) => {
    past.add(event);
    for (const watcher of watchers) watcher.tell(event);
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
    await Promise.all([...watchers].map((watcher) => watcher.end(last!)));
    close();
  }
}

/** Returns what ends it. A run that cannot listen is not shown. */
async function listening(onConnection: (socket: Socket) => void): Promise<() => void> {
  const directory = meetingDirectory();
  if (directory !== undefined) sweepSockets(directory);
  const path = directory && join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.sock`);
  if (path === undefined || Buffer.byteLength(path) > longestPath) return () => {};
  const server = createServer((socket) => onConnection(socket.on('error', () => {}).unref()));
  const isThere = await new Promise((resolve) =>
    server.on('error', () => resolve(false)).listen(path, () => resolve(true)),
  );
  server.unref();
  return isThere ? () => gone(server, path) : () => {};
}

function gone(server: Server, path: string): void {
  server.close();
  rmSync(path, { force: true });
}

/** What a window must know that comes late: each size, but only the last text. */
class Past {
  readonly events: WatchedEvent[] = [];
  readonly latest: { accepted?: Accepted; candidate?: ReductionEvent } = {};

  add(event: ReductionEvent): void {
    const { latest, events } = this;
    if (event.event === 'candidate') latest.candidate = event;
    else if (event.event !== 'accepted') {
      if (event.event !== 'cluster') events.push(event);
    } else if (event.text) {
      if (latest.accepted) events.push(shrunk(latest.accepted, false));
      latest.accepted = event;
    }
  }
}

/** A window that is connected. */
class Watcher {
  private outbox: Outbox | undefined;
  private readonly send: (message: FromTerminal) => void;

  constructor(
    private readonly socket: Socket,
    private readonly job: Job,
    private readonly control: Control,
    private readonly past: Past,
  ) {
    this.send = conversation<ToTerminal, FromTerminal>(socket, (message) => this.told(message));
    this.send({ kind: 'path', path: job.input.file! });
  }

  tell(event: ReductionEvent): void {
    this.outbox?.add(event);
  }

  /** Resolves when the window has the message, or does not take it. */
  async end(last: FromRun): Promise<void> {
    if (this.outbox) {
      this.outbox.close();
      this.send(last);
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.socket.end(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private told({ kind }: ToTerminal): void {
    if (kind === 'job') this.send({ kind: 'job', job: this.job });
    else if (kind === 'watch') this.begin();
    else if (kind === 'stop') this.control.stop();
    else if (['pause', 'resume', 'skip', 'finish'].includes(kind))
      this.control.controls[kind as Exclude<Verb, 'stop'>]();
  }

  private begin(): void {
    if (this.outbox) return;
    const { events, latest } = this.past;
    this.outbox = new Outbox((batch) => this.send({ kind: 'events', ...batch }));
    this.send({ kind: 'events', events });
    for (const event of [latest.accepted, latest.candidate]) if (event) this.outbox.add(event);
  }
}
