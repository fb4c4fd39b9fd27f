/** Remedies for a run that failed at its start, or has an unreliable test: buttons that restart it. */
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { Repeat } from '../../oracle/judging/repeat';
import { toldRule } from '../../oracle/judging/ruleWords';
import type { Doubt, Help } from '../runs/doubt';
import type { Named, Run } from '../runs/run';
import type { WatchedEvent } from '../thread/messages';
import { RunFailed } from '../thread/thread';
import { settingButton, tasksButton, type Button } from '../window/buttons';

/** Undefined if the user must choose first. */
function helpBy(remedy: Remedy): Help | undefined {
  switch (remedy.kind) {
    case 'rule':
      return { title: l10n.t('Look for {0}', toldRule(remedy.rule)), change: { rules: [remedy.rule] } };
    case 'overlay':
      return { title: l10n.t('Use a Copy of the Workspace'), change: { tests: { place: overlay.name } } };
    case 'memory':
      return undefined;
    case 'timeout': {
      const seconds = Math.round(remedy.timeoutMs / 1000);
      return { title: l10n.t('Allow {0} s per Test', seconds), change: { tests: { timeoutMs: remedy.timeoutMs } } };
    }
  }
}

function helpByRepeating({ runs, need }: Repeat): Help {
  return { title: l10n.t('Test Each Candidate {0} Times, Require {1}', runs, need), change: { tests: { runs, need } } };
}

/** `begin`: restarts the run with a remedy. */
export function doubtIn(events: readonly WatchedEvent[], begin: (help: Help) => unknown): Doubt | undefined {
  const told = events.find((event) => event.event === 'calibrated');
  if (!told?.notice) return undefined;
  const help = told.better && helpByRepeating(told.better);
  return { message: told.notice, help, begin: () => help && begin(help) };
}

/** Gives the error its buttons. */
export function addHelp(error: unknown, { named, job }: Run, begin: (help: Help) => Promise<void>): void {
  if (!(error instanceof RunFailed)) return;
  const help = error.remedy && helpBy(error.remedy);
  const ofCommand = error.output === undefined ? [] : commandButtons(named);
  error.buttons = [
    ...(help ? [{ title: help.title, press: () => begin(help) }] : []),
    ...(error.remedy?.kind === 'memory' ? [settingButton('whittle.memory')] : []),
    ...(job.oracle.kind === 'workers' ? [settingButton('whittle.cluster')] : ofCommand),
  ];
}

/** Where the command is changed. */
function commandButtons({ edit, task }: Named): Button[] {
  if (edit) return [{ title: l10n.t('Edit Command…'), press: edit }];
  return task === undefined ? [] : [tasksButton(task)];
}
