/** A document, and an oracle for it → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import type { ReducerOptions } from '../reducers/options';
import type { Job } from '../reduction/job';
import { decode } from '../text/encoding';
import type { Range } from '../text/ranges';
import { settingsFor } from './settings';

/** What one run has otherwise than the settings say. */
export interface Overrides extends Partial<ReducerOptions> {
  readonly reducer?: string;
  readonly strategy?: string;
  readonly loop?: string;
  readonly commit?: string;
  readonly jobs?: number;
  readonly timeout?: number;
}

/** A document that cannot be reduced here; the message is one sentence with the remedy. */
export class DocumentProblem extends Error {}

export interface DocumentJob {
  readonly job: Job;
  /** Length of the byte order mark that the file has and the document has not. */
  readonly markLength: number;
}

/** `selection`: offsets of the only part that may change. Throws `DocumentProblem`. */
export async function documentJob(
  document: vscode.TextDocument,
  oracle: OracleCommand,
  selection: Range | undefined,
  overrides: Overrides,
  assets: string,
): Promise<DocumentJob> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new DocumentProblem(`${basename(document.fileName)} is not UTF-8: reduce it with whittle in a terminal.`);
  }
  const mark = encoding === 'utf8bom' ? '\ufeff' : '';
  const text = mark + document.getText();
  const settings = settingsFor(document.uri);
  const job: Job = {
    fileName: basename(document.uri.path),
    languageId: document.languageId,
    text,
    encoding: 'utf8',
    fixed: selection && {
      prefix: mark.length + selection.start,
      suffix: text.length - mark.length - selection.end,
    },
    oracle,
    reducer: overrides.reducer ?? settings.reducer,
    strategy: overrides.strategy ?? settings.strategy,
    options: {
      p0: overrides.p0 ?? settings.options.p0,
      seed: overrides.seed ?? settings.options.seed,
      order: overrides.order ?? settings.options.order,
    },
    loop: overrides.loop ?? settings.loop,
    commit: overrides.commit ?? settings.commit,
    jobs: overrides.jobs ?? settings.jobs,
    timeoutMs: overrides.timeout ?? settings.timeoutMs,
    assets,
  };
  return { job, markLength: mark.length };
}

/** Bytes that are not UTF-8 are shown as U+FFFD; written back they would be others. */
async function hasInvalidBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd') || document.isUntitled) return false;
  return decode(await vscode.workspace.fs.readFile(document.uri)).encoding !== 'utf8';
}
