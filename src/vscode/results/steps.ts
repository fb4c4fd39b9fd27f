/** *Go to a Step…*: shows how the text was after each step of a reduction; one may stop there, or continue from there. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { percent, testCount } from '../../reduction/events/progress';
import type { Controller } from '../controller';
import type { Reduction, Step } from '../runs/kinds';
import { endsOf } from '../../reduction/events/runState';
import { Problem, reduceButton } from '../window/buttons';
import { tokenCount } from '../window/figureWords';
import { tryIn } from './whyKept';

interface StepItem extends vscode.QuickPickItem {
  readonly step: Step;
}

interface Chosen {
  readonly step: Step;
  readonly continues: boolean;
}

/** Throws `Problem` and `RunFailed`. */
export async function goToStep(controller: Controller, reduction: Reduction): Promise<void> {
  if (reduction.steps.length === 0) {
    throw new Problem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton(reduction.uri));
  }
  const chosen = await chooseStep(controller, reduction);
  if (!chosen) return controller.results.showBeside(reduction, reduction.result?.text);
  if (chosen.continues) {
    const change = reduction.continuingAt(chosen.step.removal);
    return void controller.presented(await controller.again(reduction, change));
  }
  await stopAt(controller, reduction, chosen.step);
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

/** Shows each step beside the file as one goes through the list. Undefined if the user cancels. */
async function chooseStep({ results }: Controller, reduction: Reduction): Promise<Chosen | undefined> {
  const pick = vscode.window.createQuickPick<StepItem>();
  pick.title = l10n.t('Steps of {0}', reduction.name);
  pick.placeholder = l10n.t('Enter: stop at this step');
  pick.items = [...reduction.steps].reverse().map((step) => itemOf(step, reduction));
  const chosen = new Promise<Chosen | undefined>((resolve) => {
    pick.onDidChangeActive(([item]) => item && void results.showBeside(reduction, reduction.textAt(item.step.removal)));
    pick.onDidAccept(() => resolve({ step: pick.activeItems[0].step, continues: false }));
    pick.onDidTriggerItemButton(({ item }) => resolve({ step: item.step, continues: true }));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  try {
    return await chosen;
  } finally {
    pick.dispose();
  }
}

/** A step with text that was put in cannot be said as ranges to leave out. */
function itemOf(step: Step, reduction: Reduction): StepItem {
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
