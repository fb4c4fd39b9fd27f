/** Which bug a run looks for, and how sure that is: the same at the head of the panel, in the history and in the bug report. */
import * as l10n from '@vscode/l10n';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Tally } from '../../oracle/judging/repeat';
import { isExitZero } from '../../oracle/judging/rule';
import { type Words, toldFailure, toldRule } from '../../oracle/judging/ruleWords';

/** Kept with a run, beside its rules. */
export interface About {
  /** The command as it was typed; a task's is that of its rules. */
  readonly typed?: string;
  /** Of a rule that was not learned: its message. */
  readonly bug?: string;
  /** Two programs that word it differently: the command's, whose words count, and the editor's. */
  readonly worded?: readonly [string, string];
  /** Where a test fails: `cart.test.js:41`. */
  readonly place?: string;
  /** Of a test: whether its file is in a git repository. */
  readonly git?: boolean;
  /** In how many runs the original showed the bug. */
  readonly shown?: Tally;
  /** Each candidate is tested several times. */
  readonly repeats?: boolean;
}

type Rules = readonly SettledRule[];

/** `bugs`: one for each command; `notes`: where it passes, and how sure it is, as far as that is known. */
export function headOf({ rules, about = {} }: { readonly rules: Rules; readonly about?: About }, words: Words = l10n) {
  return {
    bugs: rules.map((settled) => bugIn(settled, about, words)),
    command: about.typed ?? rules.map(({ command }) => command).join('\n'),
    notes: [
      ...wordedIn(about, words),
      ...passesIn(rules, about, words),
      ...(about.shown ? [sureness(about.shown, about, words)] : []),
    ],
  };
}

/** `"Error: boom" (exit code 1)`, or of a test `TypeError: x is not a function in the test "sums" · cart.test.js:41` */
function bugIn({ rule, message }: SettledRule, { place, bug }: About, l10n: Words): string {
  const { failure, exit, match } = rule;
  if (failure) {
    const error = toldRule({ failure: { ...failure, lines: [] } }, l10n);
    return place ? `${error} · ${place}` : error;
  }
  if (bug) return `"${bug.slice(0, longest)}"`;
  if (message && match) {
    return l10n.t('"{0}" ({1})', message.slice(0, longest), toldRule({ exit }, l10n));
  }
  return isExitZero(rule) ? l10n.t('the command succeeds (exit code 0)') : toldFailure(rule, l10n);
}

/** Of a message, in characters. */
const longest = 200;

function wordedIn({ worded }: About, l10n: Words): string[] {
  return worded ? [l10n.t('{0} words it in another way than {1} in the editor', ...worded)] : [];
}

/** A test that passes somewhere shows the bug alone. */
function passesIn(rules: Rules, { git }: About, l10n: Words): string[] {
  const passesAt = rules.flatMap(({ rule }) => rule.failure?.passesAt ?? [])[0];
  if (passesAt) return [l10n.t('Passes at {0}', passesAt)];
  if (git === undefined || rules.length === 0) return [];
  return git
    ? [l10n.t('No revision found at which it passes: the result may be larger')]
    : [l10n.t('No git: the result may be larger')];
}

function sureness({ held, runs }: Tally, { repeats }: About, l10n: Words): string {
  if (repeats) return l10n.t('The bug shows in {0} of {1} runs: each candidate is tested several times', held, runs);
  if (held < runs) return l10n.t('The bug shows in only {0} of {1} runs: the result may be wrong', held, runs);
  return runs === 1 ? l10n.t('The bug showed in 1 run') : l10n.t('The bug showed in {0} of {1} runs', held, runs);
}
