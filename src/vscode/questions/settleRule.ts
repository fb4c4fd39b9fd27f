/** After the user has chosen a command: asks what to look for, and restarts the reduction if that is another rule. */
import type { Controller, StartOptions } from '../controller';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { Reducing } from '../runs/reducing';
import { telling } from '../window/telling';
import { askForRule, changeTo } from './ruleQuestion';

/** For the start of a reduction. */
export function settlingRule(controller: Controller, { onRule }: ChosenOracle): StartOptions {
  if (!onRule) return {};
  const settle = async (reduction: Reducing) => {
    const answer = await askForRule(reduction);
    if (!answer) return;
    await onRule(answer);
    const change = controller.runs.knows(reduction) ? changeTo(answer, reduction) : undefined;
    if (change) controller.presented(await controller.again(reduction, change));
  };
  return { onBegin: (reduction) => void telling(controller, () => settle(reduction)) };
}
