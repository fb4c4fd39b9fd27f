/** `whittle_isolate` as an isolation of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Interrupted } from '../../reduction/controls';
import { outputAt, writeKeeping } from '../../reduction/ending/outputs';
import { Isolation } from '../runs/kinds';
import { isolationJob } from '../runs/jobs';
import { openText } from '../window/addresses';
import { pathInside, placesOf } from '../../agents/places';
import { oracleOf, rootsOfWindow, warningOf, type Caller } from './calls';
import { followed } from './followed';

export const isolating: Caller = async (controller, input) => {
  const { argumentsOf, isolatedAnswer, isolateTool } = await import('../../agents/tools');
  const given = argumentsOf(isolateTool, input, rootsOfWindow());
  const { unit = 'words' } = given;
  const { file, outputs, directory } = placesOf({ ...given, file: given.failing! }, ['failing', 'passing']);
  const other = given.passing === undefined ? undefined : pathInside(given.passing, given.roots);
  const name = basename(file);
  const command = { cwd: directory, name, command: given.command };
  return {
    doing: l10n.t('Isolating {0}', name),
    question: l10n.t('Let Whittle isolate the difference in {0}?', name),
    warning: warningOf(command),
    command: given.command,
    run: async (token) => {
      const document = await openText(vscode.Uri.file(file));
      const passing = other === undefined ? undefined : await openText(vscode.Uri.file(other));
      const inputs = other === undefined ? [file] : [file, other];
      const [one, two] = await Promise.all(outputs.map((path) => outputAt(path, inputs)));
      const chosen = oracleOf(given, command);
      const made = await isolationJob(document, passing, chosen, controller.assets);
      const ofUnit = { ...made, job: { ...made.job, input: { ...made.job.input, unit } } };
      const { run, notes } = await followed(controller, Isolation, document, ofUnit, chosen, token);
      const { isolated, ...texts } = run.result!;
      if (isolated.ending === 'interrupted' && isolated.search.tests === 0) throw new Interrupted();
      const pair = { failing: Buffer.from(texts.failing), passing: Buffer.from(texts.passing) };
      const tell = (sentence: string) => notes.push(sentence);
      await writeKeeping(one, pair.failing, tell);
      await writeKeeping(two, pair.passing, tell);
      return isolatedAnswer({ failing: one.path, passing: two.path }, pair, isolated, notes);
    },
  };
};
