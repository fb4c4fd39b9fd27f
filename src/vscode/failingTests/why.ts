/** *Why Is This Test Red?*: reduces the test, unless that is done, then isolates the change since it passed, and shows both as a page. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Why } from '../../failingTests/changed';
import type { TestJob } from '../../failingTests/testRun';
import type { IsolatedTexts } from '../../host/port';
import type { IsolationJob, JobOracle } from '../../reduction/job';
import type { Controller } from '../controller';
import { sureRecipe } from '../oracles/suggestions';
import { type ChosenOracle, recipeOracle } from '../oracles/taskOracle';
import { Isolation, type Reduction } from '../runs/kinds';
import { startThread } from '../thread';
import { asUri, documentFor, openText, showingProgress } from '../window/addresses';
import { Problem, reduceButton } from '../window/problems';
import { chosenTest, openedTest } from './testCommands';

/** `given`: the Test Explorer's item, a message there, or a file. Returns the page. Throws `Problem` and `RunFailed`. */
export async function tellWhy(controller: Controller, given: unknown): Promise<string | undefined> {
  const { document, recipe } = chosenTest(given) ? await openedTest(controller, given) : await fileOf(given);
  const name = basename(document.uri.path);
  if (!recipe) {
    throw new Problem(
      l10n.t('No test runner was recognised for {0}: reduce it with the command that fails.', name),
      reduceButton(document.uri),
    );
  }
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
  await show(controller, document.uri, page);
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
    {
      find: async (work) => showingProgress(title, () => startThread<Why>(work).outcome),
      isolate: async (pair: IsolationJob) => {
        const source = await openText(vscode.Uri.file(pair.input.file!));
        isolation = await controller.begin(Isolation, source, { job: { ...pair, journal: undefined } }, { recipe });
        return isolation.outcome as IsolatedTexts;
      },
    },
  );
  return { page, isolation };
}

async function fileOf(given: unknown) {
  const document = await documentFor(asUri(given));
  return { document, recipe: sureRecipe(document) };
}

/** The reduction of this test, if it has ended and nothing has changed since. */
function doneBefore(controller: Controller, document: vscode.TextDocument, { oracle }: ChosenOracle) {
  const last = controller.of(document.uri);
  const same = ({ kind, ...test }: JobOracle) => JSON.stringify([kind, 'titles' in test && test.titles]);
  if (!last?.isOriginal(document) || same(last.job.oracle) !== same(oracle)) return undefined;
  return last.result?.finished.ending === 'interrupted' ? undefined : last.result;
}

/** Beside nothing else: it has all that there is to see. */
async function show({ texts }: Controller, of: vscode.Uri, page: string): Promise<void> {
  const uri = texts.keep(of, 'why', page, '.md');
  await texts.open(uri, 'markdown');
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}
