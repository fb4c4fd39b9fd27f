/** `whittle_reduce` as a reduction of this window. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Interrupted } from '../../reduction/controls';
import { outputAt, writeKeeping } from '../../reduction/ending/outputs';
import { Reduction } from '../runs/kinds';
import { openText } from '../window/addresses';
import { placesOf } from '../../agents/places';
import { oracleOf, rootsOfWindow, warningOf, type Caller } from './calls';
import { followed } from './followed';

export const reducing: Caller = async (controller, input) => {
  const { argumentsOf, reducedAnswer, reduceTool } = await import('../../agents/tools');
  const given = argumentsOf(reduceTool, input, rootsOfWindow());
  const { file, outputs, directory } = placesOf({ ...given, file: given.file! }, ['reduced']);
  const { test } = given;
  const name = basename(file);
  const command = { cwd: directory, name, command: given.command };
  return {
    doing: l10n.t('Reducing {0}', name),
    question: l10n.t('Let Whittle reduce {0}?', name),
    warning: test ? warningOfTest(name, test) : warningOf(command),
    command: given.command,
    run: async (token) => {
      const document = await openText(vscode.Uri.file(file));
      const output = await outputAt(outputs[0], [file]);
      const chosen = oracleOf(given, command);
      const made = await controller.jobFor(document, chosen);
      const { run, notes } = await followed(controller, Reduction, document, made, chosen, token);
      const { finished, text } = run.result!;
      if (finished.ending === 'interrupted' && finished.bytes.after === finished.bytes.before) throw new Interrupted();
      const marked = `${made.markLength > 0 ? '\ufeff' : ''}${text}`;
      await writeKeeping(output, Buffer.from(marked), (sentence) => notes.push(sentence));
      return reducedAnswer({ path: output.path, text: marked }, finished, notes);
    },
  };
};

function warningOfTest(name: string, titles: readonly string[]): string {
  return titles.length > 0
    ? l10n.t(
        'Whittle runs the test "{0}" of {1} tens or hundreds of times, in copies of the workspace.',
        titles.join(' '),
        name,
      )
    : l10n.t('Whittle runs the first failing test of {0} tens or hundreds of times, in copies of the workspace.', name);
}
