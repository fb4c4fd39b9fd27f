/** A document and an oracle → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type RuleSource, type RuleWords, ruleFrom } from '../../oracle/judging/ruleWords';
import { copy } from '../../oracle/places/copy';
import { heldByOther, restoreAbandoned } from '../../oracle/places/inPlace/restore';
import { overlay } from '../../oracle/places/overlay';
import { realPath } from '../../oracle/places/roots';
import { type OracleCommand, namesCandidate } from '../../oracle/processes/command';
import type { Job } from '../../reduction/job';
import { keptBy } from '../../reduction/kept';
import { decode } from '../../text/encoding';
import type { Range } from '../../text/ranges';
import { automatic, folderRuns } from '../oracles/placements';
import { unlocked } from '../oracles/cluster';
import type { Batch, DocumentRunJob, RunJob } from '../thread/messages';
import type { RunThread } from '../thread/thread';
import { Problem, reduceButton, terminalButton } from '../window/buttons';
import { settingsFor } from '../window/settings';

/** Values of one run in place of the settings, and the rule of its oracle. */
export interface Overrides extends RuleWords {
  /** Titles of a test of the file, outermost first, instead of a command. */
  readonly test?: readonly string[];
  /** Path of the test file, if that is not the document. */
  readonly testFile?: string;
  /** A git revision at which that test passes. */
  readonly passesAt?: string;
  /** Used if the words give no rule; exit code 0 if unset. */
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
  /** Patterns of text that stays. */
  readonly keep?: readonly string[];
  /** Tokens, tests, seconds. */
  readonly targetSize?: number;
  readonly maxTests?: number;
  readonly maxTime?: number;
}

export interface AskedOracle {
  readonly oracle: OracleCommand;
  readonly overrides: Overrides;
}

export interface DocumentJob extends Made {
  readonly job: DocumentRunJob;
  /** Length of the byte order mark, which the file has and the document has not. */
  readonly markLength: number;
  /** The address of the file that passes; unset for the empty file, and for a reduction. */
  readonly passing?: string;
}

/** Offsets in the document: of the only part that may change, and of text that stays. */
export interface Limits {
  readonly selection?: Range;
  readonly kept: readonly Range[];
}

/** Throws `Problem` and `JobError`. */
export async function documentJob(
  document: vscode.TextDocument,
  asked: AskedOracle,
  { selection, kept }: Limits,
  assets: string,
): Promise<DocumentJob> {
  const { job, markLength } = await commonJob(document, asked, assets);
  const { text, fileName } = job;
  const fixed = selection && {
    prefix: markLength + selection.start,
    suffix: text.length - markLength - selection.end,
  };
  const moved = kept.map(({ start, end }) => ({ start: start + markLength, end: end + markLength }));
  const patterns = keptBy(asked.overrides.keep ?? [], text, fileName);
  return { job: { ...job, fixed, kept: [...moved, ...patterns] }, markLength };
}

/** `passing`: undefined stands for the empty file. Unsaved edits count. Throws `Problem`. */
export async function isolationJob(
  failing: vscode.TextDocument,
  passing: vscode.TextDocument | undefined,
  asked: AskedOracle,
  assets: string,
): Promise<DocumentJob> {
  const { job, markLength } = await commonJob(failing, asked, assets);
  const text = passing ? (await markOf(passing)) + passing.getText() : '';
  const { isolateUnit: unit } = settingsFor(failing.uri);
  return { job: { ...job, passing: text, unit }, markLength, passing: passing?.uri.toString() };
}

/** Throws `Problem` if the document shows a candidate: of a run that was killed, or of one elsewhere. */
function requireRestored({ fileName, uri }: vscode.TextDocument): void {
  if (restoreFiles().includes(realPath(fileName))) {
    const message = l10n.t('{0} was restored: check the file, then start again.', basename(fileName));
    throw new Problem(message, reduceButton(uri));
  }
  const held = heldByOther(fileName);
  if (held) throw new Problem(held);
}

/** Throws `Problem` and `RuleError`. */
async function commonJob(document: vscode.TextDocument, asked: AskedOracle, assets: string) {
  const { oracle, overrides } = asked;
  const mark = await markOf(document);
  const { cluster, ...common } = await limitedJob(document.uri, asked, assets);
  requireRestored(document);
  const place = overrides.place ?? (cluster ? copy.name : settingsFor(document.uri).place);
  const job = {
    ...placing(document, [oracle, ...(overrides.also ?? []).map((one) => one.oracle)], place),
    ...common,
    cluster,
    text: mark + document.getText(),
    fileName: basename(document.uri.path),
    languageId: document.languageId,
    encoding: 'utf8',
  } satisfies Job;
  return { job, markLength: mark.length };
}

/** The oracle and the limits of a run. `scope`: of the settings. Throws `RuleError`. */
export async function limitedJob(scope: vscode.Uri, { oracle, overrides }: AskedOracle, assets: string) {
  const settings = settingsFor(scope);
  const cluster = await unlocked(overrides.cluster);
  return {
    oracle,
    rule: ruleFrom(overrides) ?? overrides.rule,
    cluster,
    also: overrides.also,
    test: overrides.test && {
      titles: overrides.test,
      file: overrides.testFile,
      passesAt: overrides.passesAt,
      warm: settings.warm,
    },
    runs: overrides.runs,
    need: overrides.need,
    search: overrides.search ?? settings.search,
    jobs: overrides.jobs || settings.jobs,
    timeoutMs: overrides.timeout ?? settings.timeoutMs,
    memoryBytes: settings.memoryBytes,
    protect: settings.protect,
    maxTests: overrides.maxTests ?? settings.maxTests,
    maxMs: overrides.maxTime === undefined ? settings.maxMs : 1000 * overrides.maxTime,
    targetTokens: overrides.targetSize ?? settings.targetTokens,
    assets,
  } satisfies Partial<Job>;
}

/** The byte order mark that the file has and the document has not. Throws `Problem` if it is not UTF-8. */
export async function markOf(document: vscode.TextDocument): Promise<string> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new Problem(
      l10n.t('{0} is not UTF-8 text: reduce it with whittle in a terminal.', basename(document.fileName)),
      terminalButton(),
    );
  }
  return encoding === 'utf8bom' ? '\ufeff' : '';
}

/** Shown as U+FFFD; saving would change them. */
async function hasInvalidBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd') || document.isUntitled) return false;
  return decode(await vscode.workspace.fs.readFile(document.uri)).encoding !== 'utf8';
}

/** A document, or a folder. */
export interface Target {
  readonly uri: vscode.Uri;
}

export interface Made {
  readonly job: RunJob;
  /** The run is under way in a terminal, and goes on without this window. */
  readonly elsewhere?: <O>(onBatch: (batch: Batch) => void) => RunThread<O>;
}

/** What a job says of it. Without a file only `copy` can serve, and others say so. */
function placing(
  { uri }: vscode.TextDocument,
  commands: readonly OracleCommand[],
  choice: string,
): Pick<Job, 'file' | 'root' | 'place'> {
  const file = uri.scheme === 'file' ? uri.fsPath : undefined;
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (choice !== automatic.name) return { file, root, place: choice };
  const inCompany =
    file !== undefined &&
    root !== undefined &&
    commands.some((oracle) => !namesCandidate(oracle) && folderRuns(root, oracle));
  return { file, root, place: (inCompany ? overlay : copy).name };
}

/**
 * What a run has left in place whose process was killed goes; the user is told. At activation and before every run, not when VS
 * Code starts: nothing of us is loaded before it is needed. Returns the files.
 */
export function restoreFiles(): string[] {
  const restored = restoreAbandoned();
  for (const { path, problem } of restored) {
    const message = problem ?? l10n.t('A killed run had left {0} changed. Whittle restored the original.', path);
    void vscode.window.showWarningMessage(message);
  }
  return restored.map(({ path }) => path);
}
