/** A run that ended before the window was reloaded, in the panel. */
import { env, l10n } from 'vscode';
import { toldFailure } from '../../oracle/judging/ruleWords';
import { grouped } from '../../reduction/events/progress';
import { ago } from '../history/ago';
import { nameOf } from '../history/report';
import type { KeptReduction } from '../history/store';
import { sizes } from '../window/figureWords';
import type { ShownRun } from './messages';
import { duration } from './numbers';
import { endedWords } from './snapshot';

export function shownEarlier(run: KeptReduction): ShownRun {
  const { when, tokens, tests, ms, search, rules } = run;
  const learned = rules.find((rule) => rule.learned);
  const action = (command: string, label: string, main = false) => ({ command: `whittle.${command}`, label, main });
  return {
    id: run.id,
    name: nameOf(run),
    state: run.confirmed ? 'ended' : 'doubtful',
    doing: `${endedWords(run)} · ${ago(when, Date.now(), env.language)}`,
    extent: sizes(tokens.before, tokens.after),
    actions: [
      action('historyApply', l10n.t('Apply'), true),
      action('historyDiff', l10n.t('Show Diff')),
      action('historyOpen', l10n.t('Open Result')),
      action('historyBugReport', l10n.t('Copy as Bug Report')),
    ],
    facts: [
      [l10n.t('Tests'), grouped(tests)],
      [l10n.t('Time'), duration(ms)],
      ...(learned ? [[l10n.t('Looking for'), toldFailure(learned.rule)] as const] : []),
      [l10n.t('Search'), search],
    ],
  };
}
