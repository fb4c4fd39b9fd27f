/** What tells whether something at a path is still what we have put there. Links are not followed. */
import { lstatSync } from 'node:fs';

/** Of a file or a link: another one once it has been changed, or something else stands there. Undefined: nothing does. */
export function stampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status && `${status.ino} ${status.size} ${status.mtimeMs} ${status.mode}`;
}

/** Clocks of file systems are coarse: two changes in so many milliseconds may have the same time. */
const tick = 100;

/** Of a directory: another one once a name in it has come, gone or been given to something else. Undefined if it has just changed. */
export function namesStampOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (!status || Date.now() - Number(status.ctimeMs) < tick) return undefined;
  return `${status.ino} ${status.ctimeNs}`;
}

/** Which directory that is, on this machine; undefined if there is none, or a link. */
function identityOf(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() ? `${status.dev} ${status.ino}` : undefined;
}

/** The directories at these paths, which are ours: true as long as each is there and nothing else stands in its place. */
export function stillThere(...paths: readonly string[]): () => boolean {
  const before = paths.map(identityOf);
  return () => paths.every((path, at) => before[at] !== undefined && identityOf(path) === before[at]);
}
