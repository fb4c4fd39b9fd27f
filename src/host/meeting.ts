/**
 * Where runs of the terminal and windows of the editor meet: a directory with a socket for each run. Only the user has access to it, so
 * who connects, or listens, may do all of that anyway.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { isOwnDirectory, makeStateDirectory, stateDirectory } from '../oracle/stateDirectory';
import { attempt } from '../oracle/platform/files';
import { isAlive } from '../oracle/platform/platform';
import { traits } from '../oracle/platform/traits';

/** Names of the sockets. */
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

/** The sockets in the meeting directory. */
export function socketsIn(directory: string): string[] {
  return readdirSync(directory).filter((name) => isSocket(directory, name));
}

export function isSocket(directory: string, name: string): boolean {
  return socketName.test(name) && (lstatSync(join(directory, name), { throwIfNoEntry: false })?.isSocket() ?? false);
}

/** After an error of a connection to it: is it that of a killed run? Then it goes. */
export function removeIfDead(directory: string, name: string, { code }: NodeJS.ErrnoException): boolean {
  // The process may live where its number is not known, as in another container; then it listens.
  const isDead = code === 'ECONNREFUSED' && !isAlive(parseInt(name));
  if (isDead) rmSync(join(directory, name), { force: true });
  return isDead;
}

/** Removes the sockets of killed runs. */
export function sweepSockets(directory: string): void {
  for (const name of socketsIn(directory).filter((one) => !isAlive(parseInt(one)))) {
    const socket = connect(join(directory, name), () => socket.destroy()).unref();
    socket.on('error', (error) => removeIfDead(directory, name, error));
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
