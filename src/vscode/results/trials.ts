/** What begins at a reduction that has come so far: *Why Is This Still Here?*, *Go to a Step…*, *Keep Shrinking*, another revision. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { toldRule } from '../../oracle/judging/ruleWords';
import type { Tried } from '../../host/tryText';
import { withRules } from '../../reduction/job';
import { merged } from '../../text/ranges';
import { assembled } from '../../text/source';
import { askForRevision } from '../isolation/isolateCommand';
import type { Reduction, Step } from '../runs/kinds';
import { startThread } from '../thread';
import { showingProgress } from '../window/addresses';
import { milliseconds, tokenCount } from '../window/figureWords';
import { pickOrPress } from '../window/pickOrType';
import { type Results, resultScheme } from './results';
import { percent, testCount } from '../../reduction/events/progress';
import type { Controller } from '../controller';
import { endsOf } from '../../reduction/events/runState';
import { Problem, commandButton, reduceButton } from '../window/problems';

/** Throws `RunFailed`. */
export async function whyKept(results: Results, reduction: Reduction): Promise<void> {
  const { uri, name, result } = reduction;
  const without = textWithout(reduction, vscode.window.activeTextEditor!);
  const doing = l10n.t('Whittle: testing without the selection');
  const tried = await showingProgress(doing, () => tryIn(reduction, without));
  const [verdict, sentence] = told(tried, reduction);
  const title = l10n.t('{0} without the selection: {1}', name, verdict);
  const left = results.keep(uri, 'reduced', result!.text);
  const right = await results.open(uri, 'without', without, reduction.document.languageId);
  await vscode.commands.executeCommand('vscode.diff', left, right.uri, title);
  const show = l10n.t('Show Output');
  const pressed = await vscode.window.showInformationMessage(sentence, ...(tried.output ? [show] : []));
  if (pressed !== show) return;
  const output = await results.open(uri, 'output', tried.output, 'plaintext');
  await vscode.window.showTextDocument(output, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

/** One test of this text, by the rules of the reduction. */
function tryIn({ job, mark, rules }: Reduction, without: string): Promise<Tried> {
  const oracle = withRules(
    job.oracle,
    rules.map(({ rule }) => rule),
  );
  const work = { kind: 'try', job: { ...job, oracle, journal: undefined }, text: mark + without } as const;
  return startThread<Tried>(work).outcome;
}

/** The result without the selected text, or without the line of the cursor. The selection is one in the result, or in the original. */
function textWithout({ result, removal, originalText }: Reduction, { document, selection }: vscode.TextEditor): string {
  const range = selection.isEmpty ? document.lineAt(selection.start).rangeIncludingLineBreak : selection;
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  if (document.uri.scheme === resultScheme) return result!.text.slice(0, start) + result!.text.slice(end);
  const left = removal.inserted.filter(({ at }) => at <= start || at >= end);
  return assembled(originalText, merged([...removal.removed, { start, end }]), left);
}

/** In few words, and as a sentence. */
function told({ verdict, timedOut, stage, status, line, ms }: Tried, { rules: [first] }: Reduction) {
  if (verdict === 'holds') {
    const found = l10n.t('The bug shows without the selection too, so it can go: the search did not try exactly this.');
    return [l10n.t('bug still there'), found];
  }
  const late = l10n.t('Without the selection the command does not end in time ({0}).', milliseconds(ms));
  if (timedOut) return [l10n.t('no answer in time'), late];
  if (stage) {
    const harm = l10n.t('Without the selection the command changes other files, so it was refused.');
    const other = l10n.t('Without the selection the test fails, but it no longer {0}.', stage);
    return [l10n.t('bug no longer alone'), stage === 'harm' ? harm : other];
  }
  const seen = line ? l10n.t('"{0}" (exit code {1})', line.slice(0, 200), status) : l10n.t('exit code {0}', status);
  const rule = toldRule(first.rule);
  return [l10n.t('bug gone'), l10n.t('Without the selection the bug is gone. Expected: {0}. Seen: {1}.', rule, seen)];
}

/** The list begins at the last step of at most so many `tests`. Throws `Problem` and `RunFailed`. */
export async function goToStep(controller: Controller, reduction: Reduction, tests = Infinity): Promise<void> {
  if (reduction.steps.length === 0) {
    throw new Problem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton(reduction.uri));
  }
  const { results } = controller;
  const items = [...reduction.steps].reverse().map((step) => itemOf(step, reduction));
  const chosen = await pickOrPress({
    title: l10n.t('Steps of {0}', reduction.name),
    placeholder: l10n.t('Enter: stop at this step'),
    items,
    activeItems: [items.find(({ step }) => step.tests <= tests) ?? items[items.length - 1]],
    // Each step is shown beside the file as one goes through the list.
    look: ({ step }) => results.showBeside(reduction, reduction.textAt(step.removal)),
  });
  if (!chosen) return results.showBeside(reduction, reduction.result?.text);
  const { step } = chosen.item;
  if (!chosen.isPressed) return stopAt(controller, reduction, step);
  await controller.again(reduction, reduction.continuingAt(step.removal));
}

/** The result is the text of the step, if a test says that the bug is there. Throws `Problem` and `RunFailed`. */
async function stopAt(controller: Controller, reduction: Reduction, step: Step): Promise<void> {
  reduction.stop();
  await reduction.ended;
  const tried = await tryIn(reduction, reduction.textAt(step.removal));
  if (tried.verdict !== 'holds') {
    throw new Problem(l10n.t('The bug does not show at this step when it is tested again: choose another step.'));
  }
  reduction.become(step, tried.output);
  controller.grey.show(reduction);
  await controller.history.keep(reduction);
  controller.runs.update();
  controller.presented(reduction);
}

/** A step with text that was put in cannot be said as ranges to leave out. */
function itemOf(step: Step, reduction: Reduction) {
  const { before } = endsOf(reduction);
  const gone = l10n.t('{0}% smaller', percent(before, step.size));
  const go = { iconPath: new vscode.ThemeIcon('git-branch'), tooltip: l10n.t('Continue from Here') };
  return {
    label: tokenCount(step.size),
    description: `${gone} · ${l10n.t('after {0}', testCount(step.tests))}`,
    buttons: step.removal.inserted.length === 0 ? [go] : [],
    step,
  };
}

/** The usual search without an end at statements. A test keeps the words of its author. */
const toTokens = 'default+until=tokens+simplify=off';

/** Continues from the result, to single tokens. */
export async function keepShrinking(controller: Controller, reduction: Reduction) {
  return controller.again(reduction, { ...reduction.continuingAt(reduction.removal), search: toTokens });
}

/** Restarts the reduction with the revision that the user chooses. Undefined if the user cancels. Throws `Problem`. */
export async function choosePassingRevision(controller: Controller, reduction: Reduction | undefined) {
  const { oracle } = reduction?.job ?? {};
  const test = oracle?.kind === 'test' ? oracle : undefined;
  if (!reduction || !test) {
    throw new Problem(
      l10n.t('No test of this file is being reduced: run Reduce Failing Test first.'),
      commandButton(l10n.t('Reduce Test'), 'whittle.reduceFailingTest'),
    );
  }
  const passesAt = await askForRevision(reduction.uri, {
    title: l10n.t('At Which Revision Does the Test Pass?'),
    placeHolder: l10n.t('Each result will pass with the sources of this revision'),
  });
  return passesAt === undefined ? undefined : controller.again(reduction, { oracle: { ...test, passesAt } });
}

/** Opens the text of a failure that was met on the way, or reduces it as the file was. */
export async function showOtherFailures(
  { results }: Controller,
  { uri, name, document, end, named }: Reduction,
): Promise<void> {
  const buttons = [{ iconPath: new vscode.ThemeIcon('play'), tooltip: l10n.t('Reduce This One Too') }];
  const chosen = await pickOrPress({
    title: l10n.t('Other failures of {0}', name),
    placeholder: l10n.t('Enter: open the smallest text of it'),
    items: (end?.others ?? []).flatMap(({ failure, count, text }, at) =>
      text === undefined ? [] : [{ label: failure, description: testCount(count), text, number: at + 1, buttons }],
    ),
  });
  if (!chosen) return;
  const { item, isPressed } = chosen;
  const text = item.text.replace(/^\ufeff/, '');
  const { languageId } = document;
  if (!isPressed) {
    const shown = await results.open(uri, l10n.t('other {0}', item.number), text, languageId);
    return void (await vscode.window.showTextDocument(shown, { preview: true }));
  }
  const fresh = await vscode.workspace.openTextDocument({ content: text, language: languageId });
  await vscode.window.showTextDocument(fresh, { preview: false });
  const { task, recipe } = named;
  await vscode.commands.executeCommand('whittle.reduceFile', fresh.uri, task === undefined ? { recipe } : { task });
}
