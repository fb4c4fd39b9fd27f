/**
 * Every command of the extension, once: its title, its icon, and where it is offered. package.json comes from this table (`npm run manifest`),
 * and commands are registered by its names.
 */
import { testPath } from '../runners/registry';

interface Offered {
  readonly title: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly enablement?: string;
  /** When the command palette has it; always if unset. */
  readonly palette?: string;
  /** Each with its group, and when it is there. */
  readonly menus?: readonly (readonly [menu: string, group: string, when?: string])[];
  readonly key?: readonly [key: string, when: string];
}

const trusted = 'isWorkspaceTrusted';
const notResult = 'resourceScheme != whittle-result';
const inEditor = '!editorHasSelection && !isInDiffEditor';
const history = 'view == whittle.historyView';
/** Where a file looks like a test of some runner. */
const aTest = `resourcePath =~ /${testPath.source}/`;
const reduced = '(resourcePath in whittle.reducedPaths || resourcePath in whittle.folderPaths)';
const grey =
  '(resourcePath in whittle.runningPaths || resourcePath in whittle.reducedPaths || resourcePath in whittle.folderPaths)';

const table = {
  tryExample: { title: 'Try It on an Example', enablement: trusted },
  reduceFile: {
    title: 'Reduce File',
    icon: 'fold-down',
    enablement: trusted,
    menus: [
      ['editor/context', 'z_whittle@1', `${inEditor} && ${notResult}`],
      ['explorer/context', 'z_whittle@1', '!explorerResourceIsFolder'],
    ],
  },
  reduceFolder: {
    title: 'Reduce Folder…',
    enablement: trusted,
    menus: [['explorer/context', 'z_whittle@3', '(explorerResourceIsFolder || listMultiSelection)']],
  },
  makeReproduction: {
    title: 'Make Minimal Reproduction…',
    enablement: trusted,
    menus: [
      ['editor/context', 'z_whittle@5', `${inEditor} && ${notResult} && ${aTest}`],
      ['explorer/context', 'z_whittle@4', '(explorerResourceIsFolder || listMultiSelection)'],
      ['explorer/context', 'z_whittle@4', `!listMultiSelection && !explorerResourceIsFolder && ${aTest}`],
      ['testing/item/context', 'z_whittle@3', 'testing.testItemHasUri'],
      ['testing/message/context', 'z_whittle@3'],
    ],
  },
  reduceFailingTest: {
    title: 'Reduce Failing Test',
    icon: 'beaker',
    enablement: trusted,
    palette: aTest,
    menus: [
      ['editor/context', 'z_whittle@0', `${inEditor} && ${notResult} && ${aTest}`],
      ['explorer/context', 'z_whittle@0', `!explorerResourceIsFolder && ${aTest}`],
      ['editor/title/context', 'z_whittle@0', `${notResult} && ${aTest}`],
    ],
  },
  reduceThisTest: {
    title: 'Reduce This Test',
    icon: 'beaker',
    enablement: trusted,
    palette: 'false',
    menus: [
      ['testing/item/context', 'z_whittle@1', 'testing.testItemHasUri'],
      ['testing/item/gutter', 'z_whittle@1', 'testing.testItemHasUri'],
      ['testing/message/context', 'z_whittle@1'],
    ],
  },
  reduceSelection: {
    title: 'Reduce Selection',
    enablement: trusted,
    palette: 'editorHasSelection',
    menus: [['editor/context', 'z_whittle@1', `editorHasSelection && !isInDiffEditor && ${notResult}`]],
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
    menus: [['editor/context', 'z_whittle@3', `editorHasSelection && !isInDiffEditor && ${notResult}`]],
  },
  mayRemove: {
    title: 'Allow Removing This Again',
    icon: 'unlock',
    palette: 'resourcePath in whittle.protectedPaths',
    menus: [['editor/context', 'z_whittle@4', 'resourcePath in whittle.protectedPaths && !isInDiffEditor']],
  },
  foldRemoved: {
    title: 'Fold Removed Lines',
    icon: 'fold',
    palette: `${notResult} && ${grey}`,
    menus: [['editor/title', '2_whittle@1', `${notResult} && !isInDiffEditor && ${grey}`]],
  },
  unfoldRemoved: {
    title: 'Unfold Removed Lines',
    icon: 'unfold',
    palette: 'resourcePath in whittle.foldedPaths',
    menus: [['editor/title', '2_whittle@2', 'resourcePath in whittle.foldedPaths']],
  },
  nextKept: {
    title: 'Go to Next Kept Part',
    icon: 'arrow-down',
    palette: `${notResult} && ${grey}`,
    menus: [['editor/title', '2_whittle@3', `${notResult} && !isInDiffEditor && ${grey}`]],
    key: ['alt+f6', `editorTextFocus && ${notResult} && ${grey}`],
  },
  previousKept: {
    title: 'Go to Previous Kept Part',
    icon: 'arrow-up',
    palette: `${notResult} && ${grey}`,
    menus: [['editor/title', '2_whittle@4', `${notResult} && !isInDiffEditor && ${grey}`]],
    key: ['shift+alt+f6', `editorTextFocus && ${notResult} && ${grey}`],
  },
  isolateDifference: {
    title: 'Isolate Difference…',
    enablement: trusted,
    menus: [
      ['editor/context', 'z_whittle@2', `${inEditor} && ${notResult}`],
      ['explorer/context', 'z_whittle@2', '!explorerResourceIsFolder'],
    ],
  },
  isolateWithHead: {
    title: 'Isolate Difference with HEAD',
    icon: 'git-compare',
    enablement: trusted,
    palette: 'false',
    menus: [
      ['testing/item/context', 'z_whittle@2', 'testing.testItemHasUri'],
      ['testing/item/gutter', 'z_whittle@2', 'testing.testItemHasUri'],
      ['testing/message/context', 'z_whittle@2'],
    ],
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
    menus: [['editor/title', 'navigation@3', 'resourcePath in whittle.runningPaths']],
    key: ['shift+f5', '!inDebugMode && resourcePath in whittle.runningPaths'],
  },
  pause: {
    title: 'Pause',
    icon: 'debug-pause',
    enablement: 'whittle.canPause',
    palette: 'whittle.canPause',
    menus: [
      [
        'editor/title',
        'navigation@1',
        'resourcePath in whittle.runningPaths && resourcePath not in whittle.pausedPaths',
      ],
    ],
  },
  resume: {
    title: 'Resume',
    icon: 'debug-continue',
    enablement: 'whittle.canResume',
    palette: 'whittle.canResume',
    menus: [['editor/title', 'navigation@1', 'resourcePath in whittle.pausedPaths']],
  },
  skipPhase: {
    title: 'Skip Phase',
    icon: 'debug-step-over',
    enablement: 'whittle.canSkip',
    palette: 'whittle.canSkip',
    menus: [['editor/title', 'navigation@2', 'resourcePath in whittle.skippablePaths']],
  },
  startOver: { title: 'Start Over with Repeated Tests', palette: 'false' },
  applyResult: {
    title: 'Apply Result',
    icon: 'check',
    palette: reduced,
    menus: [['editor/title', 'navigation@1', reduced]],
  },
  showDiff: {
    title: 'Show Diff',
    icon: 'diff',
    palette: reduced,
    menus: [['editor/title', 'navigation@2', `${reduced} && !isInDiffEditor`]],
  },
  showResult: { title: 'Show Result Beside', palette: reduced },
  copyResult: {
    title: 'Copy Result',
    icon: 'copy',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [['editor/title', '1_whittle@1', 'resourcePath in whittle.reducedPaths']],
  },
  discardResult: {
    title: 'Discard Result',
    icon: 'discard',
    palette: reduced,
    menus: [['editor/title', 'navigation@3', reduced]],
  },
  saveResultAs: {
    title: 'Save Result As…',
    icon: 'save-as',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [['editor/title', '1_whittle@2', 'resourcePath in whittle.reducedPaths']],
  },
  copyBugReport: {
    title: 'Copy as Bug Report',
    icon: 'report',
    palette: 'resourcePath in whittle.reducedPaths',
    menus: [['editor/title', '1_whittle@3', 'resourcePath in whittle.reducedPaths']],
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
    menus: [
      ['editor/title', 'navigation@2', 'resourcePath in whittle.isolatedPaths && resourceScheme == whittle-result'],
    ],
  },
  chooseSearch: {
    title: 'Choose Search…',
    icon: 'settings-gear',
    menus: [['view/title', 'navigation@1', 'view == whittle.runView']],
  },
  showPanel: { title: 'Show Panel' },
  historyOpen: {
    title: 'Open Result',
    icon: 'go-to-file',
    palette: 'false',
    menus: [['view/item/context', '1_result@1', `${history} && viewItem =~ /\\btext\\b/`]],
  },
  historyApply: {
    title: 'Apply',
    icon: 'check',
    palette: 'false',
    menus: [['view/item/context', '1_result@0', `${history} && viewItem =~ /\\btext\\b/`]],
  },
  historyDiff: {
    title: 'Compare with the File',
    icon: 'diff',
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@1', `${history} && viewItem =~ /\\btext\\b/`],
      ['view/item/context', '1_result@2', `${history} && viewItem =~ /\\btext\\b/`],
    ],
  },
  historySaveAs: {
    title: 'Save Result As…',
    icon: 'save-as',
    palette: 'false',
    menus: [['view/item/context', '1_result@3', `${history} && viewItem =~ /\\btext\\b/`]],
  },
  historyBugReport: {
    title: 'Copy as Bug Report',
    icon: 'report',
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@2', `${history} && viewItem =~ /\\btext\\b/`],
      ['view/item/context', '1_result@4', `${history} && viewItem =~ /\\btext\\b/`],
    ],
  },
  historyAgain: {
    title: 'Reduce Again',
    icon: 'refresh',
    enablement: trusted,
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@3', `${history} && viewItem =~ /\\bagain\\b/`],
      ['view/item/context', '2_run@1', `${history} && viewItem =~ /\\bagain\\b/`],
    ],
  },
  historyDifference: {
    title: 'Show Difference',
    icon: 'diff',
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@1', `${history} && viewItem =~ /\\bdifference\\b/`],
      ['view/item/context', '1_result@1', `${history} && viewItem =~ /\\bdifference\\b/`],
    ],
  },
  historyIsolateAgain: {
    title: 'Isolate Again',
    icon: 'refresh',
    enablement: trusted,
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@3', `${history} && viewItem =~ /\\bisolateAgain\\b/`],
      ['view/item/context', '2_run@1', `${history} && viewItem =~ /\\bisolateAgain\\b/`],
    ],
  },
  historyResume: {
    title: 'Resume Interrupted Run',
    icon: 'debug-continue',
    enablement: trusted,
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@1', `${history} && viewItem =~ /\\bready\\b/`],
      ['view/item/context', '1_result@1', `${history} && viewItem =~ /\\bready\\b/`],
    ],
  },
  historyForget: {
    title: 'Forget Interrupted Run',
    icon: 'close',
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@4', `${history} && viewItem =~ /\\binterrupted\\b/`],
      ['view/item/context', '3_remove@1', `${history} && viewItem =~ /\\binterrupted\\b/`],
    ],
  },
  historyRemove: {
    title: 'Remove from History',
    icon: 'close',
    palette: 'false',
    menus: [
      ['view/item/context', 'inline@4', `${history} && viewItem =~ /\\brun\\b/`],
      ['view/item/context', '3_remove@1', `${history} && viewItem =~ /\\brun\\b/`],
    ],
  },
  historyClear: { title: 'Clear History…', icon: 'clear-all', menus: [['view/title', 'navigation@1', history]] },
  setRedisPassword: { title: 'Set Redis Password' },
  showLog: { title: 'Show Log' },
} satisfies Readonly<Record<string, Offered>>;

/** The name of a command is `whittle.` and this. */
export type CommandName = keyof typeof table;

export const commands: Readonly<Record<CommandName, Offered>> = table;
