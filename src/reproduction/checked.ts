/** What is told of the run in an empty place: to the user, and in the README. */
import * as l10n from '@vscode/l10n';
import type { Tried } from './emptyPlace';
import type { NeededPackage } from './packages';

export type Ran = 'as-before' | 'differs' | 'not-run';

export interface Told {
  readonly ran: Ran;
  /** For the README. */
  readonly english: string;
  readonly notice?: string;
}

/** `outcome`: undefined if it was not run. */
export function toldCheck(needed: readonly NeededPackage[], outcome: Tried | undefined, expected: string): Told {
  if (!outcome) {
    return {
      ran: 'not-run',
      english: 'It was not run in an empty folder.',
      notice: l10n.t('The reproduction was not run in an empty folder: run its script before you send it.'),
    };
  }
  const { installed, asBefore, seen } = outcome;
  const withPackages = needed.length === 0 ? '' : installed ? ' after `npm install`' : ' with packages of the project';
  if (!asBefore) {
    return {
      ran: 'differs',
      english: `It did not fail as before in an empty folder${withPackages}: the failure was \`${expected}\`, there it is \`${seen}\`.`,
      notice: l10n.t(
        'In an empty folder the reproduction ends with "{0}" instead: it needs something else of your project or machine; add it to the folder.',
        seen,
      ),
    };
  }
  const notice = l10n.t(
    'npm install did not work here, so the reproduction was run with the installed packages of your project: run it once where npm works.',
  );
  return {
    ran: 'as-before',
    english: `It failed as before in an empty folder${withPackages}.`,
    notice: needed.length > 0 && !installed ? notice : undefined,
  };
}
