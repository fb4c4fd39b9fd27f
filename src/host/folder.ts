/** A run on several files, in its thread: reads them, and writes those that are left to a directory of their own. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { VerdictRule } from '../oracle/judging/rule';
import { type FileSet, isFileSet } from '../oracle/content';
import { isVain, requireResult } from '../reduction/controls';
import { freeName, outputDirectoryAt, writeOutputDirectory } from '../reduction/ending/outputs';
import type { Listener } from '../reduction/events/events';
import { jobFiles, usualOutput } from '../reduction/folder/findFolder';
import { identityOf } from '../reduction/journal/identity';
import { resumable } from '../reduction/journal/journal';
import { type FilesJob, type JobFile, type JobOracle, JobError } from '../reduction/job';
import { keptIn } from '../reduction/kept';
import type { Outcome } from '../reduction/reduce';
import { type Reproducing, reproductionCommands, wordsOf } from '../reproduction/command';
import { exportReproduction, type Reproduction } from '../reproduction/exportReproduction';
import { byteOrderMark, decode, digest } from '../text/encoding';
import type { FolderJob, FolderOutcome, OpenFile } from './port';

/** Reduces what is to be reproduced, or written. */
export type Reducing = (onEvent: Listener) => Promise<Outcome>;

/** The result, or its reproduction, in a directory beside the folder. Nothing is written if nothing was found. */
export async function writtenFolder(
  job: FolderJob,
  reduce: Reducing,
  onEvent: Listener,
  signal: AbortSignal,
): Promise<FolderOutcome> {
  const { base, linked } = job.input.found;
  if (job.input.reproduces)
    return kept(usualOutput(job.input.found, 'repro'), (to) =>
      reproduce(job.oracle, { base, linked, to }, reduce, onEvent, signal),
    );
  const { finished, content } = await reduce(onEvent);
  if (isVain(finished)) return {};
  return kept(usualOutput(job.input.found), async (to) => {
    const directory = await outputDirectoryAt(to, []);
    await writeOutputDirectory(directory, content as FileSet);
    return directory;
  });
}

/** Reduces, and makes a reproduction of the result. Throws `JobError`, `PathError`, and `Interrupted` if nothing was found. */
export async function reproduce(
  oracle: JobOracle,
  wanted: Reproducing,
  reduce: Reducing,
  onEvent: Listener,
  signal: AbortSignal,
): Promise<Reproduction> {
  const [first, ...more] = reproductionCommands(oracle, wanted, []);
  if (wanted.reduceArgs && more.length > 0)
    throw new JobError(l10n.t('Only one command can lose its arguments: leave the other tests out.'));
  if (wanted.reduceArgs) wordsOf(first.line, new Set());
  let rules: readonly VerdictRule[] = [];
  const { finished, content } = await reduce((event) => {
    if (event.event === 'calibrated') rules = event.rules.map(({ rule }) => rule);
    onEvent(event);
  });
  requireResult(finished);
  onEvent({ event: 'phase', label: l10n.t('Writing the reproduction') });
  const { output = '' } = finished;
  const commands = reproductionCommands(oracle, wanted, rules);
  const files = isFileSet(content) ? content : { files: [{ path: wanted.file!, bytes: content }] };
  return exportReproduction({ ...wanted, content: files, commands, output }, signal);
}

export async function isResumable(job: FolderJob, journal: string): Promise<boolean> {
  return resumable(journal, identityOf(await filesJobOf(job)));
}

/** Throws `JobError` and `PathError`. */
export async function filesJobOf(job: FolderJob): Promise<FilesJob> {
  const { found, open, keep, likely } = job.input;
  const name = basename(found.base);
  const files = (await jobFiles(found.files)).map((file) => asOpen(file, open[file.path]));
  const matches = keptIn(
    keep,
    files.map(({ text }) => text),
    name,
  );
  const kept = files.map((file, at) => ({ ...file, kept: [...(file.kept ?? []), ...matches[at]] }));
  const isEdited = Object.values(open).some(({ text }) => text !== undefined);
  const real = isEdited ? undefined : { base: found.base, whole: found.whole };
  return { ...job, notice: found.notice, input: { name, files: kept, linked: found.linked, likely, real } };
}

/** The file as the editor knows it. */
function asOpen(file: JobFile, open: OpenFile | undefined): JobFile {
  if (!open || file.bytes) return file;
  const { text = file.text } = open;
  const mark = byteOrderMark(text);
  const kept = open.kept.map(({ start, end }) => ({ start: start + mark, end: end + mark }));
  return { ...file, text, encoding: open.text === undefined ? file.encoding : 'utf8', kept };
}

/** Digests of all texts, without byte order marks, by their paths. */
export function digestsOf({ input: { files } }: FilesJob): Readonly<Record<string, string>> {
  const textOf = ({ bytes, text }: JobFile) => (bytes ? decode(bytes).text : text);
  const plain = (text: string) => text.slice(byteOrderMark(text));
  return Object.fromEntries(files.map((file) => [file.path, digest(plain(textOf(file)))]));
}

/** `write`: to a path at which nothing is. */
async function kept(wanted: string, write: (to: string) => Promise<FolderOutcome>): Promise<FolderOutcome> {
  const to = freeName(wanted);
  try {
    return await write(to);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      problem: l10n.t(
        'The result cannot be written to {0} ({1}): apply it, or make room there and reduce again.',
        to,
        code ?? message,
      ),
    };
  }
}
