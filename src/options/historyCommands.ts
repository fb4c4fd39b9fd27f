/** Commands on runs of the history. */
import { trusted, never, type Entry, type Offered } from './menus';

/** On the runs of the history that are of this kind. */
function history(kind: string, ...groups: readonly string[]): Entry[] {
  const when = `view == whittle.historyView && viewItem =~ /\\b${kind}\\b/`;
  return groups.map((group) => ['view/item/context', group, when]);
}

export const historyCommands = {
  historyOpen: { title: 'Open Result', icon: 'go-to-file', palette: never, menus: history('text', '1_result@1') },
  historyApply: { title: 'Apply', icon: 'check', palette: never, menus: history('text', '1_result@0') },
  historyDiff: {
    title: 'Compare with the File',
    icon: 'diff',
    palette: never,
    menus: history('text', 'inline@1', '1_result@2'),
  },
  historySaveAs: { title: 'Save Result As…', icon: 'save-as', palette: never, menus: history('text', '1_result@3') },
  historyBugReport: {
    title: 'Copy as Bug Report',
    icon: 'report',
    palette: never,
    menus: history('text', 'inline@2', '1_result@4'),
  },
  historyAgain: {
    title: 'Reduce Again',
    icon: 'refresh',
    enablement: trusted,
    palette: never,
    menus: history('again', 'inline@3', '2_run@1'),
  },
  historyDifference: {
    title: 'Show Difference',
    icon: 'diff',
    palette: never,
    menus: history('difference', 'inline@1', '1_result@1'),
  },
  historyIsolateAgain: {
    title: 'Isolate Again',
    icon: 'refresh',
    enablement: trusted,
    palette: never,
    menus: history('isolateAgain', 'inline@3', '2_run@1'),
  },
  historyResume: {
    title: 'Resume Interrupted Run',
    icon: 'debug-continue',
    enablement: trusted,
    palette: never,
    menus: history('ready', 'inline@1', '1_result@1'),
  },
  historyForget: {
    title: 'Forget Interrupted Run',
    icon: 'close',
    palette: never,
    menus: history('interrupted', 'inline@4', '3_remove@1'),
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
