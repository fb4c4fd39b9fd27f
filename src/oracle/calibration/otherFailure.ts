/**
 * Is the failure of a copy another one than that of the original? It may only lack something. So a failure that was learned from a copy,
 * and one to load or to find something, must be there in the original's place too. One run there that is another way shows only that
 * the test is flaky.
 */
import * as l10n from '@vscode/l10n';
import { amongNeighbours, inRealPlace, type Diagnosis, type Start } from './diagnosis';
import { toldRule } from '../judging/toldRule';
import type { FullAnswer, Oracle } from '../oracle';

/** `first`: of the copy. Undefined if the failure is the same, or that cannot be found out. */
export async function otherFailure(
  oracle: Oracle,
  first: FullAnswer,
  start: Start,
  learned: boolean,
): Promise<Diagnosis | undefined> {
  const rule = toldRule(oracle.rule);
  if (!learned && !(oracle.rule.failure && lacksSomething(first.output))) return undefined;
  if (await failsOtherwise(() => inRealPlace(oracle, start))) {
    const message = l10n.t(
      'A copy of the workspace fails ({0}), but the workspace itself does not fail in this way, so the test needs something outside it: choose a root that contains it, or the placement in-place.',
      rule,
    );
    return { message };
  }
  if (!learned || !(await failsOtherwise(() => amongNeighbours(oracle, start)))) return undefined;
  const message = l10n.t(
    'A copy of the file fails ({0}), but the file itself does not fail in this way, so the test needs the files beside it: choose the placement overlay, or use absolute paths.',
    rule,
  );
  return { message, remedy: { kind: 'overlay' } };
}

const times = 2;

async function failsOtherwise(runThere: () => Promise<FullAnswer | undefined>): Promise<boolean> {
  for (let time = 0; time < times; time++) {
    const there = await runThere();
    if (!there || there.timedOut || there.verdict === 'holds') return false;
  }
  return true;
}

/** As programs tell that a file, a module or a command is not there. */
function lacksSomething(output: string): boolean {
  return /cannot find|can't find|(?:could not|couldn't|unable to) (?:be )?(?:find|found|resolve|load|open)|not found|no such file|no module named|ENOENT|can't open|cannot open|failed to (?:load|resolve)|ImportError/i.test(
    output,
  );
}
