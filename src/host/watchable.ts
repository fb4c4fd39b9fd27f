/**
 * The windows of the editor that watch a reduction of the terminal, or of an agent, and may stop it. They never disturb it. They meet in a
 * directory with a socket for each run: only the user has access to it, so who connects, or listens, may do all of that anyway.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../oracle/platform/files';
import { isAlive } from '../oracle/platform/platform';
import { traits } from '../oracle/platform/traits';
import { isOwnDirectory, makeStateDirectory, stateDirectory } from '../oracle/stateDirectory';
import type { ReductionEvent } from '../reduction/events/events';
import type { Job } from '../reduction/job';
import { Outbox, plain } from './outbox';
import { type FromRun, type FromTerminal, type ToRun, type ToTerminal, verbs } from './port';

/** System calls take no longer paths. */
const longestPath = 100;

/** Waits for windows to take the last message, ms. */
const patience = 500;

/** A connection; it gets events once it has asked for them. */
interface Watcher {
  readonly socket: Socket;
  readonly send: (message: FromTerminal) => void;
  outbox?: Outbox;
}

export class Windows {
  private readonly past: ReductionEvent[] = [];
  private readonly watchers = new Set<Watcher>();
  private close = () => {};

  /** The job's input must have a path. `tell`: tells the run what a window wants. */
  constructor(
    private readonly job: Job,
    private readonly tell: (message: ToRun) => void,
  ) {}

  /** A run that cannot listen is not shown. */
  async listen(): Promise<void> {
    const directory = meetingDirectory();
    if (directory !== undefined) sweepSockets(directory);
    const path = directory && join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.sock`);
    if (path === undefined || Buffer.byteLength(path) > longestPath) return;
    const server = createServer((socket) => this.welcome(socket.on('error', () => {}).unref())).unref();
    await new Promise<void>((resolve) => server.on('error', () => resolve()).listen(path, resolve));
    if (!server.listening) return;
    this.close = () => {
      server.close();
      rmSync(path, { force: true });
    };
  }

  /** What comes late to a window is each size, but only the last text and the last candidate. */
  add(event: ReductionEvent): void {
    for (const { outbox } of this.watchers) outbox?.add(event);
    const { past } = this;
    if (event.event === 'cluster') return;
    const before = past.findLastIndex((one) => one.event === event.event);
    if (event.event === 'candidate' && before >= 0) past.splice(before, 1);
    if (event.event === 'accepted' && before >= 0) past[before] = plain(past[before]);
    past.push(event);
  }

  private welcome(socket: Socket): void {
    const send = conversation<ToTerminal, FromTerminal>(socket, ({ kind }) => {
      if (kind === 'job') send({ kind, job: this.job });
      else if (kind === 'watch') this.begin(one);
      // Whatever else a window says is no message to the run.
      else if (verbs.some((verb) => verb === kind)) this.tell({ kind });
    });
    const one: Watcher = { socket, send };
    this.watchers.add(one);
    socket.on('close', () => this.watchers.delete(one));
    send({ kind: 'path', path: this.job.input.file! });
  }

  private begin(one: Watcher): void {
    if (one.outbox) return;
    one.outbox = new Outbox((batch) => one.send({ kind: 'events', ...batch }));
    for (const event of this.past) one.outbox.add(event);
  }

  /** Resolves when all windows have the message, or do not take it. */
  async end(last: FromRun): Promise<void> {
    const ended = [...this.watchers].map(async ({ socket, send, outbox }) => {
      outbox?.close();
      if (outbox) send(last);
      const taken = new Promise<void>((resolve) => socket.end(resolve));
      await Promise.race([taken, sleep(patience, undefined, { ref: false })]);
    });
    this.watchers.clear();
    await Promise.all(ended);
    this.close();
  }
}

export const socketName = /^\d+-[\da-f]{8}\.sock$/;

/** Made if need be. Undefined if somebody else could use it, and where sockets are no files. */
export function meetingDirectory(): string | undefined {
  if (!traits.socketsAreFiles) return undefined;
  return attempt(() => {
    const path = join(stateDirectory(), 'runs');
    makeStateDirectory(path);
    return isOwnDirectory(path) ? path : undefined;
  }, undefined);
}

export function socketsIn(directory: string): string[] {
  return readdirSync(directory).filter((name) => isSocket(directory, name));
}

export function isSocket(directory: string, name: string): boolean {
  return socketName.test(name) && (lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSocket() ?? false);
}

/** Removes the sockets of killed runs. */
export function sweepSockets(directory: string): void {
  for (const name of socketsIn(directory).filter((one) => !isAlive(parseInt(one)))) {
    const path = join(directory, name);
    const socket = connect(path, () => socket.destroy()).unref();
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // The process may live where its number is not known, as in another container; then it listens.
      if (code === 'ECONNREFUSED') rmSync(path, { force: true });
    });
  }
}

/** Gets each message of a connection; what is none is left out. Returns how to send. */
export function conversation<From, To>(socket: Socket, onMessage: (message: From) => void): (message: To) => void {
  createInterface(socket)
    .on('line', (line) => {
      const message = attempt(() => JSON.parse(line) as From, undefined);
      if (message) onMessage(message);
    })
    // The socket tells the same.
    .on('error', () => {});
  return (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
}
