/** A document and an oracle → the job for the worker thread. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { copy } from '../../oracle/places/copy';
import { heldByOther, restoreAbandoned } from '../../oracle/places/inPlace/restore';
import { overlay } from '../../oracle/places/overlay';
import { realPath, within } from '../../oracle/places/roots';
import { type OracleCommand, namesCandidate } from '../../oracle/processes/command';
import { jobOptions, overridden, type JobValues } from '../../options/values';
import { type Job, type JobOracle, type RuledCommand, commandsOf } from '../../reduction/job';
import { keptIn } from '../../reduction/kept';
import { byteOrderMark, decode } from '../../text/encoding';
import type { Range } from '../../text/ranges';
import { assets } from '../thread';
import { unlocked } from '../oracles/cluster';
import type { AskedOracle } from '../oracles/taskOracle';
import type { DocumentRunJob } from '../../host/port';
import { Problem, reduceButton, terminalButton } from '../window/problems';
import { settingsFor } from '../window/settings';
import type { Made } from './run';

/** `kept`, `selection`: offsets in the document, of text that stays, and of the only part that may change. Throws `Problem` and `JobError`. */
export async function documentJob(
  document: vscode.TextDocument,
  asked: AskedOracle,
  kept: readonly Range[] = [],
  selection?: Range,
) {
  const job = await commonJob(document, asked);
  const { text, fileName } = job.input;
  const mark = byteOrderMark(text);
  const fixed = selection && { prefix: mark + selection.start, suffix: text.length - mark - selection.end };
  const moved = kept.map(({ start, end }) => ({ start: start + mark, end: end + mark }));
  const [matches] = keptIn(asked.values.keep ?? [], [text], fileName);
  return { job: { ...job, input: { ...job.input, fixed, kept: [...moved, ...matches] } } };
}

/** `passing`: undefined stands for the empty file. Unsaved edits count. Throws `Problem`. */
export async function isolationJob(
  failing: vscode.TextDocument,
  passing: vscode.TextDocument | undefined,
  asked: AskedOracle,
): Promise<Made<DocumentRunJob>> {
  const job = await commonJob(failing, asked);
  const input = { ...job.input, passing: passing ? await textOf(passing) : '', unit: settingsFor(failing.uri).unit };
  return { job: { ...job, input }, passing: passing?.uri.toString() };
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
async function commonJob(document: vscode.TextDocument, asked: AskedOracle) {
  const { oracle, values } = asked;
  const text = await textOf(document);
  const common = await limitedJob(document.uri, asked);
  requireRestored(document);
  const place = values.place ?? (oracle.kind === 'workers' ? copy.name : settingsFor(document.uri).place);
  return {
    ...common,
    tests: { ...common.tests, ...placing(document, oracle, place) },
    input: {
      fileName: basename(document.uri.path),
      file: document.uri.scheme === 'file' ? document.fileName : undefined,
      languageId: document.languageId,
      text,
      encoding: 'utf8',
    },
  } satisfies Job;
}

/** The oracle and the limits of a run. `scope`: of the settings. Throws `RuleError`. */
export async function limitedJob(scope: vscode.Uri, { oracle, values }: AskedOracle) {
  const settings = settingsFor(scope);
  const options = jobOptions(overridden<JobValues>(settings, values));
  const set: JobOracle = oracle.kind === 'test' ? { ...oracle, warm: settings.warm } : oracle;
  // Of workers with their password.
  const own = set.kind === 'workers' ? { ...set, redis: await unlocked(set.redis) } : set;
  return { ...options, oracle: own, assets };
}

/** With the byte order mark that the file has and the document has not. Throws `Problem` if it is not UTF-8. */
export async function textOf(document: vscode.TextDocument): Promise<string> {
  const { encoding } = document;
  if ((encoding !== 'utf8' && encoding !== 'utf8bom') || (await hasInvalidBytes(document))) {
    throw new Problem(
      l10n.t('{0} is not UTF-8 text: reduce it with whittle in a terminal.', basename(document.fileName)),
      terminalButton(),
    );
  }
  return (encoding === 'utf8bom' ? '\ufeff' : '') + document.getText();
}

/** Shown as U+FFFD; saving would change them. */
async function hasInvalidBytes(document: vscode.TextDocument): Promise<boolean> {
  if (!document.getText().includes('\ufffd') || document.isUntitled) return false;
  return decode(await vscode.workspace.fs.readFile(document.uri)).encoding !== 'utf8';
}

/** Where candidates go: as chosen, or what suits the file and its commands. Without a file only `copy` can serve, and others say so. */
function placing(document: vscode.TextDocument, oracle: JobOracle, choice: string) {
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
  if (choice !== 'auto') return { root, place: choice };
  const needsOthers = ({ command }: RuledCommand) => !namesCandidate(command) && folderRuns(root!, command);
  const isInCompany =
    document.uri.scheme === 'file' &&
    root !== undefined &&
    (oracle.kind === 'test' || commandsOf(oracle).some(needsOthers));
  return { root, place: (isInCompany ? overlay : copy).name };
}

/** Does the command run in this folder, or in one inside it? */
export function folderRuns(folder: string, { cwd }: OracleCommand): boolean {
  const path = cwd.parts.map((part) => (typeof part === 'string' ? part : 'real' in part ? part.real : '')).join('');
  return within(realPath(folder), realPath(path)) !== undefined;
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
