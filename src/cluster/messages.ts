/**
 * All that is written to Redis and read from it, one schema each. Anyone with its password can write anything there, so nothing is used
 * before its schema has checked it. No message carries a command.
 */
import * as l10n from '@vscode/l10n';
import type { Redis } from 'ioredis';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { contentKey, isFileSet, isInside, type Content } from '../oracle/content';
import { attempt } from '../oracle/platform/files';
import { endOf } from '../oracle/processes/output';
import type { Question, Ran } from '../oracle/tester';
import { ClusterError, longestTimeout, mostFiles } from './terms';

const size = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * A candidate as edits of the base, which every worker has: start and length of what is left of it, in bytes; or bytes that are not of it,
 * in base64.
 */
const edits = z.array(z.union([z.string(), z.tuple([size, size])]));
type Edits = z.output<typeof edits>;

/** Of a worker or a run, as we make them. */
const id = z.string().regex(/^[\w-]{1,100}$/);

export const workerEntry = z.object({
  id,
  /** Chosen by the user; else host and process. */
  name: z.string().transform(cleanName),
  /** Names of its commands, as `whittle worker` takes them. */
  oracles: z.array(z.string()).transform((names) => names.filter((one) => /^[\w.-]{1,100}$/.test(one))),
  /** Tests that it runs at once. */
  slots: z.number().min(1).max(10_000),
  /** Bytes of a candidate. */
  most: size,
});
export type WorkerEntry = z.output<typeof workerEntry>;

/** What all tests of a run have in common. */
const run = z.object({
  id,
  oracle: z.string(),
  /** The input's base name. A worker chooses the name of a candidate itself. */
  fileName: z.string(),
});
export type Run = z.output<typeof run>;

/** A question to a worker: a candidate, and how it is tested. */
export const testJob = z.object({
  run,
  /** Paths and sizes of several files, whose bytes follow one another. */
  files: z
    .array(z.tuple([z.string(), size]))
    .max(mostFiles)
    .optional(),
  edits,
  /** `contentKey` of the candidate. */
  key: z.string(),
  timeoutMs: size.max(longestTimeout),
  /** Run it in any case: outcomes of earlier runs do not count. */
  fresh: z.boolean().optional(),
});
export type TestJob = z.output<typeof testJob>;

/** What a test did. */
export const outcome = z
  .object({
    exitCode: size.max(2 ** 32).optional(),
    signal: z.string().transform(cleanName).optional(),
    timedOut: z.boolean(),
    ms: size,
    status: size.max(2 ** 32),
    said: z.object({ stdout: z.string(), stderr: z.string() }),
  })
  .transform((ran): Ran => ({ exitCode: undefined, signal: undefined, ...ran, output: endOf(ran.said) }));
/** As it is sent and kept. */
export type Outcome = z.input<typeof outcome>;

/** The answer to a job: what the test did, or why this worker cannot run it. */
const reply = z.object({
  ran: outcome.optional(),
  /** It was run before. */
  known: z.boolean().optional(),
  trouble: z.string().transform((text) => cleanLine(text)).optional(), // prettier-ignore
});
export type SentReply = z.input<typeof reply>;
export type Reply = z.output<typeof reply>;

/** Throws `ClusterError` if no worker of ours answers so. */
export function replyFrom(value: unknown): Reply {
  const { data } = reply.safeParse(value);
  if (data?.ran || data?.trouble) return data;
  throw new ClusterError(l10n.t('An answer does not come from a worker of Whittle: check who else uses Redis.'));
}

export function testOf(
  of: Run,
  base: Buffer,
  { content, timeoutMs, fresh }: Pick<Question, 'content' | 'timeoutMs' | 'fresh'>,
): TestJob {
  return {
    run: of,
    files: isFileSet(content) ? content.files.map(({ path, bytes }) => [path, bytes.length]) : undefined,
    edits: editsOf(base, bytesOf(content)),
    key: contentKey(content),
    timeoutMs,
    fresh,
  };
}

/** The candidate of a job; `most`: bytes. Throws an error for the client. */
export function contentOf(base: Buffer, { files, edits: changes, key }: TestJob, most: number): Content {
  const length = sizeOf(changes);
  if (length > most) throw tooLarge(length, most);
  const [refused] = files?.find(([path]) => !isSafePath(path)) ?? [];
  if (refused !== undefined)
    throw new Error(
      `Workers refuse the file name "${cleanName(refused)}", as a shell could take it for more than a name: rename the file.`,
    );
  const bytes = applied(base, changes);
  const content = bytes && (files ? fileSet(bytes, files) : bytes);
  if (!content || contentKey(content) !== key) {
    throw new Error('A job does not fit the input of its run: start the run again.');
  }
  return content;
}

function fileSet(bytes: Buffer, files: NonNullable<TestJob['files']>): Content | undefined {
  if (files.reduce((sum, [, length]) => sum + length, 0) !== bytes.length) return undefined;
  let at = 0;
  return { files: files.map(([path, length]) => ({ path, bytes: bytes.subarray(at, (at += length)) })) };
}

/** The bytes of a content, one file after the other. */
export function bytesOf(content: Content): Buffer {
  if (isFileSet(content)) return Buffer.concat(content.files.map(({ bytes }) => bytes));
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** `length` in bytes. */
export function tooLarge(length: number, most: number): ClusterError {
  return new ClusterError(
    l10n.t(
      'A candidate of {0} MB is more than a worker takes ({1} MB): reduce the input on one machine first, or start the workers that take more (‹maxSize›).',
      ...[length, most].map((bytes) => Math.ceil(bytes / 1024 ** 2)),
    ),
  );
}

/** Undefined if nothing is there, or no JSON. */
export async function stored(redis: Redis, key: string): Promise<unknown> {
  const text = await redis.get(key);
  return attempt<unknown>(() => JSON.parse(text ?? ''), undefined);
}

/** Up to two endings, such as .test.js: programs go by them. */
const endings = /(?:\.[A-Za-z0-9_+]{1,16}){1,2}$/;

/**
 * The base name of every candidate on a worker: whoever runs there a command with a shell in it must not be told by a client which
 * name that shell reads.
 */
export function candidateName(fileName: string): string {
  return `candidate${endings.exec(fileName)?.[0] ?? ''}`;
}

/** Paths of several files stay the same, or the command would not find them. So each part must be safe in every shell. */
export function isSafePath(path: string): boolean {
  return isInside(path) && path.split('/').every((name) => /^(?!-)[\p{L}\p{M}\p{N}_.,:@%+= -]+$/u.test(name));
}

/** Control characters, and what turns the direction of text. */
const controls = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** One line that a terminal or the editor may show; `longest`: characters. */
export function cleanLine(text: string, longest = 2000): string {
  return stripVTControlCharacters(text).replace(controls, ' ').slice(0, longest);
}

export function cleanName(text: string): string {
  return cleanLine(text, 100).trim();
}

/** Bytes by which a place in the base is found again, and how often that may fail. */
const anchor = 24;
const mostFailures = 64;

/** What a reduction makes keeps the order of the base, so one way through both finds it. */
export function editsOf(base: Buffer, content: Buffer): Edits {
  const pieces: Edits = [];
  let failures = 0;
  let [from, at, fresh] = [0, 0, 0];
  const copy = (start: number, length: number) => {
    if (fresh < at) pieces.push(content.toString('base64', fresh, at));
    pieces.push([start, length]);
    at += length;
    [from, fresh] = [start + length, at];
  };
  while (at < content.length) {
    const length = commonLength(base, from, content, at);
    if (length >= Math.min(anchor, content.length - at)) copy(from, length);
    if (at === content.length) break;
    const found = failures < mostFailures ? base.indexOf(content.subarray(at, at + anchor), from) : -1;
    if (found >= 0) from = found;
    else {
      failures++;
      at = failures < mostFailures ? Math.min(content.length, at + anchor) : content.length;
    }
  }
  if (fresh < content.length) pieces.push(content.toString('base64', fresh));
  return pieces;
}

/** Bytes of the candidate. */
export function sizeOf(pieces: Edits): number {
  const sizes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece, 'base64') : piece[1]));
  return sizes.reduce((sum, one) => sum + one, 0);
}

/** Undefined if the edits are not of this base. */
export function applied(base: Buffer, pieces: Edits): Buffer | undefined {
  const partOf = (piece: Edits[0]) =>
    typeof piece === 'string' ? Buffer.from(piece, 'base64') : base.subarray(piece[0], piece[0] + piece[1]);
  const bytes = Buffer.concat(pieces.map(partOf));
  return bytes.length === sizeOf(pieces) ? bytes : undefined;
}

function commonLength(one: Buffer, from: number, other: Buffer, at: number): number {
  const most = Math.min(one.length - from, other.length - at);
  let length = 0;
  while (length < most && one[from + length] === other[at + length]) length++;
  return length;
}
