/**
 * Where runs of the terminal and windows of the editor meet: a directory with a socket for each run. Only the user has access to it, so
 * who connects, or listens, may do all of that anyway.
 */
import { lstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { makeStateDirectory, stateDirectory } from '../../oracle/stateDirectory';
import { bits } from '../../oracle/platform/permissions';
import { traits } from '../../oracle/platform/traits';

/** Names of the sockets. */
export const socketName = /^\d+-[\da-f]{8}\.sock$/;

/** Made if need be. Undefined if somebody else could use it, and where sockets are no files. */
export function meetingDirectory(): string | undefined {
  if (!traits.socketsAreFiles) return undefined;
  try {
    const path = join(stateDirectory(), 'runs');
    makeStateDirectory(path);
    const { uid, mode } = lstatSync(path);
    return uid === process.getuid!() && (mode & bits.others) === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Gets each message of a connection; what is none is left out. Returns how to send. */
export function conversation<From, To>(socket: Socket, onMessage: (message: From) => void): (message: To) => void {
  createInterface(socket)
    .on('line', (line) => {
      const message = parsed<From>(line);
      if (message) onMessage(message);
    })
    // The socket tells the same.
    .on('error', () => {});
  return (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
}

function parsed<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}
