/** The tools of `whittle mcp` for the language models of VS Code. The user is asked before a command runs, which is an ordinary run of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Call, Found } from '../../agents/calls';
import type { Arguments } from '../../agents/tools';
import type { WatchedEvent } from '../../host/port';
import { ruleFrom } from '../../oracle/judging/ruleWords';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import { braces, template, userPath } from '../../oracle/processes/command';
import type { Controller } from '../controller';
import { explained } from '../failingTests/testCommands';
import { failingTest, folderJob, folderOf } from '../folder/folderCommands';
import { type ChosenOracle, commandOracle, testOracle } from '../oracles/taskOracle';
import { isolationJob } from '../runs/jobs';
import { FolderReduction, Isolation, Reduction } from '../runs/kinds';
import type { Outcome, Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';
import { makeVisible, openText } from '../window/addresses';
import { requireTrust } from '../window/problems';

export function registerAgentTools(controller: Controller): vscode.Disposable[] {
  return [
    vscode.lm.registerTool('whittle_reduce', toolOf('reduceTool', controller)),
    vscode.lm.registerTool('whittle_isolate', toolOf('isolateTool', controller)),
  ];
}

function toolOf(tool: 'reduceTool' | 'isolateTool', controller: Controller): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) =>
      clearly(async ({ callOf, ...tools }) => {
        const call = callOf(tools[tool], input, rootsOfWindow());
        const message = new vscode.MarkdownString().appendText(warningOf(call));
        if (call.given.command !== undefined) message.appendCodeblock(call.given.command, 'sh');
        const [doing, title] = wordsOf(call);
        return { invocationMessage: doing, confirmationMessages: { title, message } };
      }),
    invoke: ({ input }, token) =>
      clearly(async ({ callOf, carryOut, ...tools }) => {
        const call = callOf(tools[tool], input, rootsOfWindow());
        const texts = await carryOut(call, () => find(controller, call, token));
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
      }),
  };
}

/** With what windows and `whittle mcp` have in common, which few windows need. The agent reads the message of an error. */
async function clearly<T>(act: (common: Awaited<ReturnType<typeof agents>>) => Promise<T>): Promise<T> {
  const common = await agents();
  try {
    return await act(common);
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    throw new Error(common.answerTo(error).join('\n'));
  }
}

async function agents() {
  return { ...(await import('../../agents/calls')), ...(await import('../../agents/tools')) };
}

/** Folders of the workspace that are on disk. Throws `NotTrusted`. */
function rootsOfWindow(): readonly string[] {
  requireTrust();
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw new Error('No folder is open: open the folder of the file.');
  return folders.map(({ uri }) => uri.fsPath);
}

function wordsOf({ file, given: { failing } }: Call): readonly [doing: string, question: string] {
  const name = basename(file);
  return failing === undefined
    ? [l10n.t('Reducing {0}', name), l10n.t('Let Whittle reduce {0}?', name)]
    : [l10n.t('Isolating {0}', name), l10n.t('Let Whittle isolate the difference in {0}?', name)];
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
export function oracleOf(given: Arguments, cwd: string): ChosenOracle {
  const { test, command = '' } = given;
  const place = test ? overlay.name : (given.place ?? copy.name);
  const asked = { invocation: { line: template(command, braces) }, cwd: userPath(cwd) };
  const oracle = testOracle(given) ?? commandOracle(asked, ruleFrom(given));
  return { oracle, values: { ...given, place }, recipe: { command, cwd, place, test } };
}

/**
 * Runs to the end, without a journal: only the agent knows whether to go on. Throws `Problem`, `RunFailed`, and `CancellationError` if there
 * is nothing to do any more.
 */
async function find(controller: Controller, call: Call, token: vscode.CancellationToken): Promise<Found> {
  const chosen = oracleOf(call.given, call.directory);
  const { Kind, target, made } = await runOf(controller, call, chosen);
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const notes: string[] = [];
  const onEvents = (events: readonly WatchedEvent[]) => {
    for (const event of events) if (event.event === 'notice' || event.event === 'left') notes.push(event.message);
  };
  const cancelled = token.onCancellationRequested(() => controller.runs.runningOn(target.uri)?.stop());
  try {
    const told = { ...made, speaker: 'agent' } as const;
    const run = await controller.begin(Kind as KindOfRun<Run>, target, told, chosen, { onEvents });
    void controller.presented(run, false);
    const isTold = call.given.why && run.end!.ending !== 'interrupted';
    const page = isTold ? (await explained(controller, run as Reduction)).page : undefined;
    return { end: run.end!, rules: run.rules, notes, page, ...resultsOf(run.outcome!, call, notes) };
  } finally {
    cancelled.dispose();
  }
}

/** Of a document, or of a folder: also of one that becomes a reproduction. */
async function runOf(controller: Controller, { file, passing, given, writesFolder }: Call, chosen: ChosenOracle) {
  if (writesFolder) {
    const asked = chosen.oracle.kind === 'test' ? { ...chosen, oracle: { ...chosen.oracle, file } } : chosen;
    const known = given.test && (await failingTest(asked));
    const target = await folderOf([vscode.Uri.file(known?.base ?? file)]);
    const made = await folderJob(controller, target, asked, { reproduces: given.repro, known });
    return { Kind: FolderReduction, target, made };
  }
  const target = await openText(vscode.Uri.file(file));
  controller.runs.requireIdle(target.uri);
  await makeVisible(target, { preserveFocus: true });
  if (given.failing === undefined) return { Kind: Reduction, target, made: await controller.jobFor(target, chosen) };
  const other = passing === undefined ? undefined : await openText(vscode.Uri.file(passing));
  const { job, ...made } = await isolationJob(target, other, chosen);
  const input = { ...job.input, unit: given.unit ?? 'words' };
  return { Kind: Isolation, target, made: { ...made, job: { ...job, input } } };
}

/** As the call has its outputs. A folder is written already. */
function resultsOf(outcome: Outcome, { file }: Call, notes: readonly string[]) {
  if (typeof outcome === 'string') return { results: [Buffer.from(outcome)] };
  if ('failing' in outcome) return { results: [outcome.failing, outcome.passing].map((text) => Buffer.from(text)) };
  const { path = file, notice, problem } = outcome;
  if (problem !== undefined) throw new Error(problem);
  return { results: [], path, notes: notice === undefined ? notes : [...notes, notice] };
}
