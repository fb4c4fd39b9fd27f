/** Documents, and an oracle for them → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../../oracle/processes/command';
import { ruleFrom } from '../../oracle/judging/ruleWords';
import type { RuleSource, RuleWords } from '../../oracle/judging/ruleWords';
import type { IsolationJob, Job } from '../../reduction/job';
import { keptBy } from '../../reduction/kept';
import { decode } from '../../text/encoding';
import type { Range } from '../../text/ranges';
import { copy } from '../../oracle/places/copy';
import { placing, restoreFiles } from '../oracles/placing';
import { unlocked } from '../oracles/redisPassword';
import { heldByOther } from '../../oracle/places/inPlace/restore';
import { realPath } from '../../oracle/places/roots';
import { settingsFor } from '../window/settings';

/** What one run has otherwise than the settings say, and what its oracle is judged by. */
export interface Overrides extends RuleWords {
  /** Titles of a test of the file, outermost first, in the place of a command. */
  readonly test?: readonly string[];
  /** A git revision at which that test passes. */
  readonly passesAt?: string;
  /** For oracles whose words say nothing of it; exit code 0 if unset. */
  readonly rule?: RuleSource;
  /** Further commands, which must hold as well. */
  readonly also?: Job['also'];
  readonly runs?: number;
  readonly need?: number;
  /** The text of a `SearchValue`. */
  readonly search?: string;
  readonly place?: string;
  /** The command runs on workers, which know it by its name. */
  readonly cluster?: Job['cluster'];
  readonly jobs?: number;
  readonly timeout?: number;
  /** Patterns of what must stay. */
  readonly keep?: readonly string[];
  /** Tokens, tests, seconds. */
  readonly targetSize?: number;
  readonly maxTests?: number;
  readonly maxTime?: number;
}

/** A document that cannot be taken here; the message is one sentence with the remedy. */
export class DocumentProblem extends Error {}

export interface DocumentJob<J extends Job | IsolationJob = Job> {
  readonly job: J;
  /** Length of the byte order mark that the file has and the document has not. */
  readonly markLength: number;
}

/** Offsets in the document: of the only part that may change, and of what stays as it is. */
export interface Limits {
  readonly selection?: Range;
  readonly kept: readonly Range[];
}

/** Throws `DocumentProblem` and `JobError`. */
export async function documentJob(
  document: vscode.TextDocument,
  oracle: OracleCommand,
  { selection, kept }: Limits,
  overrides: Overrides,
  assets: string,
): Promise<DocumentJob> {
  const mark = await markOf(document);
  const text = mark + document.getText();
  const settings = settingsFor(document.uri);
  const cluster = await unlocked(overrides.cluster);
  const job: Job = {
    ...runOf(document, oracle, { ...overrides, cluster }, assets),
    text,
    fixed: selection && {
      prefix: mark.length + selection.start,
      suffix: text.length - mark.length - selection.end,
    },
    kept: [
      ...kept.map(({ start, end }) => ({ start: start + mark.length, end: end + mark.length })),
      ...keptBy(overrides.keep ?? [], text, basename(document.uri.path)),
    ],
    targetTokens: overrides.targetSize ?? settings.targetTokens,
  };
  return { job, markLength: mark.length };
}

/** `passing`: undefined stands for the empty file. */
export interface Pair {
  readonly failing: vscode.TextDocument;
  readonly passing: vscode.TextDocument | undefined;
}

/** Both as they are now, edits that are not saved included. Throws `DocumentProblem`. */
export async function isolationJob(
  { failing, passing }: Pair,
  oracle: OracleCommand,
  overrides: Overrides,
  assets: string,
): Promise<DocumentJob<IsolationJob>> {
  const mark = await markOf(failing);
  const job: IsolationJob = {
    ...runOf(failing, oracle, { ...overrides, cluster: await unlocked(overrides.cluster) }, assets),
    text: mark + failing.getText(),
    passing: passing ? (await markOf(passing)) + passing.getText() : '',
    unit: settingsFor(failing.uri).isolateUnit,
  };
  return { job, markLength: mark.length };
}

/** Throws `DocumentProblem` if the document shows a candidate: of a run that was killed, or of one elsewhere. */
function requireRestored({ fileName }: vscode.TextDocument): void {
  if (restoreFiles().includes(realPath(fileName))) {
    throw new DocumentProblem(l10n.t('{0} was restored: check the file, then start again.', basename(fileName)));
  }
  const held = heldByOther(fileName);
  if (held) throw new DocumentProblem(held);
}

/** What every run on a document has. Throws `DocumentProblem` and `RuleError`. */
function runOf(document: vscode.TextDocument, oracle: OracleCommand, overrides: Overrides, assets: string) {
  const settings = settingsFor(document.uri);
  requireRestored(document);
  return {
    ...placing(
      document,
      [oracle, ...(overrides.also ?? []).map((one) => one.oracle)],
      overrides.place ?? (overrides.cluster ? copy.name : settings.place),
    ),
    fileName: basename(document.uri.path),
    languageId: document.languageId,
    encoding: 'utf8',
    oracle,
    rule: ruleFrom(overrides) ?? overrides.rule,
    cluster: overrides.cluster,
    also: overrides.also,
    test: overrides.test && { titles: overrides.test, passesAt: overrides.passesAt },
    runs: overrides.runs,
    need: overrides.need,
    search: overrides.search ?? settings.search,
    jobs: overrides.jobs || settings.jobs,
    timeoutMs: overrides.timeout ?? settings.timeoutMs,
    maxTests: overrides.maxTests ?? settings.maxTests,
    maxMs: overrides.maxTime === undefined ? settings.maxMs : 1000 * overrides.maxTime,
    assets,
  } satisfies Partial<Job>;
}

/** The byte order mark that the file has and the document has not. Throws `DocumentProblem` if it is not UTF-8. */
async function markOf(document: vscode.TextDocument): Promise<string> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new DocumentProblem(
      l10n.t('{0} is not UTF-8 text: reduce it with whittle in a terminal.', basename(document.fileName)),
    );
  }
  return encoding === 'utf8bom' ? '\ufeff' : '';
}

/** Bytes that are not UTF-8 are shown as U+FFFD; written back they would be others. */
async function hasInvalidBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd') || document.isUntitled) return false;
  return decode(await vscode.workspace.fs.readFile(document.uri)).encoding !== 'utf8';
}
