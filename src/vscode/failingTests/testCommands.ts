/** *Reduce Failing Test* and *Reduce This Test*: the runner is recognised, and the failure itself is the bug. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { VerdictRule } from '../../oracle/judging/rule';
import { messageRule } from '../../runners/messageRule';
import type { Recognised } from '../../runners/recognise';
import { documentFor, openText } from '../window/addresses';
import type { Controller } from '../controller';
import { DocumentProblem } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import type { OracleRequest } from '../oracles/oracleChoice';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { Reduction, ReductionResult } from '../runs/reduction';
import { telling } from '../window/telling';
import { chosenTest } from './testItems';
import type { ChosenTest } from './testItems';
import { runnerOracle, runnersOf } from './testOracle';
import { RunFailed } from '../thread/thread';

/** By its file: of the tests that fail the first one. */
export async function reduceFailingTest(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  request?: OracleRequest,
): Promise<ReductionResult | undefined> {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const [found] = runnersOf(document);
  if (found && found.sureness !== 'guess' && !asks(request)) {
    return reduceBy(controller, document, [attempt(found, document)]);
  }
  const title = found
    ? undefined
    : vscode.l10n.t('No test runner was recognised. Which task says that the bug is still there?');
  const chosen = await chooseOracle(document.uri, memory, asks(request) ? request : {}, { title, withSearch: true });
  return chosen && reduceBy(controller, document, [chosen]);
}

/** By the Test Explorer's item, or by a message there. */
export async function reduceThisTest(
  controller: Controller,
  memory: vscode.Memento,
  given: unknown,
): Promise<ReductionResult | undefined> {
  const test = chosenTest(given);
  if (!test)
    throw new DocumentProblem(vscode.l10n.t('No test is selected: right-click a failed test in the Test Explorer.'));
  if (!test.uri) {
    throw new DocumentProblem(
      vscode.l10n.t('The file of "{0}" is unknown: open it and run Reduce Failing Test.', test.label),
    );
  }
  const document = await openText(test.uri);
  controller.runs.requireIdle(document.uri);
  if (test.range) await showAt(document, test.range.start);
  const attempts = attemptsFor(test, document);
  return attempts.length > 0
    ? reduceBy(controller, document, attempts)
    : reduceFailingTest(controller, memory, document.uri);
}

/** The test that was chosen is in view while the rest turns grey. */
async function showAt(document: vscode.TextDocument, start: vscode.Position): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: false });
}

function asks(request: OracleRequest | undefined): request is OracleRequest {
  return typeof request === 'object' && ['task', 'command', 'oracle'].some((name) => name in request);
}

/**
 * What is tried until something fails as it should: the test alone, with the message and without it (runners may say it in other
 * words than the explorer does), then the whole file (the title may be another, or the test may need those before it).
 */
function attemptsFor({ titles, message, label }: ChosenTest, document: vscode.TextDocument): ChosenOracle[] {
  const [alone] = runnersOf(document, titles);
  const [whole] = runnersOf(document);
  if (!alone) return [];
  const input = { text: document.getText(), fileName: basename(document.uri.path) };
  const rule = message === undefined ? undefined : messageRule(message, input, alone.failed);
  const withRule = (found: Recognised) => (rule ? [attempt(found, document, rule)] : []);
  const first = [...withRule(alone), attempt(alone, document)];
  if (titles.length === 0 || alone.command === whole.command) return first;
  const doubt = vscode.l10n.t('"{0}" could not run alone. Whittle looks for the first failure in its file.', label);
  return [...first, ...(rule ? withRule(whole) : [{ ...attempt(whole, document), doubt }])];
}

interface Attempt extends ChosenOracle {
  /** Told if this one is taken. */
  readonly doubt?: string;
}

function attempt(found: Recognised, document: vscode.TextDocument, rule?: VerdictRule): Attempt {
  return runnerOracle(found, document.uri, rule);
}

async function reduceBy(
  controller: Controller,
  document: vscode.TextDocument,
  attempts: readonly Attempt[],
): Promise<ReductionResult | undefined> {
  const reduction = await firstThatFails(controller, document, attempts);
  if (!reduction) return undefined;
  void telling(controller, () => controller.present(reduction));
  return reduction.result;
}

/** Throws what the last attempt throws. */
async function firstThatFails(
  controller: Controller,
  document: vscode.TextDocument,
  [first, ...others]: readonly Attempt[],
): Promise<Reduction | undefined> {
  const { oracle, overrides, recipe, task, doubt } = first;
  const name = basename(document.uri.path);
  if (recipe?.runner) controller.runs.log.note(name, `recognised: ${recipe.runner}, in ${recipe.cwd}`);
  try {
    const reduction = await controller.run(document, oracle, { ...overrides, recipe, task });
    if (doubt && reduction) void vscode.window.showWarningMessage(doubt);
    return reduction;
  } catch (error) {
    if (others.length === 0 || !(error instanceof RunFailed) || error.output === undefined) throw error;
    controller.runs.log.note(name, 'the next way to run it is tried');
    return firstThatFails(controller, document, others);
  }
}
