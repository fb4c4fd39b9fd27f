/** What jobs carry: never a command. Both sides make and read them here; what a worker reads is checked, whoever has sent it. */
import * as l10n from '@vscode/l10n';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { contentKey, isFileSet, isInside } from '../oracle/content';
import type { Content } from '../oracle/content';
import { endOf } from '../oracle/output';
import type { Said, StreamName } from '../oracle/rule';
import type { Ran } from '../oracle/tester';
import { ClusterError } from './address';
import { applied, editsOf } from './edits';
import type { Edits } from './edits';
import { mostFiles } from './terms';

/** What of a run all its workers are told. */
export interface RunRecord {
  readonly oracle: string;
  /** The base name that every candidate gets. */
  readonly fileName: string;
}

/** A candidate, and how it is tested. */
export interface TestJob {
  /** Paths and sizes of several files, whose bytes follow one another. */
  readonly files?: readonly (readonly [path: string, size: number])[];
  readonly edits: Edits;
  /** `contentKey` of what the edits give. */
  readonly key: string;
  readonly timeoutMs: number;
  /** The streams that are wanted. */
  readonly keep: readonly StreamName[];
  /** Run it in any case: verdicts of earlier runs do not count. */
  readonly fresh?: boolean;
}

/** What is asked of one worker. `factor`: how many times longer than usual its tests take, at least 1. */
export type Order =
  | { readonly order: 'check'; readonly run: string; readonly test: TestJob }
  | { readonly order: 'join'; readonly run: string; readonly factor: number }
  | { readonly order: 'leave'; readonly run: string };

/** What a test did, or why this worker cannot run it. */
export interface Reply {
  readonly worker: string;
  readonly ran?: Omit<Ran, 'said' | 'output'>;
  /** stdout and stderr as JSON, deflated, in base64. */
  readonly said?: string;
  /** It was run before. */
  readonly known?: boolean;
  readonly trouble?: string;
}

/** The bytes of a content, one file after the other. */
export function bytesOf(content: Content): Buffer {
  if (isFileSet(content)) return Buffer.concat(content.files.map(({ bytes }) => bytes));
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

export function jobOf(base: Buffer, content: Content): Pick<TestJob, 'files' | 'edits' | 'key'> {
  return {
    files: isFileSet(content) ? content.files.map(({ path, bytes }) => [path, bytes.length] as const) : undefined,
    edits: editsOf(base, bytesOf(content)),
    key: contentKey(content),
  };
}

/** The candidate of a job, of at most so many bytes. Throws `ClusterError`. */
export function contentOf(base: Buffer, { files, edits, key }: TestJob, most: number): Content {
  if (!Array.isArray(edits?.pieces) || !(edits.size <= most)) throw tooLarge(edits?.size, most);
  const outside = files?.find(([path]) => typeof path !== 'string' || !isInside(path));
  if (outside) {
    throw new ClusterError(
      l10n.t('A job names a file outside of its directory ("{0}"): it is refused.', String(outside[0])),
    );
  }
  const bytes = applied(base, edits);
  const content = bytes && (files ? fileSet(bytes, files) : bytes);
  if (!content || contentKey(content) !== key) {
    throw new ClusterError(l10n.t('A job does not fit to the input of its run: start the run again.'));
  }
  return content;
}

function fileSet(bytes: Buffer, files: NonNullable<TestJob['files']>): Content | undefined {
  if (files.length > mostFiles || files.reduce((sum, [, size]) => sum + size, 0) !== bytes.length) return undefined;
  let at = 0;
  return { files: files.map(([path, size]) => ({ path, bytes: bytes.subarray(at, (at += size)) })) };
}

/** `size` in bytes. */
export function tooLarge(size: number, most: number): ClusterError {
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);
  return new ClusterError(
    l10n.t(
      'A candidate of {0} MB is more than a worker takes ({1} MB): reduce the input on one machine first, or start the workers with a larger --max-size.',
      megabytes(size),
      megabytes(most),
    ),
  );
}

export function replyOf(worker: string, { said, output: _, ...ran }: Ran): Reply {
  const text = said.stdout === '' && said.stderr === '' ? undefined : JSON.stringify(said);
  return { worker, ran, said: text && deflateRawSync(text).toString('base64') };
}

export function ranOf(ran: NonNullable<Reply['ran']>, text: Reply['said']): Ran {
  const said = (text ? JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) : nothing) as Said;
  return { ...ran, said, output: endOf(said) };
}

const nothing: Said = { stdout: '', stderr: '' };
