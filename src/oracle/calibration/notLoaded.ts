/** A first run that could not load or find something: such a failure is not learned, and of a rule that accepts it the user is told. */
import * as l10n from '@vscode/l10n';
import type { Oracle } from '../oracle';
import type { Ran } from '../tester';
import { missingIn } from '../judging/missing';
import type { Diagnosis } from './diagnosis';

/** Why its failure is not taken for the bug. Undefined if it could load all. */
export function notLoaded({ rule }: Oracle, { said }: Ran): Diagnosis | undefined {
  const line = missingIn(said);
  if (line === undefined) return undefined;
  const message = l10n.t(
    'The command cannot load or find something, also with the unchanged input ("{0}"): install it, choose another command, or use the placement overlay if it is a file beside the input; if that failure is the bug, describe it (match).',
    line.slice(0, 200),
  );
  return { message, remedy: { kind: 'rule', rule } };
}

/** For a rule that does not look at the output. One sentence with the remedy. */
export function missingNotice({ rule, command }: Oracle, { said }: Ran): string | undefined {
  if ('property' in command.invocation || rule.match?.length || rule.noMatch?.length || rule.failure) return undefined;
  const line = missingIn(said);
  if (line === undefined) return undefined;
  return l10n.t(
    'The test cannot load or find something ("{0}"), and its rule accepts that: if that is not the bug, stop, and install it, use the placement overlay, or describe the bug (match).',
    line.slice(0, 200),
  );
}
