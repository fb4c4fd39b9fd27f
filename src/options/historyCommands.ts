/** Commands on runs of the history. */
import { trusted, never, type Entry, type Offered } from './menus';

/** On the runs of the history that are of this kind. */
function history(kind: string, ...groups: readonly string[]): Entry[] {
  const when = `view == whittle.historyView && viewItem =~ /\\b${kind}\\b/`;
  return groups.map((group) => ['view/item/context', group, when]);
}

export const historyCommands = {
  historyOpen: {
    title: 'Open Result',
    icon: 'go-to-file',
    palette: never,
    menus: history('result', 'inline@1', '1_result@1'),
  },
  historyAgain: {
    title: 'Run Again',
    icon: 'refresh',
    enablement: trusted,
    palette: never,
    menus: history('again', 'inline@3', '2_run@1'),
  },
  historyResume: {
    title: 'Resume Interrupted Run',
    icon: 'debug-continue',
    enablement: trusted,
    palette: never,
    menus: history('ready', 'inline@1', '1_result@1'),
  },
  historyRemove: {
    title: 'Remove from History',
    icon: 'close',
    palette: never,
    menus: history('run', 'inline@4', '3_remove@1'),
  },
  historyClear: {
    title: 'Clear History…',
    icon: 'clear-all',
    menus: [['view/title', 'navigation@1', 'view == whittle.historyView']],
  },
} satisfies Readonly<Record<string, Offered>>;
