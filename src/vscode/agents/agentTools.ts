/** The tools of `whittle mcp` for the language models of VS Code. The user is asked before a command runs, which is an ordinary run of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Call, Found } from '../../agents/calls';
import type { Answer, Arguments } from '../../agents/tools';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import { braces, template, userPath } from '../../oracle/processes/command';
import type { Controller } from '../controller';
import type { ChosenOracle } from '../oracles/taskOracle';
import { type DocumentJob, isolationJob } from '../runs/jobs';
import { Isolation, Reduction } from '../runs/kinds';
import type { Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';
import { makeVisible, openText } from '../window/addresses';
import { requireTrust } from '../window/buttons';

export function registerAgentTools(controller: Controller): vscode.Disposable[] {
  return Object.entries(callers).map(([name, caller]) => {
    const checked = (input: unknown) => {
      requireTrust();
      return caller(controller, input);
    };
    return vscode.lm.registerTool(name, toolOf(checked));
  });
}

function toolOf(checked: (input: unknown) => Promise<Asked>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) =>
      clearly(async () => {
        const { doing, question, warning, command } = await checked(input);
        const message = new vscode.MarkdownString().appendText(warning);
        if (command !== undefined) message.appendCodeblock(command, 'sh');
        return { invocationMessage: doing, confirmationMessages: { title: question, message } };
      }),
    invoke: ({ input }, token) =>
      clearly(async () => {
        const { texts } = await (await checked(input)).run(token);
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
      }),
  };
}

/** The agent reads the message of an error: one sentence, and the output of a command that is no oracle. */
async function clearly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    const { asArguments } = await import('../../agents/tools');
    const { message, output } = error as Error & { readonly output?: string };
    throw new Error(asArguments(message) + (output ? `\nIts output:\n${output}` : ''));
  }
}

/** A call that may begin, if the user agrees. */
interface Asked {
  /** `Reducing crash.js` */
  readonly doing: string;
  /** Asked before anything runs, with a warning and the command that it is about. */
  readonly question: string;
  readonly warning: string;
  readonly command?: string;
  /** Throws `Problem`, `RunFailed` and `CancellationError`. */
  run(token: vscode.CancellationToken): Promise<Answer>;
}

/** Each checks the arguments, and starts nothing. Throws `ToolError`. */
const callers = { whittle_reduce: reducing, whittle_isolate: isolating };

async function reducing(controller: Controller, input: unknown): Promise<Asked> {
  const [{ callOf, carryOut }, { reduceTool }] = await agents();
  const call = callOf(reduceTool, input, rootsOfWindow());
  const { given, file, directory } = call;
  const name = basename(file);
  return {
    doing: l10n.t('Reducing {0}', name),
    question: l10n.t('Let Whittle reduce {0}?', name),
    warning: warningOf(call, name),
    command: given.command,
    run: (token) =>
      carryOut(call, async () => {
        const document = await openText(vscode.Uri.file(file));
        const chosen = oracleOf(given, directory);
        const made = await controller.jobFor(document, chosen);
        const { run, notes } = await follow(Reduction, { controller, token, document, made, chosen });
        const { finished, text } = run.result!;
        return { end: finished, results: [Buffer.from(`${made.markLength > 0 ? '\ufeff' : ''}${text}`)], notes };
      }),
  };
}

async function isolating(controller: Controller, input: unknown): Promise<Asked> {
  const [{ callOf, carryOut }, { isolateTool }] = await agents();
  const call = callOf(isolateTool, input, rootsOfWindow());
  const { given, file, passing: other, directory } = call;
  const { unit = 'words' } = given;
  const name = basename(file);
  return {
    doing: l10n.t('Isolating {0}', name),
    question: l10n.t('Let Whittle isolate the difference in {0}?', name),
    warning: warningOf(call, name),
    command: given.command,
    run: (token) =>
      carryOut(call, async () => {
        const document = await openText(vscode.Uri.file(file));
        const passing = other === undefined ? undefined : await openText(vscode.Uri.file(other));
        const chosen = oracleOf(given, directory);
        const plain = await isolationJob(document, passing, chosen, controller.assets);
        const made = { ...plain, job: { ...plain.job, input: { ...plain.job.input, unit } } };
        const { run, notes } = await follow(Isolation, { controller, token, document, made, chosen });
        const { isolated, ...texts } = run.result!;
        return { end: isolated, results: [Buffer.from(texts.failing), Buffer.from(texts.passing)], notes };
      }),
  };
}

/** What windows and `whittle mcp` have in common; few windows need it. */
const agents = () => Promise.all([import('../../agents/calls'), import('../../agents/tools')]);

/** Folders of the workspace that are on disk. */
function rootsOfWindow(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw new Error('No folder is open: open the folder of the file.');
  return folders.map(({ uri }) => uri.fsPath);
}

function warningOf({ given: { test }, directory }: Call, name: string): string {
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

interface Following {
  readonly controller: Controller;
  readonly token: vscode.CancellationToken;
  readonly document: vscode.TextDocument;
  readonly made: DocumentJob;
  readonly chosen: ChosenOracle;
}

/**
 * Runs to the end, without a journal: only the agent knows whether to go on. `notes`: notices of the run. Throws `Problem`, `RunFailed`,
 * and `CancellationError` if there is nothing to do any more.
 */
async function follow<R extends Reduction | Isolation>(
  Kind: KindOfRun<R>,
  { controller, token, document, made, chosen }: Following,
): Promise<{ readonly run: R } & Pick<Found, 'notes'>> {
  const { runs } = controller;
  runs.requireIdle(document.uri);
  await makeVisible(document, { preserveFocus: true });
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const notes: string[] = [];
  const cancelled = token.onCancellationRequested(() => runs.runningOn(document.uri)?.stop());
  try {
    const run = await controller.begin(Kind, document, made, chosen, {
      onEvents: (events) => {
        for (const event of events) if (event.event === 'notice' || event.event === 'left') notes.push(event.message);
      },
    });
    void controller.presented(run as Run, false);
    return { run, notes };
  } finally {
    cancelled.dispose();
  }
}
