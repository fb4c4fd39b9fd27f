/** What a test is given: the bytes of one file, or several files by their paths. */
import { createHash } from 'node:crypto';

interface PlacedFile {
  /** Relative to the candidate's directory, with `/`; nothing outside it. */
  readonly path: string;
  /** Never written to: the name of a content is remembered by them. */
  readonly bytes: Uint8Array;
}

export interface FileSet {
  readonly files: readonly PlacedFile[];
}

export type Content = Uint8Array | FileSet;

export function isFileSet(content: Content): content is FileSet {
  return 'files' in content;
}

/** The name of a content in caches. */
export function contentKey(content: Content): string {
  if (!isFileSet(content)) return createHash('sha1').update(content).digest('base64');
  const hash = createHash('sha1');
  for (const { path, bytes } of content.files) hash.update(`${path}\0${digestOf(bytes)}\0`);
  return hash.digest('base64');
}

const digests = new WeakMap<Uint8Array, string>();

/** Most files of a set are those of the set before. */
function digestOf(bytes: Uint8Array): string {
  let digest = digests.get(bytes);
  if (!digest) digests.set(bytes, (digest = createHash('sha1').update(bytes).digest('base64')));
  return digest;
}

/** Is a file of this path inside the directory that it is relative to? */
export function isInside(path: string): boolean {
  const names = path.split(/[\\/]/);
  return !path.includes('\0') && !/^[A-Za-z]:/.test(path) && names.every((name) => !['', '.', '..'].includes(name));
}
