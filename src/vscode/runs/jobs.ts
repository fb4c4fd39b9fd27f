/** A document and an oracle → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { OracleCommand } from '../../oracle/processes/command';
import { ruleFrom, type RuleSource, type RuleWords } from '../../oracle/judging/ruleWords';
import type { ClusterChoice } from '../../cluster/asking/choice';
import type { Job, JobOracle, Limits as RunLimits, RuledCommand, Testing } from '../../reduction/job';
import type { DocumentRunJob } from '../thread/messages';
import { keptBy } from '../../reduction/kept';
import { decode } from '../../text/encoding';
import type { Range } from '../../text/ranges';
import { copy } from '../../oracle/places/copy';
import { fileOf, placing, restoreFiles } from '../oracles/placing';
import { unlocked } from '../oracles/redisPassword';
import { heldByOther } from '../../oracle/places/inPlace/restore';
import { realPath } from '../../oracle/places/roots';
import { reduceButton, terminalButton, type Button } from '../window/buttons';
import { settingsFor } from '../window/settings';
import type { Made } from './made';

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
  readonly also?: readonly RuledCommand[];
  readonly runs?: number;
  readonly need?: number;
  /** The text of a `SearchValue`. */
  readonly search?: string;
  readonly place?: string;
  /** The command runs on workers, which know it by its name. */
  readonly cluster?: ClusterChoice;
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

/** A document that cannot be used here; the message is one sentence with the remedy. */
export class DocumentProblem extends Error {
  readonly buttons: readonly Button[];

  constructor(message: string, ...buttons: readonly Button[]) {
    super(message);
    this.buttons = buttons;
  }
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

/** Throws `DocumentProblem` and `JobError`. */
export async function documentJob(
  document: vscode.TextDocument,
  asked: AskedOracle,
  { selection, kept }: Limits,
  assets: string,
): Promise<DocumentJob> {
  const { job, markLength } = await commonJob(document, asked, assets);
  const { text, fileName } = job.input;
  const fixed = selection && {
    prefix: markLength + selection.start,
    suffix: text.length - markLength - selection.end,
  };
  const moved = kept.map(({ start, end }) => ({ start: start + markLength, end: end + markLength }));
  const patterns = keptBy(asked.overrides.keep ?? [], text, fileName);
  return { job: { ...job, input: { ...job.input, fixed, kept: [...moved, ...patterns] } }, markLength };
}

/** `passing`: undefined stands for the empty file. Unsaved edits count. Throws `DocumentProblem`. */
export async function isolationJob(
  failing: vscode.TextDocument,
  passing: vscode.TextDocument | undefined,
  asked: AskedOracle,
  assets: string,
): Promise<DocumentJob> {
  const { job, markLength } = await commonJob(failing, asked, assets);
  const text = passing ? (await markOf(passing)) + passing.getText() : '';
  const { isolateUnit: unit } = settingsFor(failing.uri);
  const input = { ...job.input, passing: text, unit };
  return { job: { ...job, input }, markLength, passing: passing?.uri.toString() };
}

/** Throws `DocumentProblem` if the document shows a candidate: of a run that was killed, or of one elsewhere. */
function requireRestored({ fileName, uri }: vscode.TextDocument): void {
  if (restoreFiles().includes(realPath(fileName))) {
    const message = l10n.t('{0} was restored: check the file, then start again.', basename(fileName));
    throw new DocumentProblem(message, reduceButton(uri));
  }
  const held = heldByOther(fileName);
  if (held) throw new DocumentProblem(held);
}

/** Throws `DocumentProblem` and `RuleError`. */
async function commonJob(document: vscode.TextDocument, asked: AskedOracle, assets: string) {
  const { oracle: command, overrides } = asked;
  const mark = await markOf(document);
  const common = await limitedJob(document.uri, asked, assets);
  requireRestored(document);
  const place = overrides.place ?? (common.oracle.kind === 'workers' ? copy.name : settingsFor(document.uri).place);
  const commands = [command, ...(overrides.also ?? []).map((one) => one.command)];
  const job = {
    ...common,
    tests: { ...common.tests, ...placing(document, commands, place) },
    input: {
      fileName: basename(document.uri.path),
      file: fileOf(document),
      languageId: document.languageId,
      text: mark + document.getText(),
      encoding: 'utf8',
    },
  } satisfies Job;
  return { job, markLength: mark.length };
}

/** The oracle and the limits of a run. `scope`: of the settings. Throws `RuleError`. */
export async function limitedJob(scope: vscode.Uri, asked: AskedOracle, assets: string) {
  const { overrides } = asked;
  const settings = settingsFor(scope);
  return {
    oracle: await jobOracle(asked, settings.warm),
    search: overrides.search ?? settings.search,
    tests: {
      jobs: overrides.jobs || settings.jobs,
      runs: overrides.runs,
      need: overrides.need,
      timeoutMs: overrides.timeout ?? settings.timeoutMs,
      memoryBytes: settings.memoryBytes,
      protect: settings.protect,
    } satisfies Testing,
    limits: {
      maxTests: overrides.maxTests ?? settings.maxTests,
      maxMs: overrides.maxTime === undefined ? settings.maxMs : 1000 * overrides.maxTime,
      targetTokens: overrides.targetSize ?? settings.targetTokens,
    } satisfies RunLimits,
    assets,
  };
}

/** Throws `RuleError`. */
async function jobOracle({ oracle: command, overrides }: AskedOracle, warm: boolean): Promise<JobOracle> {
  const { test: titles, testFile: file, passesAt, also = [] } = overrides;
  if (titles) return { kind: 'test', titles, file, passesAt, warm };
  const rule = ruleFrom(overrides) ?? overrides.rule;
  const cluster = await unlocked(overrides.cluster);
  if (cluster) return { kind: 'workers', redis: cluster.redis, name: cluster.oracle, rule };
  return { kind: 'command', commands: [{ command, rule }, ...also] };
}

/** The byte order mark that the file has and the document has not. Throws `DocumentProblem` if it is not UTF-8. */
export async function markOf(document: vscode.TextDocument): Promise<string> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new DocumentProblem(
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
