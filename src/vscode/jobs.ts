/** Documents, and an oracle for them → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import { optionsFrom } from '../reduction/options';
import type { ChosenOptions } from '../reduction/options';
import type { IsolationJob } from '../reduction/isolate';
import type { Job } from '../reduction/job';
import { decode } from '../text/encoding';
import type { Range } from '../text/ranges';
import type { Pair } from './isolations';
import { settingsFor } from './settings';

/** What one run has otherwise than the settings say. */
export interface Overrides extends Partial<ChosenOptions> {
  readonly reducer?: string;
  readonly strategy?: string;
  readonly loop?: string;
  readonly commit?: string;
  readonly filter?: string;
  readonly jobs?: number;
  readonly timeout?: number;
}

/** A document that cannot be taken here; the message is one sentence with the remedy. */
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
  const mark = await markOf(document);
  const text = mark + document.getText();
  const settings = settingsFor(document.uri);
  const job: Job = {
    ...runOf(document, oracle, overrides, assets),
    text,
    fixed: selection && {
      prefix: mark.length + selection.start,
      suffix: text.length - mark.length - selection.end,
    },
    reducer: overrides.reducer ?? settings.reducer,
    strategy: overrides.strategy ?? settings.strategy,
    options: { ...settings.options, ...optionsFrom((name) => overrides[name]) },
  };
  return { job, markLength: mark.length };
}

/** Both as they are now, edits that are not saved included. Throws `DocumentProblem`. */
export async function isolationJob(
  { failing, passing }: Pair,
  oracle: OracleCommand,
  overrides: Overrides,
  assets: string,
): Promise<IsolationJob> {
  const whole = async (document: vscode.TextDocument) => (await markOf(document)) + document.getText();
  return {
    ...runOf(failing, oracle, overrides, assets),
    text: await whole(failing),
    passing: passing ? await whole(passing) : '',
    unit: settingsFor(failing.uri).isolateUnit,
  };
}

/** What every run on a document has. */
function runOf(document: vscode.TextDocument, oracle: OracleCommand, overrides: Overrides, assets: string) {
  const settings = settingsFor(document.uri);
  return {
    fileName: basename(document.uri.path),
    languageId: document.languageId,
    encoding: 'utf8',
    oracle,
    loop: overrides.loop ?? settings.loop,
    commit: overrides.commit ?? settings.commit,
    filter: overrides.filter ?? settings.filter,
    jobs: overrides.jobs ?? settings.jobs,
    timeoutMs: overrides.timeout ?? settings.timeoutMs,
    assets,
  } satisfies Partial<Job>;
}

/** The byte order mark that the file has and the document has not. Throws `DocumentProblem` if it is not UTF-8. */
async function markOf(document: vscode.TextDocument): Promise<string> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new DocumentProblem(`${basename(document.fileName)} is not UTF-8: run whittle on it in a terminal.`);
  }
  return encoding === 'utf8bom' ? '\ufeff' : '';
}

/** Bytes that are not UTF-8 are shown as U+FFFD; written back they would be others. */
async function hasInvalidBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd') || document.isUntitled) return false;
  return decode(await vscode.workspace.fs.readFile(document.uri)).encoding !== 'utf8';
}
