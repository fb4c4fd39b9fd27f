/** The jobs between a run and its workers, which never carry a command. Workers check everything that they read. */
import * as l10n from '@vscode/l10n';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { contentKey, isFileSet, type Content } from '../oracle/content';
import { endOf, type Said, type StreamName } from '../oracle/processes/output';
import type { Ran } from '../oracle/tester';
import { ClusterError } from './address';
import { cleanLine, cleanName, cleanOutput, fieldsOf, isId, isListOf, isSize, isText, parsedJson } from './received';
import { applied, editsOf, type Edits } from './edits';
import { isSafePath, refusedName } from './names';
import { mostFiles } from './terms';

/** A run, for its workers. */
export interface RunRecord {
  readonly oracle: string;
  /** The input's base name, for people. A worker chooses the name of a candidate itself. */
  readonly fileName: string;
}

/** A candidate, and how it is tested. */
export interface TestJob {
  /** Paths and sizes of several files, whose bytes follow one another. */
  readonly files?: readonly (readonly [path: string, size: number])[];
  readonly edits: Edits;
  /** `contentKey` of the candidate. */
  readonly key: string;
  readonly timeoutMs: number;
  /** The streams that are wanted. */
  readonly keep: readonly StreamName[];
  /** Run it in any case: verdicts of earlier runs do not count. */
  readonly fresh?: boolean;
}

/** An order to one worker: a test in its own queue, or to join or leave a run. `factor`: its tests take this many times longer, at least 1. */
export type Order =
  | { readonly order: 'check'; readonly run: string; readonly test: TestJob; readonly factor: number }
  | { readonly order: 'join'; readonly run: string; readonly factor: number }
  | { readonly order: 'leave'; readonly run: string };

/** The output of a test, or why this worker cannot run it. */
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

/** The candidate of a job; `most`: bytes. Throws `ClusterError`. */
export function contentOf(base: Buffer, { files, edits, key }: TestJob, most: number): Content {
  if (!Array.isArray(edits?.pieces) || !(edits.size <= most)) throw tooLarge(edits?.size, most);
  const refused = files?.find(([path]) => !isSafePath(path));
  if (refused) throw refusedName(refused[0]);
  const bytes = applied(base, edits);
  const content = bytes && (files ? fileSet(bytes, files) : bytes);
  if (!content || contentKey(content) !== key) {
    throw new ClusterError(l10n.t('A job does not fit the input of its run: start the run again.'));
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
  const said = text ? saidIn(text) : nothing;
  return { ...ran, said, output: cleanOutput(endOf(said)) };
}

/** Bytes of output at most: more than any worker of ours sends. */
const mostSaid = 64 * 1024 ** 2;

function saidIn(text: string): Said {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostSaid });
  const { stdout, stderr } = fieldsOf(parsedJson(bytes.toString()));
  return isText(stdout) && isText(stderr) ? { stdout, stderr } : nothing;
}

const nothing: Said = { stdout: '', stderr: '' };

/** A worker's answer. Throws `ClusterError` if no worker of ours answers so. */
export function replyFrom(value: unknown): Reply {
  const { worker, ran, said, known, trouble } = fieldsOf(value);
  const isReply = isText(worker) && (said === undefined || isText(said)) && (trouble === undefined || isText(trouble));
  if (!isReply)
    throw new ClusterError(l10n.t('An answer does not come from a worker of Whittle: check who else uses Redis.'));
  const told = ran === undefined ? undefined : ranFrom(ran);
  return { worker, ran: told, said, known: known === true, trouble: trouble && cleanLine(trouble) };
}

function ranFrom(value: unknown): NonNullable<Reply['ran']> {
  const { exitCode, signal, timedOut, ms, status } = fieldsOf(value);
  const isCode = exitCode === undefined || exitCode === null || isSize(exitCode, 2 ** 32);
  if (isCode && typeof timedOut === 'boolean' && isSize(ms) && isSize(status, 2 ** 32)) {
    return {
      exitCode: isSize(exitCode) ? exitCode : undefined,
      signal: isText(signal) ? cleanName(signal) : undefined,
      timedOut,
      ms,
      status,
    };
  }
  throw new ClusterError(l10n.t('An answer does not come from a worker of Whittle: check who else uses Redis.'));
}

/** A verdict that was kept, if one of ours has written it. */
export function keptFrom(text: string): Pick<Reply, 'ran' | 'said'> | undefined {
  try {
    const { ran, said } = replyFrom({ worker: '', ...fieldsOf(parsedJson(text)) });
    if (said) saidIn(said);
    return ran && { ran, said };
  } catch {
    return undefined;
  }
}

/** Throws `ClusterError` if no client of ours gives such an order. */
export function orderFrom(value: unknown): Order {
  const { order, run, test, factor } = fieldsOf(value);
  if (isId(run) && order === 'leave') return { order, run };
  if (isId(run) && isSize(factor, 1000) && factor >= 1) {
    if (order === 'join') return { order, run, factor };
    if (order === 'check') return { order, run, factor, test: testFrom(test) };
  }
  throw new ClusterError(l10n.t('The worker refuses an unknown order.'));
}

/** What `contentOf` does not look at. Throws `ClusterError`. */
export function testFrom(value: unknown): TestJob {
  const { files, edits, key, timeoutMs, keep, fresh } = fieldsOf(value);
  const { size, pieces } = fieldsOf(edits);
  const isTest = isText(key) && isSize(timeoutMs, 2 ** 31 - 1) && isListOf(keep, isStream) && isSize(size);
  if (isTest && isListOf(pieces, isPiece) && (files === undefined || isListOf(files, isFile))) {
    return { files, edits: { size, pieces }, key, timeoutMs, keep, fresh: fresh === true };
  }
  throw new ClusterError(l10n.t('The worker refuses an unknown test.'));
}

function isStream(value: unknown): value is StreamName {
  return value === 'stdout' || value === 'stderr';
}

function isPiece(value: unknown): value is Edits['pieces'][number] {
  return isText(value) || (Array.isArray(value) && value.length === 2 && value.every((one) => isSize(one)));
}

function isFile(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isSize(value[1]);
}
