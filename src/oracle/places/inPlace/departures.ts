/**
 * Candidates that have left their place and are still open here. A program that opened one before it left may write to it yet, and
 * that must not be lost.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { platform } from '../../platform/platform';
import { traits } from '../../platform/traits';
import { hashOf } from './candidates';

/** Kept open at most: files, and bytes of them all. */
const most = { files: 64, bytes: 64e6 };

/** Between two looks at the programs that have a file open, and how long they are waited for, ms. */
const patience = { step: 20, most: 2000 };

interface Departed {
  readonly file: number;
  readonly hash: string;
  /** When it left: sizes are in bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

/** Opens a candidate, to be followed when it leaves; undefined where that would hinder the test. */
export function openToFollow(path: string): number | undefined {
  if (!traits.replacesOpenFiles) return undefined;
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

export function followDepartures() {
  const departed: Departed[] = [];
  let found: Buffer | undefined;
  const drop = (one: Departed) => {
    const bytes = contentOf(one);
    if (hashOf(bytes) !== one.hash) found = bytes;
    closeSync(one.file);
  };
  const excess = () => departed.length > most.files || departed.reduce((sum, { size }) => sum + size, 0) > most.bytes;
  return {
    /** An open candidate that has just left; undefined if it cannot be kept open. */
    add(file: number | undefined, hash: string): void {
      if (file === undefined) return;
      const { size, mtimeMs } = fstatSync(file);
      departed.push({ file, hash, size, mtimeMs });
      while (departed.length > 1 && excess()) drop(departed.shift()!);
    },
    /** What someone else has written to one of them. */
    written(): Buffer | undefined {
      const touched = departed.findLast(isTouched);
      if (touched && hashOf(contentOf(touched)) !== touched.hash) found = contentOf(touched);
      return found;
    },
    /** The same at the end. Waits for programs that have a file open for writing whose path contains `mark`. */
    close(mark: string): Buffer | undefined {
      if (departed.length > 0) waitForWriters(mark);
      for (const one of departed.splice(0)) drop(one);
      return found;
    },
  };
}

function isTouched({ file, size, mtimeMs }: Departed): boolean {
  const now = fstatSync(file);
  return now.size !== size || now.mtimeMs !== mtimeMs;
}

function contentOf({ file }: Pick<Departed, 'file'>): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  let at = 0;
  for (let read = 1; read > 0 && at < bytes.length; at += read) read = readSync(file, bytes, at, bytes.length - at, at);
  return bytes.subarray(0, at);
}

function waitForWriters(mark: string): void {
  for (let waited = 0; waited < patience.most; waited += patience.step) {
    const written = platform.isWritten(mark);
    if (written === false) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
    // The system does not tell: this must do.
    if (written === undefined) return;
  }
}
