/** Input of a test: the bytes of one file, or several files with their paths. */
import { createHash } from 'node:crypto';

export interface PlacedFile {
  /** Relative to the candidate's directory, with `/`; never outside it. */
  readonly path: string;
  /** Never changed: the key of a content is cached by this array. */
  readonly bytes: Uint8Array;
  /** Permissions; the usual ones if unset. */
  readonly mode?: number;
}

export interface FileSet {
  readonly files: readonly PlacedFile[];
}

export type Content = Uint8Array | FileSet;

export const isFileSet = (content: Content): content is FileSet => 'files' in content;

export function byteLength(content: Content): number {
  return isFileSet(content) ? content.files.reduce((sum, { bytes }) => sum + bytes.length, 0) : content.length;
}

export function contentKey(content: Content): string {
  if (!isFileSet(content)) return createHash('sha1').update(content).digest('base64');
  const hash = createHash('sha1');
  for (const { path, bytes } of content.files) hash.update(`${path}\0${digestOf(bytes)}\0`);
  return hash.digest('base64');
}

const digests = new WeakMap<Uint8Array, string>();

/** Most files of a set are unchanged from the set before. */
function digestOf(bytes: Uint8Array): string {
  let digest = digests.get(bytes);
  if (!digest) digests.set(bytes, (digest = createHash('sha1').update(bytes).digest('base64')));
  return digest;
}

export function isInside(path: string): boolean {
  const names = path.split(/[\\/]/);
  return !path.includes('\0') && !/^[A-Za-z]:/.test(path) && names.every((name) => !['', '.', '..'].includes(name));
}
