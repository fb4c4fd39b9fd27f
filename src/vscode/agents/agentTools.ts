/** The tools of `whittle mcp` for the language models of VS Code. The user is asked before a command runs, which is an ordinary run of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { pathInside, placesOf } from '../../agents/places';
import type { Answer, CommonArguments } from '../../agents/tools';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import { braces, template, userPath } from '../../oracle/processes/command';
import { Interrupted } from '../../reduction/controls';
import { outputAt, writeKeeping } from '../../reduction/ending/outputs';
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

function toolOf(checked: (input: unknown) => Promise<Call>): vscode.LanguageModelTool<unknown> {
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

/** A call with good arguments. */
interface Call {
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

async function reducing(controller: Controller, input: unknown): Promise<Call> {
  const { argumentsOf, reducedAnswer, reduceTool } = await import('../../agents/tools');
  const given = argumentsOf(reduceTool, input, rootsOfWindow());
  const { file, outputs, directory } = placesOf({ ...given, file: given.file! }, ['reduced']);
  const name = basename(file);
  return {
    doing: l10n.t('Reducing {0}', name),
    question: l10n.t('Let Whittle reduce {0}?', name),
    warning: warningOf(given, directory, name),
    command: given.command,
    run: async (token) => {
      const document = await openText(vscode.Uri.file(file));
      const chosen = oracleOf(given, directory, name);
      const made = await controller.jobFor(document, chosen);
      const following = { controller, token, document, made, chosen, outputs, inputs: [file] };
      const { run, texts, paths, notes } = await follow(Reduction, following, ({ finished, text }) => {
        const isVain = finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before;
        return isVain ? undefined : [`${made.markLength > 0 ? '\ufeff' : ''}${text}`];
      });
      return reducedAnswer({ path: paths[0], text: texts[0] }, run.result!.finished, notes);
    },
  };
}

async function isolating(controller: Controller, input: unknown): Promise<Call> {
  const { argumentsOf, isolatedAnswer, isolateTool } = await import('../../agents/tools');
  const given = argumentsOf(isolateTool, input, rootsOfWindow());
  const { unit = 'words' } = given;
  const { file, outputs, directory } = placesOf({ ...given, file: given.failing! }, ['failing', 'passing']);
  const other = given.passing === undefined ? undefined : pathInside(given.passing, given.roots);
  const name = basename(file);
  return {
    doing: l10n.t('Isolating {0}', name),
    question: l10n.t('Let Whittle isolate the difference in {0}?', name),
    warning: warningOf(given, directory, name),
    command: given.command,
    run: async (token) => {
      const document = await openText(vscode.Uri.file(file));
      const passing = other === undefined ? undefined : await openText(vscode.Uri.file(other));
      const chosen = oracleOf(given, directory, name);
      const plain = await isolationJob(document, passing, chosen, controller.assets);
      const made = { ...plain, job: { ...plain.job, input: { ...plain.job.input, unit } } };
      const inputs = other === undefined ? [file] : [file, other];
      const following = { controller, token, document, made, chosen, outputs, inputs };
      const { run, texts, paths, notes } = await follow(Isolation, following, ({ isolated, ...both }) => {
        const isVain = isolated.ending === 'interrupted' && isolated.search.tests === 0;
        return isVain ? undefined : [both.failing, both.passing];
      });
      const pair = { failing: Buffer.from(texts[0]), passing: Buffer.from(texts[1]) };
      return isolatedAnswer({ failing: paths[0], passing: paths[1] }, pair, run.result!.isolated, notes);
    },
  };
}

/** Folders of the workspace that are on disk. */
function rootsOfWindow(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  if (folders.length === 0) throw new Error('No folder is open: open the folder of the file.');
  return folders.map(({ uri }) => uri.fsPath);
}

function warningOf({ test }: CommonArguments, cwd: string, name: string): string {
  if (!test) return l10n.t('Whittle runs this command in {0} tens or hundreds of times, on copies of {1}:', cwd, name);
  return test.length > 0
    ? l10n.t(
        'Whittle runs the test "{0}" of {1} tens or hundreds of times, in copies of the workspace.',
        test.join(' '),
        name,
      )
    : l10n.t('Whittle runs the first failing test of {0} tens or hundreds of times, in copies of the workspace.', name);
}

/** As in the terminal: `{}` is the candidate, and nothing else is replaced. The file itself is never changed. A test needs no line. */
export function oracleOf({ test, command = '', ...given }: CommonArguments, cwd: string, name: string): ChosenOracle {
  const place = test ? overlay.name : (given.place ?? copy.name);
  return {
    oracle: { invocation: { line: template(command, braces) }, cwd: userPath(cwd) },
    overrides: { ...given, test, place },
    recipe: { label: l10n.t('reduce {0}', name), command, cwd, place, test },
  };
}

interface Following {
  readonly controller: Controller;
  readonly token: vscode.CancellationToken;
  readonly document: vscode.TextDocument;
  readonly made: DocumentJob;
  readonly chosen: ChosenOracle;
  /** Paths of the results. */
  readonly outputs: readonly string[];
  readonly inputs: readonly string[];
}

/**
 * Runs to the end, without a journal: only the agent knows whether to go on. `textsOf`: the results, which are written; undefined if
 * there is none. `notes`: notices of the run. Throws `Problem`, `RunFailed`, `Interrupted` without a result, and `CancellationError` if
 * there is nothing to do any more.
 */
async function follow<R extends Reduction | Isolation>(
  Kind: KindOfRun<R>,
  { controller, token, document, made, chosen, outputs, inputs }: Following,
  textsOf: (result: NonNullable<R['result']>) => string[] | undefined,
) {
  const { runs } = controller;
  const places = await Promise.all(outputs.map((path) => outputAt(path, inputs)));
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
    const texts = textsOf(run.result!);
    if (!texts) throw new Interrupted();
    for (const [at, place] of places.entries()) {
      await writeKeeping(place, Buffer.from(texts[at]), (sentence) => notes.push(sentence));
    }
    return { run, texts, paths: places.map(({ path }) => path), notes };
  } finally {
    cancelled.dispose();
  }
}
