/**
 * Every command of the extension, once: its title, its icon, and where it is offered. package.json comes from this table (`npm run manifest`),
 * and commands are registered by its names.
 */
import { testPath } from '../runners/recognise';

/** A place in a menu: its group there, and when it is shown. */
type Entry = readonly [menu: string, group: string, when?: string];

interface Offered {
  readonly title: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly enablement?: string;
  /** When the command palette has it; always if unset. */
  readonly palette?: string;
  readonly menus?: readonly Entry[];
  readonly key?: readonly [key: string, when: string];
}

const never = 'false';
const notResult = 'resourceScheme != whittle-result';
const noSelection = '!editorHasSelection && !isInDiffEditor';
/** Where a file looks like a test of some runner. */
const aTest = `resourcePath =~ /${testPath.source}/`;
const aFile = '!explorerResourceIsFolder';
const someFiles = '(explorerResourceIsFolder || listMultiSelection)';

/** The file is in a list that the extension keeps. */
const isIn = (list: string) => `resourcePath in whittle.${list}Paths`;
const reduced = `(${isIn('reduced')} || ${isIn('folder')})`;
const grey = `${notResult} && (${isIn('running')} || ${isIn('reduced')} || ${isIn('folder')})`;

const editor = (order: number, when: string): Entry => [
  'editor/context',
  `z_whittle@${order}`,
  `${notResult} && ${when}`,
];
const explorer = (order: number, when: string): Entry => ['explorer/context', `z_whittle@${order}`, when];
const title = (group: string, when: string): Entry => ['editor/title', group, when];

/** In the title of an editor, and in the palette when it is there. */
function inTitle(group: string, when: string) {
  return { palette: when, menus: [title(group, when)] };
}

/** On a test in these menus. */
function testing(order: number, ...places: readonly string[]): Entry[] {
  const hasFile = 'testing.testItemHasUri';
  return places.map((place) => [
    `testing/${place}`,
    `z_whittle@${order}`,
    place.startsWith('item') ? hasFile : undefined,
  ]);
}

/** On the runs of the history that are of this kind, in these groups. */
function onRun(name: string, icon: string, kind: string, ...groups: readonly string[]): Offered {
  const when = `view == whittle.historyView && viewItem =~ /\\b${kind}\\b/`;
  return { title: name, icon, palette: never, menus: groups.map((group) => ['view/item/context', group, when]) };
}

/** Commands that begin runs, and so are only there in a workspace that is trusted. */
function starting<T extends Readonly<Record<string, Offered>>>(rows: T): T {
  const all = Object.entries(rows).map(([name, row]) => [name, { ...row, enablement: 'isWorkspaceTrusted' }]);
  return Object.fromEntries(all) as T;
}

const table = {
  ...starting({
    tryExample: { title: 'Try It on an Example' },
    reduceFile: { title: 'Reduce File', icon: 'fold-down', menus: [editor(1, noSelection), explorer(1, aFile)] },
    reduceFolder: { title: 'Reduce Folder…', menus: [explorer(3, someFiles)] },
    makeReproduction: {
      title: 'Make Minimal Reproduction…',
      menus: [
        editor(5, `${noSelection} && ${aTest}`),
        explorer(4, someFiles),
        explorer(4, `!listMultiSelection && ${aFile} && ${aTest}`),
        ...testing(3, 'item/context', 'message/context'),
      ],
    },
    reduceFailingTest: {
      title: 'Reduce Failing Test',
      icon: 'beaker',
      palette: aTest,
      menus: [
        editor(0, `${noSelection} && ${aTest}`),
        explorer(0, `${aFile} && ${aTest}`),
        ['editor/title/context', 'z_whittle@0', `${notResult} && ${aTest}`],
      ],
    },
    reduceThisTest: {
      title: 'Reduce This Test',
      icon: 'beaker',
      palette: never,
      menus: testing(1, 'item/context', 'message/context', 'item/gutter'),
    },
    reduceSelection: {
      title: 'Reduce Selection',
      palette: 'editorHasSelection',
      menus: [editor(1, 'editorHasSelection && !isInDiffEditor')],
    },
    reduceLastFailed: {
      title: 'Reduce the Input of the Last Failed Command',
      icon: 'fold',
      menus: [['terminal/context', 'z_whittle@1']],
    },
    reduceToProblem: { title: 'Reduce File to the Error at the Cursor' },
    isolateDifference: { title: 'Isolate Difference…', menus: [editor(2, noSelection), explorer(2, aFile)] },
    isolateWithHead: {
      title: 'Isolate Difference with HEAD',
      icon: 'git-compare',
      palette: never,
      menus: testing(2, 'item/context', 'message/context', 'item/gutter'),
    },
    isolateWithCommit: {
      title: 'Isolate Difference with a Commit…',
      icon: 'git-compare',
      menus: [['timeline/item/context', 'z_whittle@1', 'timelineItem =~ /git:file:commit\\b/ && !listMultiSelection']],
    },
    benchmarkSearches: { title: 'Benchmark Searches…' },
    editRule: { title: 'Edit What the Bug Looks Like…', icon: 'edit', palette: isIn('learned') },
    keepShrinking: { title: 'Keep Shrinking', icon: 'fold', palette: `${isIn('test')} && ${isIn('reduced')}` },
    choosePassingRevision: { title: 'Choose Passing Revision…', icon: 'git-commit', palette: isIn('test') },
    historyAgain: onRun('Run Again', 'refresh', 'again', 'inline@3', '2_run@1'),
    historyResume: onRun('Resume Interrupted Run', 'debug-continue', 'ready', 'inline@1', '1_result@1'),
  }),
  neverRemove: {
    title: 'Never Remove This',
    icon: 'lock',
    palette: 'editorHasSelection',
    menus: [editor(3, 'editorHasSelection && !isInDiffEditor')],
  },
  mayRemove: {
    title: 'Allow Removing This Again',
    icon: 'unlock',
    palette: isIn('protected'),
    menus: [editor(4, `${isIn('protected')} && !isInDiffEditor`)],
  },
  foldRemoved: { title: 'Fold Removed Lines', icon: 'fold', ...inTitle('2_whittle@1', `!isInDiffEditor && ${grey}`) },
  unfoldRemoved: { title: 'Unfold Removed Lines', icon: 'unfold', ...inTitle('2_whittle@2', isIn('folded')) },
  nextKept: {
    title: 'Go to Next Kept Part',
    icon: 'arrow-down',
    ...inTitle('2_whittle@3', `!isInDiffEditor && ${grey}`),
    key: ['alt+f6', `editorTextFocus && ${grey}`],
  },
  previousKept: {
    title: 'Go to Previous Kept Part',
    icon: 'arrow-up',
    ...inTitle('2_whittle@4', `!isInDiffEditor && ${grey}`),
    key: ['shift+alt+f6', `editorTextFocus && ${grey}`],
  },
  finish: { title: 'Use the Result So Far', icon: 'check', palette: 'whittle.running' },
  stop: {
    title: 'Stop',
    icon: 'debug-stop',
    palette: 'whittle.running',
    menus: [title('navigation@3', isIn('running'))],
    key: ['shift+f5', `!inDebugMode && ${isIn('running')}`],
  },
  pause: {
    title: 'Pause',
    icon: 'debug-pause',
    enablement: 'whittle.canPause',
    palette: 'whittle.canPause',
    menus: [title('navigation@1', `${isIn('running')} && resourcePath not in whittle.pausedPaths`)],
  },
  resume: {
    title: 'Resume',
    icon: 'debug-continue',
    enablement: 'whittle.canResume',
    palette: 'whittle.canResume',
    menus: [title('navigation@1', isIn('paused'))],
  },
  skipPhase: {
    title: 'Skip Phase',
    icon: 'debug-step-over',
    enablement: 'whittle.canSkip',
    palette: 'whittle.canSkip',
    menus: [title('navigation@2', isIn('skippable'))],
  },
  startOver: { title: 'Start Over with Repeated Tests', palette: never },
  applyResult: { title: 'Apply Result', icon: 'check', ...inTitle('navigation@1', reduced) },
  showDiff: { title: 'Show Diff', icon: 'diff', ...inTitle('navigation@2', `${reduced} && !isInDiffEditor`) },
  showResult: { title: 'Show Result Beside', palette: reduced },
  copyResult: { title: 'Copy Result', icon: 'copy', ...inTitle('1_whittle@1', isIn('reduced')) },
  discardResult: { title: 'Discard Result', icon: 'discard', ...inTitle('navigation@3', reduced) },
  saveResultAs: { title: 'Save Result As…', icon: 'save-as', ...inTitle('1_whittle@2', isIn('reduced')) },
  copyBugReport: { title: 'Copy as Bug Report', icon: 'report', ...inTitle('1_whittle@3', isIn('reduced')) },
  resultActions: { title: 'More Actions…', icon: 'ellipsis', palette: isIn('reduced') },
  saveTask: { title: 'Save as Task', icon: 'save', palette: isIn('savable') },
  showDifference: { title: 'Show Isolated Difference', icon: 'diff', palette: isIn('isolated') },
  saveDifference: {
    title: 'Save Both Files of the Difference…',
    icon: 'save-all',
    palette: isIn('isolated'),
    menus: [title('navigation@2', `${isIn('isolated')} && resourceScheme == whittle-result`)],
  },
  chooseSearch: {
    title: 'Choose Search…',
    icon: 'settings-gear',
    menus: [['view/title', 'navigation@1', 'view == whittle.runView']],
  },
  showPanel: { title: 'Show Panel' },
  setRedisPassword: { title: 'Set Redis Password' },
  showLog: { title: 'Show Log' },
  historyOpen: onRun('Open Result', 'go-to-file', 'result', 'inline@1', '1_result@1'),
  historyRemove: onRun('Remove from History', 'close', 'run', 'inline@4', '3_remove@1'),
  historyClear: {
    title: 'Clear History…',
    icon: 'clear-all',
    menus: [['view/title', 'navigation@1', 'view == whittle.historyView']],
  },
} satisfies Readonly<Record<string, Offered>>;

/** The name of a command is `whittle.` and this. */
type CommandName = keyof typeof table;

export const commands: Readonly<Record<CommandName, Offered>> = table;

/** Something for commands, by their ids. */
export type CommandsBy<T> = { readonly [N in CommandName as `whittle.${N}`]?: T };
