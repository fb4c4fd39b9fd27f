/** The tools of `whittle mcp` for the language models of VS Code. The user is asked before a command runs, which is an ordinary run of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Call, Found } from '../../agents/calls';
import type { Arguments } from '../../agents/tools';
import type { FolderOutcome, IsolatedTexts } from '../../host/port';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import { braces, template, userPath } from '../../oracle/processes/command';
import type { Controller } from '../controller';
import type { ChosenOracle } from '../oracles/taskOracle';
import { failingTest, folderJob, folderOf } from '../folder/folderCommands';
import { isolationJob } from '../runs/jobs';
import { FolderReduction, Isolation, Reduction } from '../runs/kinds';
import type { Made, Outcome } from '../runs/made';
import type { Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';
import { makeVisible, openText } from '../window/addresses';
import { requireTrust } from '../window/buttons';

export function registerAgentTools(controller: Controller): vscode.Disposable[] {
  return [
    vscode.lm.registerTool('whittle_reduce', toolOf('reduceTool', Reduction, reductionWords, controller)),
    vscode.lm.registerTool('whittle_isolate', toolOf('isolateTool', Isolation, isolationWords, controller)),
  ];
}

function toolOf(
  tool: 'reduceTool' | 'isolateTool',
  Kind: typeof Reduction | typeof Isolation,
  words: (name: string) => { readonly doing: string; readonly question: string },
  controller: Controller,
): vscode.LanguageModelTool<unknown> {
  /** Starts nothing. Throws `OptionError`, `ToolError` and `NotTrusted`. */
  const checked = async (input: unknown) => {
    requireTrust();
    const { callOf, carryOut, ...tools } = await agents();
    const call = callOf(tools[tool], input, rootsOfWindow());
    return { call, run: (find: () => Promise<Found>) => carryOut(call, find) };
  };
  return {
    prepareInvocation: ({ input }) =>
      clearly(async () => {
        const { call } = await checked(input);
        const message = new vscode.MarkdownString().appendText(warningOf(call));
        if (call.given.command !== undefined) message.appendCodeblock(call.given.command, 'sh');
        const { doing, question } = words(basename(call.file));
        return { invocationMessage: doing, confirmationMessages: { title: question, message } };
      }),
    invoke: ({ input }, token) =>
      clearly(async () => {
        const { call, run } = await checked(input);
        const texts = await run(() => find(Kind, controller, call, token));
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
      }),
  };
}

function reductionWords(name: string) {
  return { doing: l10n.t('Reducing {0}', name), question: l10n.t('Let Whittle reduce {0}?', name) };
}

function isolationWords(name: string) {
  return {
    doing: l10n.t('Isolating {0}', name),
    question: l10n.t('Let Whittle isolate the difference in {0}?', name),
  };
}

/** The agent reads the message of an error: one sentence, and the output of a command that is no oracle. */
async function clearly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    const { asArguments } = await agents();
    const { message, output } = error as Error & { readonly output?: string };
    throw new Error(asArguments(message) + (output ? `\nIts output:\n${output}` : ''));
  }
}

/** What windows and `whittle mcp` have in common; few windows need it. */
async function agents() {
  return { ...(await import('../../agents/calls')), ...(await import('../../agents/tools')) };
}

/** Folders of the workspace that are on disk. */
function rootsOfWindow(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw new Error('No folder is open: open the folder of the file.');
  return folders.map(({ uri }) => uri.fsPath);
}

function warningOf({ given: { test }, directory, file }: Call): string {
  const name = basename(file);
  if (!test) {
    return l10n.t('Whittle runs this command in {0} tens or hundreds of times, on copies of {1}:', directory, name);
  }
  return test.length > 0
    ? l10n.t(
        'Whittle runs the test "{0}" of {1} tens or hundreds of times, in copies of the workspace.',
        test.join(' '),
        name,
      )
    : l10n.t('Whittle runs the first failing test of {0} tens or hundreds of times, in copies of the workspace.', name);
}

/** As in the terminal: `{}` is the candidate, and nothing else is replaced. The file itself is never changed. A test needs no line. */
export function oracleOf({ test, command = '', ...given }: Arguments, cwd: string): ChosenOracle {
  const place = test ? overlay.name : (given.place ?? copy.name);
  return {
    oracle: { invocation: { line: template(command, braces) }, cwd: userPath(cwd) },
    overrides: { ...given, test, place },
    recipe: { command, cwd, place, test },
  };
}

/**
 * Runs to the end, without a journal: only the agent knows whether to go on. Throws `Problem`, `RunFailed`, and `CancellationError` if there
 * is nothing to do any more.
 */
async function find(
  Kind: typeof Reduction | typeof Isolation,
  controller: Controller,
  call: Call,
  token: vscode.CancellationToken,
): Promise<Found> {
  const chosen = oracleOf(call.given, call.directory);
  const asked = call.writesFolder ? FolderReduction : Kind;
  const { target, made } = await (call.writesFolder
    ? ofFolder(controller, call, chosen)
    : ofDocument(Kind, controller, call, chosen));
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const notes: string[] = [];
  let rules: Found['rules'] = [];
  const cancelled = token.onCancellationRequested(() => controller.runs.runningOn(target.uri)?.stop());
  try {
    const run = await controller.begin(asked as KindOfRun<Run>, target, made, chosen, {
      onEvents: (events) => {
        for (const event of events) {
          if (event.event === 'notice' || event.event === 'left') notes.push(event.message);
          if (event.event === 'calibrated') ({ rules } = event);
        }
      },
    });
    void controller.presented(run, false);
    return { end: run.end!, rules, ...written(run.outcome!, call, notes) };
  } finally {
    cancelled.dispose();
  }
}

function written(
  outcome: Outcome,
  { file }: Call,
  notes: readonly string[],
): Pick<Found, 'results' | 'path' | 'notes'> {
  const texts = typeof outcome === 'string' ? [outcome] : 'failing' in outcome ? textsOf(outcome) : undefined;
  if (texts) return { results: texts.map((text) => Buffer.from(text)), notes };
  const { path = file, notice, problem } = outcome as FolderOutcome;
  if (problem !== undefined) throw new Error(problem);
  return { results: [], path, notes: notice === undefined ? notes : [...notes, notice] };
}

async function ofDocument(
  Kind: typeof Reduction | typeof Isolation,
  controller: Controller,
  call: Call,
  chosen: ChosenOracle,
) {
  const document = await openText(vscode.Uri.file(call.file));
  const made = await (Kind === Reduction ? controller.jobFor(document, chosen) : isolation(controller, document, call));
  controller.runs.requireIdle(document.uri);
  await makeVisible(document, { preserveFocus: true });
  return { target: document, made };
}

/** A folder, or what becomes one. */
async function ofFolder(controller: Controller, { file, given }: Call, { overrides, ...chosen }: ChosenOracle) {
  const asked = { ...chosen, overrides: given.test ? { ...overrides, testFile: file } : overrides };
  const known = given.test ? await failingTest(asked, controller.assets) : undefined;
  const folder = await folderOf([vscode.Uri.file(known?.base ?? file)], controller.assets);
  controller.runs.requireIdle(folder.uri);
  return { target: folder, made: await folderJob(controller, folder, asked, { reproduces: given.repro, known }) };
}

async function isolation({ assets }: Controller, failing: vscode.TextDocument, call: Call): Promise<Made> {
  const { passing, given, directory } = call;
  const other = passing === undefined ? undefined : await openText(vscode.Uri.file(passing));
  const { job, ...made } = await isolationJob(failing, other, oracleOf(given, directory), assets);
  return { ...made, job: { ...job, input: { ...job.input, unit: given.unit ?? 'words' } } };
}

/** As the call has its outputs. */
const textsOf = ({ failing, passing }: IsolatedTexts) => [failing, passing];
