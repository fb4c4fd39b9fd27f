/**
 * Every command of the extension, once: its title, its icon, and where it is offered. package.json comes from this table (`npm run manifest`),
 * and commands are registered by its names.
 */
import { historyCommands } from './historyCommands';
import {
  trusted,
  never,
  notResult,
  noSelection,
  aTest,
  reduced,
  grey,
  editor,
  explorer,
  title,
  testing,
  type Offered,
} from './menus';

const table = {
  tryExample: { title: 'Try It on an Example', enablement: trusted },
  reduceFile: {
    title: 'Reduce File',
    icon: 'fold-down',
    enablement: trusted,
    menus: [editor(1, `${noSelection} && ${notResult}`), explorer(1, '!explorerResourceIsFolder')],
  },
  reduceFolder: {
    title: 'Reduce Folder…',
    enablement: trusted,
    menus: [explorer(3, '(explorerResourceIsFolder || listMultiSelection)')],
  },
  makeReproduction: {
    title: 'Make Minimal Reproduction…',
    enablement: trusted,
    menus: [
      editor(5, `${noSelection} && ${notResult} && ${aTest}`),
      explorer(4, '(explorerResourceIsFolder || listMultiSelection)'),
      explorer(4, `!listMultiSelection && !explorerResourceIsFolder && ${aTest}`),
      ...testing(3, 'item/context', 'message/context'),
    ],
  },
  reduceFailingTest: {
    title: 'Reduce Failing Test',
    icon: 'beaker',
    enablement: trusted,
    palette: aTest,
    menus: [
      editor(0, `${noSelection} && ${notResult} && ${aTest}`),
      explorer(0, `!explorerResourceIsFolder && ${aTest}`),
      ['editor/title/context', 'z_whittle@0', `${notResult} && ${aTest}`],
    ],
  },
  reduceThisTest: {
    title: 'Reduce This Test',
    icon: 'beaker',
    enablement: trusted,
    palette: never,
    menus: testing(1, 'item/context', 'message/context', 'item/gutter'),
  },
  reduceSelection: {
    title: 'Reduce Selection',
    enablement: trusted,
    palette: 'editorHasSelection',
    menus: [editor(1, `editorHasSelection && !isInDiffEditor && ${notResult}`)],
  },
  reduceLastFailed: {
    title: 'Reduce the Input of the Last Failed Command',
    icon: 'fold',
    enablement: trusted,
    menus: [['terminal/context', 'z_whittle@1']],
  },
  reduceToProblem: { title: 'Reduce File to the Error at the Cursor', enablement: trusted },
  neverRemove: {
    title: 'Never Remove This',
    icon: 'lock',
    palette: 'editorHasSelection',
    menus: [editor(3, `editorHasSelection && !isInDiffEditor && ${notResult}`)],
  },
  mayRemove: {
    title: 'Allow Removing This Again',
    icon: 'unlock',
    palette: 'resourcePath in whittle.protectedPaths',
    menus: [editor(4, 'resourcePath in whittle.protectedPaths && !isInDiffEditor')],
  },
  foldRemoved: {
    title: 'Fold Removed Lines',
    icon: 'fold',
    palette: `${notResult} && ${grey}`,
    menus: [title('2_whittle@1', `${notResult} && !isInDiffEditor && ${grey}`)],
  },
  unfoldRemoved: {
    title: 'Unfold Removed Lines',
    icon: 'unfold',
    palette: 'resourcePath in whittle.foldedPaths',
    menus: [title('2_whittle@2', 'resourcePath in whittle.foldedPaths')],
  },
  nextKept: {
    title: 'Go to Next Kept Part',
    icon: 'arrow-down',
    palette: `${notResult} && ${grey}`,
    menus: [title('2_whittle@3', `${notResult} && !isInDiffEditor && ${grey}`)],
    key: ['alt+f6', `editorTextFocus && ${notResult} && ${grey}`],
  },
  previousKept: {
    title: 'Go to Previous Kept Part',
    icon: 'arrow-up',
    palette: `${notResult} && ${grey}`,
    menus: [title('2_whittle@4', `${notResult} && !isInDiffEditor && ${grey}`)],
    key: ['shift+alt+f6', `editorTextFocus && ${notResult} && ${grey}`],
  },
  isolateDifference: {
    title: 'Isolate Difference…',
    enablement: trusted,
    menus: [editor(2, `${noSelection} && ${notResult}`), explorer(2, '!explorerResourceIsFolder')],
  },
  isolateWithHead: {
    title: 'Isolate Difference with HEAD',
    icon: 'git-compare',
    enablement: trusted,
    palette: never,
    menus: testing(2, 'item/context', 'message/context', 'item/gutter'),
  },
  isolateWithCommit: {
    title: 'Isolate Difference with a Commit…',
    icon: 'git-compare',
    enablement: trusted,
    menus: [['timeline/item/context', 'z_whittle@1', 'timelineItem =~ /git:file:commit\\b/ && !listMultiSelection']],
  },
  benchmarkSearches: { title: 'Benchmark Searches…', enablement: trusted },
  finish: { title: 'Use the Result So Far', icon: 'check', palette: 'whittle.running' },
  stop: {
    title: 'Stop',
    icon: 'debug-stop',
    palette: 'whittle.running',
    menus: [title('navigation@3', 'resourcePath in whittle.runningPaths')],
    key: ['shift+f5', '!inDebugMode && resourcePath in whittle.runningPaths'],
  },
  pause: {
    title: 'Pause',
    icon: 'debug-pause',
    enablement: 'whittle.canPause',
    palette: 'whittle.canPause',
    menus: [title('navigation@1', 'resourcePath in whittle.runningPaths && resourcePath not in whittle.pausedPaths')],
  },
  resume: {
    title: 'Resume',
    icon: 'debug-continue',
    enablement: 'whittle.canResume',
    palette: 'whittle.canResume',
    menus: [title('navigation@1', 'resourcePath in whittle.pausedPaths')],
  },
  skipPhase: {
    title: 'Skip Phase',
    icon: 'debug-step-over',
    enablement: 'whittle.canSkip',
    palette: 'whittle.canSkip',
    menus: [title('navigation@2', 'resourcePath in whittle.skippablePaths')],
  },
  startOver: { title: 'Start Over with Repeated Tests', palette: never },
  applyResult: { title: 'Apply Result', icon: 'check', palette: reduced, menus: [title('navigation@1', reduced)] },
  showDiff: {
    title: 'Show Diff',
    icon: 'diff',
    palette: reduced,
    menus: [title('navigation@2', `${reduced} && !isInDiffEditor`)],
  },
  showResult: { title: 'Show Result Beside', palette: reduced },
  copyResult: {
    title: 'Copy Result',
    icon: 'copy',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [title('1_whittle@1', 'resourcePath in whittle.reducedPaths')],
  },
  discardResult: {
    title: 'Discard Result',
    icon: 'discard',
    palette: reduced,
    menus: [title('navigation@3', reduced)],
  },
  saveResultAs: {
    title: 'Save Result As…',
    icon: 'save-as',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [title('1_whittle@2', 'resourcePath in whittle.reducedPaths')],
  },
  copyBugReport: {
    title: 'Copy as Bug Report',
    icon: 'report',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [title('1_whittle@3', 'resourcePath in whittle.reducedPaths')],
  },
  resultActions: { title: 'More Actions…', icon: 'ellipsis', palette: 'resourcePath in whittle.reducedPaths' },
  editRule: {
    title: 'Edit What the Bug Looks Like…',
    icon: 'edit',
    enablement: trusted,
    palette: 'resourcePath in whittle.learnedPaths',
  },
  keepShrinking: {
    title: 'Keep Shrinking',
    icon: 'fold',
    enablement: trusted,
    palette: 'resourcePath in whittle.testPaths && resourcePath in whittle.reducedPaths',
  },
  choosePassingRevision: {
    title: 'Choose Passing Revision…',
    icon: 'git-commit',
    enablement: trusted,
    palette: 'resourcePath in whittle.testPaths',
  },
  saveTask: { title: 'Save as Task', icon: 'save', palette: 'resourcePath in whittle.savablePaths' },
  showDifference: { title: 'Show Isolated Difference', icon: 'diff', palette: 'resourcePath in whittle.isolatedPaths' },
  saveDifference: {
    title: 'Save Both Files of the Difference…',
    icon: 'save-all',
    palette: 'resourcePath in whittle.isolatedPaths',
    menus: [title('navigation@2', 'resourcePath in whittle.isolatedPaths && resourceScheme == whittle-result')],
  },
  chooseSearch: {
    title: 'Choose Search…',
    icon: 'settings-gear',
    menus: [['view/title', 'navigation@1', 'view == whittle.runView']],
  },
  showPanel: { title: 'Show Panel' },
  setRedisPassword: { title: 'Set Redis Password' },
  showLog: { title: 'Show Log' },
  ...historyCommands,
} satisfies Readonly<Record<string, Offered>>;

/** The name of a command is `whittle.` and this. */
export type CommandName = keyof typeof table;

export const commands: Readonly<Record<CommandName, Offered>> = table;

/** Something for commands, by their ids. */
export type CommandsBy<T> = { readonly [N in CommandName as `whittle.${N}`]?: T };
