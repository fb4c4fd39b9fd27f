/** *Why Is This Test Red?*: reduces the test, unless that is done, then isolates the change since it passed, and shows both as a page. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Why } from '../../failingTests/changed';
import type { TestJob } from '../../failingTests/testRun';
import type { IsolatedTexts } from '../../host/port';
import type { IsolationJob, JobOracle } from '../../reduction/job';
import type { Controller } from '../controller';
import { type ChosenOracle, recipeOracle } from '../oracles/taskOracle';
import { Isolation, type Reduction } from '../runs/kinds';
import { startThread } from '../thread';
import { openText, showingProgress } from '../window/addresses';
import { showPage, testWithRunner } from './testCommands';

/** `given`: the Test Explorer's item, a message there, or a file. Returns the page. Throws `Problem` and `RunFailed`. */
export async function tellWhy(controller: Controller, given: unknown): Promise<string | undefined> {
  const { document, recipe } = await testWithRunner(controller, given);
  const chosen = recipeOracle(recipe, document.uri);
  const result =
    doneBefore(controller, document, chosen) ?? (await controller.reduce(document, chosen, { isQuiet: true }));
  const reduction = controller.of(document.uri);
  if (!result || !reduction) return undefined;
  if (result.finished.ending === 'interrupted') {
    controller.presented(reduction);
    return undefined;
  }
  const { page, isolation } = await explained(controller, reduction);
  await showPage(controller, document.uri, 'why', page);
  controller.presented<Reduction | Isolation>(isolation ?? reduction, false);
  return page;
}

/** The page of a test that is reduced, and the isolation of its change. Throws `Problem` and `RunFailed`. */
export async function explained(controller: Controller, { job, result, started, document, named }: Reduction) {
  // Few windows need it.
  const { explain } = await import('../../host/why');
  const title = l10n.t('Looking for the change that makes {0} fail', basename(document.uri.path));
  const recipe = { ...named.recipe, testFile: document.uri.fsPath };
  let isolation: Isolation | undefined;
  const page = await explain(
    { job: job as TestJob, small: result!.text, notice: started?.notice },
    async (work) => showingProgress(title, () => startThread<Why>(work).outcome),
    async (pair: IsolationJob) => {
      const source = await openText(vscode.Uri.file(pair.input.file!));
      isolation = await controller.begin(Isolation, source, { job: { ...pair, journal: undefined } }, { recipe });
      return isolation.outcome as IsolatedTexts;
    },
  );
  return { page, isolation };
}

/** The reduction of this test, if it has ended and nothing has changed since. */
function doneBefore(controller: Controller, document: vscode.TextDocument, { oracle }: ChosenOracle) {
  const last = controller.of(document.uri);
  const same = ({ kind, ...test }: JobOracle) => JSON.stringify([kind, 'titles' in test && test.titles]);
  if (!last?.isOriginal(document) || same(last.job.oracle) !== same(oracle)) return undefined;
  return last.result?.finished.ending === 'interrupted' ? undefined : last.result;
}
